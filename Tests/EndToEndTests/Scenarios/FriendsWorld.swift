import Foundation
import TestSupport
import Testing

/// The server for the owner, maria and bob, with any client. maria writes below the oldest image, which has no comments
/// in its document, and bob reads along.
protocol FriendsDriver {
    func invite(_ name: String) async throws

    /// - Parameter isAnswerLost: Whether maria doesn't learn of the comment's arrival.
    func comment(_ message: String, isAnswerLost: Bool) async throws
    func sendCommentAgain() async throws
    func deleteComment() async throws
    func react() async throws
    func post(_ file: URL, caption: String, isAnswerLost: Bool) async throws
    func sendPhotoAgain() async throws
    func changeCaption(to caption: String) async throws
    func deletePhoto() async throws
    /// Whether the server refuses another comment of maria.
    func isRefused() async throws -> Bool

    func hideComment() async throws
    func closeComments() async throws
    func hidePhoto() async throws
    /// Removes a person with their comments, reactions and photos.
    func remove(_ name: String) async throws

    /// The comments visible to bob, with their authors.
    func comments() async throws -> [String]
    /// The reactions visible to bob, with their authors.
    func reactions() async throws -> [String]
    /// The photos visible to bob, newest first.
    func photos() async throws -> [FriendsPhoto]
    /// The file bob gets for the newest photo.
    func newestImage() async throws -> Data
    /// Whether bob has learned of a change without loading everything again.
    func isNoticed(_ change: FriendsChange) async throws -> Bool

    func end() async
}

struct FriendsPhoto {
    let author: String?
    let caption: String?
    let location: String?
}

enum FriendsChange {
    case comment(String), deletedComment, deletedPhoto
}

/// A server, and a driver for its people.
final class FriendsWorld {
    let driver: any FriendsDriver
    private let home: Home
    private let server: ProgramServer

    init(driver: (Home, ProgramServer) async throws -> any FriendsDriver) async throws {
        home = Home()
        server = try await home.serve(PhotoFolder(), isPublic: false)
        self.driver = try await driver(home, server)
    }

    /// Posts a photo whose file contains private metadata.
    func post(isAnswerLost: Bool = false) async throws {
        let file = home.folder.url.appending(path: "photo.jpg")
        try PrivatePicture.data("camera.jpg").write(to: file)
        try await driver.post(file, caption: "harbour", isAnswerLost: isAnswerLost)
    }

    /// Waits until bob sees the comments.
    func expect(comments: [String]) async throws {
        try await until { try await driver.comments() == comments }
    }

    /// Looks again until what someone has done has arrived.
    func until(_ isDone: () async throws -> Bool) async throws {
        for _ in 0..<15_000 {
            if try await isDone() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("it hasn't arrived")
    }

    func end() async {
        await driver.end()
        await server.stop()
    }
}
