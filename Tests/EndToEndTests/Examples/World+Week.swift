import Testing

/// A week in programs that show only the feed.
extension World {
    /// The scenarios of the documents that need no comments.
    static var feedScenarios: [Scenario] {
        ScenarioTests.scenarios.filter { !$0.steps.contains { $0.contains("comments") } }
    }

    /// Lives through a week without a server, and its return.
    func liveThroughAWeekOffline() async throws {
        try await connect()
        try await requestFeed()
        let online = try #require(shownFeed)
        #expect(online.images.map(\.description) == ["description 0", nil, "description 2", nil])
        #expect(!online.isSaved)

        await disconnect()
        timePassed = .seconds(6 * 24 * 60 * 60)
        try await requestFeed()
        let offline = try #require(shownFeed)
        #expect(offline.images == online.images)
        #expect(offline.note == "Offline. Saved 6 days ago.")

        timePassed = .seconds(8 * 24 * 60 * 60)
        try await requestFeed()
        let expired = try #require(shownFeed)
        #expect(expired.images == [])
        #expect(expired.errorMessage?.contains("Couldn’t connect to the server") == true)
        #expect(expired.errorMessage?.contains("No feed was saved in the last seven days.") == true)

        try await connect()
        try await requestFeed()
        #expect(shownFeed == online)
    }
}
