import Foundation

/// The app in a scenario, in any of the programs.
protocol AppDriver: Sendable {
    /// Requests the server's feed, as the customer does.
    /// - Parameter timePassed: How far the program's clock is ahead.
    func requestFeed(address: String, timePassed: Duration) async throws -> ShownFeed
    func requestComments(address: String, imageID: String) async throws -> ShownComments
    /// The error messages without a connection, in lower case: one of these.
    var connectionErrors: [String] { get }
}

extension AppDriver {
    var connectionErrors: [String] { ["couldn’t connect to the server"] }
}

/// The visible part of the feed.
struct ShownFeed: Equatable, Sendable {
    struct Image: Equatable, Sendable {
        let id: String
        let description: String?
        let location: String?
    }

    var images: [Image]
    /// Whether the app marks this as the saved feed.
    var isSaved: Bool
    var errorMessage: String?
}

/// The visible comments of an image.
struct ShownComments: Equatable, Sendable {
    struct Comment: Equatable, Sendable {
        let username: String
        let message: String
    }

    var comments: [Comment]
    var errorMessage: String?
}
