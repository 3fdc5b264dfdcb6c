public import HTTPTransport
import HTTPTypes

/// Turns an answer to a comments request into comments or refuses the whole answer.
public enum ImageCommentsMapper {
    /// Returns the comments of an answer with a status from 200 to 299, in the order of its payload.
    /// - Throws: ``RemoteError/invalidData(_:)``.
    public static func map(_ response: DataResponse) throws(RemoteError) -> [ImageComment] {
        guard response.status.kind == .successful else { throw .invalidData(.status(response.status.code)) }
        do {
            return try ImageCommentsPayload.decode(response.body)
        } catch {
            throw .invalidData(.malformed(error))
        }
    }
}
