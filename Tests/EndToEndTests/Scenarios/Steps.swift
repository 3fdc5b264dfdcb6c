import Foundation
import Testing

/// The action of each line of the scenarios. A line without a step fails the run.
enum Steps {
    typealias Step = @Sendable (World) async throws -> Void

    struct Unknown: Error {
        let line: String
    }

    static func step(for line: String) throws -> Step {
        guard let step = all[line] else { throw Unknown(line: line) }
        return step
    }

    static let all: [String: Step] = [
        "the customer has connectivity": { try await $0.connect() },
        "the customer doesn't have connectivity": { world in
            // The address stays; nothing answers there any more.
            try await world.connect()
            await world.disconnect()
        },
        "there's a cached version of the feed": { world in
            try await world.useOnceOnline()
            #expect(world.savedFeed?.images.isEmpty == false)
        },
        "the cache is less than seven days old": { $0.timePassed = World.sevenDays - .seconds(60) },
        "the cache is seven days old or more": { $0.timePassed = World.sevenDays },
        "the cache is empty": { _ in },
        "the customer requests to see their feed": { try await $0.requestFeed() },
        "the customer requests to see the feed": { try await $0.requestFeed() },
        "the customer requests to see comments on an image": { world in
            let imageID = try await firstImageID(in: world)
            try await world.requestComments(imageID: imageID)
        },
        "the app should display the latest feed from remote": { world in
            let feed = try #require(world.shownFeed)
            #expect(feed.errorMessage == nil)
            #expect(!feed.isSaved)
            #expect(feed.images.map(\.description) == ["description 0", nil, "description 2", nil])
            #expect(feed.images.map(\.location) == ["location 0", "location 1", nil, nil])
        },
        "replace the cache with the new feed": { world in
            let remote = try #require(world.shownFeed)
            await world.disconnect()
            try await world.requestFeed()
            let saved = try #require(world.shownFeed)
            #expect(saved.isSaved)
            #expect(saved.images == remote.images)
        },
        "the app should display the latest feed saved": { world in
            let feed = try #require(world.shownFeed)
            #expect(feed.errorMessage == nil)
            #expect(feed.isSaved)
            #expect(feed.images == world.savedFeed?.images)
        },
        "the app should display an error message": { world in
            let message = world.shownFeed?.errorMessage ?? world.shownComments?.errorMessage
            let text = try #require(message)
            #expect(world.driver.connectionErrors.contains { text.lowercased().contains($0) }, "\(text)")
            #expect(world.shownFeed?.images.isEmpty ?? true)
            #expect(world.shownComments?.comments.isEmpty ?? true)
        },
        "the app should display all comments for that image": { world in
            let comments = try #require(world.shownComments)
            #expect(comments.errorMessage == nil)
            #expect(
                comments.comments == [
                    ShownComments.Comment(username: "a username", message: "a message"),
                    ShownComments.Comment(username: "another username", message: "another message"),
                ])
        },
    ]

    /// Returns the first image that the customer sees: without a connection, the first of the saved feed.
    private static func firstImageID(in world: World) async throws -> String {
        if !world.isConnected { try await world.useOnceOnline() }
        try await world.requestFeed()
        let feed = try #require(world.shownFeed)
        world.forgetFeed()
        return try #require(feed.images.first?.id)
    }
}
