import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Removes the content coding from responses without a body, because the decompressor would report the missing body as
/// cut.
///
/// A response with status 304 may state the coding of the body that it confirms (RFC 9110, 15.4.5).
final class BodilessResponseHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = Self.unwrapInboundIn(data), !head.status.mayHaveResponseBody else {
            return context.fireChannelRead(data)
        }
        head.headers.remove(name: "Content-Encoding")
        context.fireChannelRead(Self.wrapInboundOut(.head(head)))
    }

    /// Adds a handler to a connection's pipeline, before responses are decompressed.
    static func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let decompressor = try pipeline.handler(type: NIOHTTPResponseDecompressor.self)
        try pipeline.addHandler(BodilessResponseHandler(), position: .before(decompressor))
    }
}
