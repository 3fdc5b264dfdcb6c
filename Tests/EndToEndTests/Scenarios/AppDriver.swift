import Foundation

/// The app as a scenario sees it, whichever program shows it.
protocol AppDriver: Sendable {
    /// Requests the server's feed, as the customer does.
    /// - Parameter timePassed: How far the program's clock is ahead.
    func requestFeed(address: String, timePassed: Duration) async throws -> ShownFeed
    /// Requests the comments on an image.
    func requestComments(address: String, imageID: String) async throws -> ShownComments
    /// What error messages say without a connection, in lower case: one of these.
    var connectionErrors: [String] { get }
}

extension AppDriver {
    var connectionErrors: [String] { ["couldn’t connect to the server"] }
}

/// What the customer sees of the feed.
struct ShownFeed: Equatable, Sendable {
    struct Image: Equatable, Sendable {
        let id: String
        let description: String?
        let location: String?
    }

    var images: [Image]
    /// Whether the app says that this is the saved feed.
    var isSaved: Bool
    var errorMessage: String?
    /// The note that says how old the saved feed is, as far as the driver reads it.
    var note: String?
}

/// What the customer sees of an image's comments.
struct ShownComments: Equatable, Sendable {
    struct Comment: Equatable, Sendable {
        let username: String
        let message: String
    }

    var comments: [Comment]
    var errorMessage: String?
}
