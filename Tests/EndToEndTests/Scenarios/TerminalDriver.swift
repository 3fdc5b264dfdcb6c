import Foundation
import TestSupport

/// Drives the terminal program.
struct TerminalDriver: AppDriver {
    /// The folder of the program's cache.
    let cacheFolder: String
    let clock: ShiftedClock

    func requestFeed(address: String, timePassed: Duration) async throws -> ShownFeed {
        let result = try await run(["feed", "--json"], address: address, timePassed: timePassed)
        guard result.status == 0 else {
            return ShownFeed(images: [], isSaved: false, errorMessage: result.errors)
        }
        let feed = try JSONDecoder().decode(Feed.self, from: result.output)
        return ShownFeed(
            images: feed.items.map { ShownFeed.Image(id: $0.id, description: $0.description, location: $0.location) },
            isSaved: feed.source == "cache", errorMessage: nil)
    }

    func requestComments(address: String, imageID: String) async throws -> ShownComments {
        let result = try await run(["comments", imageID, "--json"], address: address, timePassed: .zero)
        guard result.status == 0 else { return ShownComments(comments: [], errorMessage: result.errors) }
        let comments = try JSONDecoder().decode(Comments.self, from: result.output)
        return ShownComments(
            comments: comments.items.map {
                ShownComments.Comment(username: $0.author.username, message: $0.message)
            })
    }

    private func run(_ arguments: [String], address: String, timePassed: Duration) async throws -> TestProgram.Result {
        try await Program(environment: clock.environment(shiftedBy: timePassed))
            .run(arguments + ["--url", address, "--cache-dir", cacheFolder])
    }

    private struct Feed: Decodable {
        struct Item: Decodable {
            let id: String
            let description: String?
            let location: String?
        }
        let source: String
        let items: [Item]
    }

    private struct Comments: Decodable {
        struct Item: Decodable {
            struct Author: Decodable { let username: String }
            let message: String
            let author: Author
        }
        let items: [Item]
    }
}
