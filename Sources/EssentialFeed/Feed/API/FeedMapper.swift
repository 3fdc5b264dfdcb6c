import Foundation
public import HTTPTransport
import HTTPTypes

/// Turns an answer to a feed request into feed images, or refuses it as a whole.
public enum FeedMapper {
    /// Returns the images of an answer with status 200, in the order of its payload. Of images with the same id, only
    /// the first counts.
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
