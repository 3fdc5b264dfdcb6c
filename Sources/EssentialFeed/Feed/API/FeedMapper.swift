import Foundation
public import HTTPTransport
import HTTPTypes

/// Turns an answer to a feed request into feed images or refuses the whole answer.
public enum FeedMapper {
    /// Returns the images of an answer with status 200, in the order of its payload. If several images have the same
    /// id, only the first counts.
    /// - Throws: ``RemoteError/invalidData(_:)``.
    public static func map(_ response: DataResponse) throws(RemoteError) -> [FeedImage] {
        guard response.status == .ok else { throw .invalidData(.status(response.status.code)) }
        do {
            return try FeedPayload.decode(response.body)
        } catch {
            throw .invalidData(.malformed(error))
        }
    }
}
