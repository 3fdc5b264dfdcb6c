import Foundation
import TestSupport

struct TerminalDriver: AppDriver {
    /// The output of a run of the program.
    struct Output: Sendable {
        let output: Data
        /// The error message; `nil` if the run succeeded.
        let error: String?
    }

    /// Runs the program with arguments, while its clock is ahead.
    let run: @Sendable (_ arguments: [String], _ timePassed: Duration) async throws -> Output

    init(run: @escaping @Sendable (_ arguments: [String], _ timePassed: Duration) async throws -> Output) {
        self.run = run
    }

    /// Drives the program in a separate process.
    /// - Parameter cacheFolder: The folder of the program's cache.
    init(cacheFolder: String, clock: ShiftedClock) {
        self.init { arguments, timePassed in
            let result = try await Program(environment: clock.environment(shiftedBy: timePassed))
                .run(arguments + ["--cache-dir", cacheFolder])
            return Output(output: result.output, error: result.status == 0 ? nil : result.errors)
        }
    }

    func requestFeed(address: String, timePassed: Duration) async throws -> ShownFeed {
        let result = try await run(["feed", "--json", "--url", address], timePassed)
        if let error = result.error { return ShownFeed(images: [], isSaved: false, errorMessage: error) }
        let feed = try JSONDecoder().decode(Feed.self, from: result.output)
        return ShownFeed(
            images: feed.items.map { ShownFeed.Image(id: $0.id, description: $0.description, location: $0.location) },
            isSaved: feed.source == "cache", errorMessage: nil)
    }

    func requestComments(address: String, imageID: String) async throws -> ShownComments {
        let result = try await run(["comments", imageID, "--json", "--url", address], .zero)
        if let error = result.error { return ShownComments(comments: [], errorMessage: error) }
        let comments = try JSONDecoder().decode(Comments.self, from: result.output)
        return ShownComments(
            comments: comments.items.map {
                ShownComments.Comment(username: $0.author.username, message: $0.message)
            })
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
