import NIOCore
import NIOHTTP1

/// Refuses an answer whose status is below 100, which HTTP doesn't have (RFC 9110, 15).
///
/// The library takes such a head for an interim one and stops the program at the end of the body, for which it has no
/// head then.
final class StatusCheckHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What else the decoder makes of the bytes at hand belongs to the answer that was refused.
        guard !hasRefused else { return }
        guard case .head(let head) = Self.unwrapInboundIn(data), head.status.code < 100 else {
            return context.fireChannelRead(data)
        }
        hasRefused = true
        context.fireErrorCaught(HTTPParserError.invalidStatus)
        context.close(promise: nil)
    }

    /// Puts a handler into a connection's pipeline, in front of all others that see answers.
    static func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(StatusCheckHandler(), position: .after(decoder))
    }
}
