import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Sends long texts in pieces, as fast as the client reads them, and limits the waiting bytes: slow readers don't fill
/// the memory.
///
/// Texts count even if they are compressed or mustn't be kept. Files don't, because they are read while they are sent.
struct MeteredResponder<Responder: HTTPResponder<ConnectionContext>>: HTTPResponder {
    /// The length of a piece, and of the longest uncounted text, in bytes.
    private static var pieceLength: Int { 64 << 10 }

    let responder: Responder
    let access: AccessControl
    let clients: ClientAddress
    let unread = Shares(maximum: 128 << 20, maximumByClient: 32 << 20)

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        var response = try await responder.respond(to: request, context: context)
        guard request.method != .head, response.isText, let length = response.body.contentLength,
            length > Self.pieceLength
        else { return response }
        let address = clients.address(of: request, on: context.channel)
        guard let share = unread.take(length, for: access.client(of: context.channel, at: address)) else {
            return Problem.unread.response
        }
        let text = try await response.body.collected()
        response.body = ResponseBody(contentLength: length) { writer in
            // The share is given back when the body is forgotten, whether or not it was sent.
            defer { share.end() }
            var rest = text
            while let piece = rest.readSlice(length: min(rest.readableBytes, Self.pieceLength)), piece.readableBytes > 0
            {
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
        return response
    }
}
