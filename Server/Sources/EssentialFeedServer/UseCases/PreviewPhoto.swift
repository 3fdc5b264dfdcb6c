import Foundation
import ImageFormats
import NIOPosix

/// The use case "Preview photo": a person sees a chosen photo that their browser can't decode. Nothing of it is kept.
struct PreviewPhoto: Sendable {
    /// The client of the work that only one person at a time does.
    static let everyone = ""

    /// Posts the photo later, and shares its decoders.
    let postPhoto: PostPhoto
    /// Previews are drawn one at a time, so posted photos have another decoder. A person's previews wait for at most one
    /// preview of each other person.
    let turns: Turns

    /// - Parameter upload: The photo, which may not have arrived yet.
    /// - Returns: A small JPEG, upright and without metadata.
    /// - Throws: ``FriendsError``, or an error of the upload.
    func callAsFunction(_ upload: PhotoUpload, by requester: Requester) async throws -> Data {
        let person = try requester.permitted(.post)
        return try await draw(upload, of: person, within: WriteLimit.previews) { ServedSize.small.longEdge(for: $0) }
    }

    /// Receives and draws a photo.
    /// - Parameter longEdge: Returns the long edge of the JPEG for the size of the photo.
    func draw(
        _ upload: PhotoUpload, of person: Person, within limits: [WriteLimit], longEdge: (PixelSize) -> Int
    ) async throws -> Data {
        let (limiter, threads) = (postPhoto.limiter, postPhoto.threads)
        let limit = limiter.posts.photo
        guard upload.length <= limit.bytes else { throw FriendsError.photoTooLarge(limit) }
        let share = try limiter.begin(person)
        defer { share.end() }
        try limiter.take(limits, for: person)
        // The file has no name, so it is gone once it is closed.
        let file = try await upload.save(postPhoto.photos.friends.posts).file
        guard let encoder = postPhoto.encoder else {
            throw FriendsError.unavailable(reason: "photos can't be drawn without a decoder")
        }
        let (size, data) = try await threads.runIfActive { (try PostPhoto.size(of: file), try file.mapped()) }
        let edge = longEdge(size)
        do {
            let drawn = try await turns.take(for: person.id) {
                try await turns.take(for: Self.everyone) { try await encoder.images(of: data, longEdges: [edge]) }
            }
            return drawn.images[0]
        } catch let error as SizeEncoderError {
            throw error.mayBeTheMachine || error.isEnd
                ? FriendsError.unavailable(reason: "\(error)") : .unusable(.undecodable(reason: "\(error)"))
        }
    }
}
