import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

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
    let meter = AnswerMeter()

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        var response = try await responder.respond(to: request, context: context)
        guard request.method != .head, response.isText, let length = response.body.contentLength,
            length > Self.pieceLength
        else { return response }
        let address = clients.address(of: request, on: context.channel)
        guard let share = meter.take(length, for: access.client(of: context.channel, at: address)) else {
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

/// Counts the bytes of texts that clients haven't read yet.
final class AnswerMeter: Sendable {
    private struct State {
        var total = 0
        var byClient: [String: Int] = [:]
    }

    private let maximum: Int
    private let maximumByClient: Int
    private let state = Mutex(State())

    init(maximum: Int = 128 << 20, maximumByClient: Int = 32 << 20) {
        (self.maximum, self.maximumByClient) = (maximum, maximumByClient)
    }

    /// Counts a text. A text longer than the maximum may wait as the only one.
    /// - Returns: `nil` if too much waits already.
    func take(_ length: Int, for client: String) -> Share? {
        let isTaken = state.withLock { state in
            let earlier = state.byClient[client, default: 0]
            guard earlier == 0 || earlier + length <= maximumByClient,
                state.total == 0 || state.total + length <= maximum
            else { return false }
            state.total += length
            state.byClient[client] = earlier + length
            return true
        }
        return isTaken ? Share { [self] in giveBack(length, client) } : nil
    }

    private func giveBack(_ length: Int, _ client: String) {
        state.withLock { state in
            state.total -= length
            state.byClient.subtract(length, from: client)
        }
    }
}
