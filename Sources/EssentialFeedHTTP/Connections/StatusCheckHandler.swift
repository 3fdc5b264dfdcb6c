import NIOCore
import NIOHTTP1

/// Refuses a response whose status is below 100, which HTTP doesn't have (RFC 9110, 15).
///
/// AsyncHTTPClient takes such a head for an interim one. It then has no head when the body ends, and stops the program.
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

    /// Adds a handler to a connection's pipeline, before all others that see responses.
    static func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(StatusCheckHandler(), position: .after(decoder))
    }
}
