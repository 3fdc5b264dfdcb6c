import Foundation

/// Turns an answer to a feed request into feed images, or refuses it as a whole (B020–B026).
enum FeedMapper {
    static func map(_ response: HTTPResponse) throws(RemoteError) -> [FeedImage] {
        guard response.status == 200 else { throw .invalidData(.status(response.status)) }
        do {
            return try FeedPayload.decode(response.body)
        } catch {
            throw .invalidData(.malformed(error))
        }
    }
}
