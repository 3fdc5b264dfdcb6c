import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Hides the coding of an answer that has no body from what unpacks bodies, which takes one that never came for cut.
///
/// A 304 may name the coding of the body that it stands for (RFC 9110, 15.4.5).
final class BodilessAnswerHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = Self.unwrapInboundIn(data), !head.status.mayHaveResponseBody else {
            return context.fireChannelRead(data)
        }
        head.headers.remove(name: "Content-Encoding")
        context.fireChannelRead(Self.wrapInboundOut(.head(head)))
    }

    /// Puts a handler into a connection's pipeline, where answers are not yet unpacked.
    static func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let unpacking = try pipeline.handler(type: NIOHTTPResponseDecompressor.self)
        try pipeline.addHandler(BodilessAnswerHandler(), position: .before(unpacking))
    }
}
