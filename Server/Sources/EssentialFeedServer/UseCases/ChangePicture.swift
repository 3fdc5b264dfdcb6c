import Foundation
import ImageFormats
import NIOPosix

/// The use case "Change picture": a person sets the picture beside their name, or removes it.
struct ChangePicture: Sendable {
    /// The short edge of a picture, in pixels; pages show it as a circle.
    private static let edge = 128

    let previewPhoto: PreviewPhoto
    let friends: any FriendsStore
    let limiter: WriteLimiter
    let threads: NIOThreadPool

    /// - Parameter upload: The picture, which may not have arrived yet.
    /// - Throws: ``FriendsError``, or an error of the upload; then nothing has changed.
    func callAsFunction(_ upload: PhotoUpload, by requester: Requester) async throws {
        let person = try requester.permitted(.read)
        let picture = try await previewPhoto.draw(
            upload, of: person, within: WriteLimit.pictures, longEdge: Self.longEdge)
        try await threads.runIfActive { try save(picture, of: person, by: requester) }
    }

    func remove(by requester: Requester) throws(FriendsError) {
        let person = try requester.permitted(.read)
        try limiter.take(WriteLimit.changes, for: person)
        try save(nil, of: person, by: requester)
    }

    private func save(_ picture: Data?, of person: Person, by requester: Requester) throws(FriendsError) {
        try friends.write(by: requester, may: .read) { try $0.set(picture: picture, of: person.id) }
    }

    private static func longEdge(for size: PixelSize) -> Int {
        let (short, long) = (max(1, min(size.width, size.height)), max(size.width, size.height))
        return min(4 * edge, (edge * long + short - 1) / short)
    }
}
