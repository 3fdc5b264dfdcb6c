import NIOCore
import NIOHTTP1

/// Refuses responses with a status below 100, which HTTP doesn't define (RFC 9110, 15).
///
/// AsyncHTTPClient would treat such a head as an interim response, have no head when the body ends, and crash the
/// program.
final class StatusCheckHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The remaining parts belong to the response that was refused.
        guard !hasRefused else { return }
        guard case .head(let head) = Self.unwrapInboundIn(data), head.status.code < 100 else {
            return context.fireChannelRead(data)
        }
        hasRefused = true
        context.fireErrorCaught(HTTPParserError.invalidStatus)
        context.close(promise: nil)
    }

    /// Adds a handler to a connection's pipeline, before all other response handlers.
    static func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(StatusCheckHandler(), position: .after(decoder))
    }
}
