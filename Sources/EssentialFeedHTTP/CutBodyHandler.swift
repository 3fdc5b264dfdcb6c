import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Lets the bytes of a body that is cut come through, so that they can be gone on with (N034).
///
/// The library drops what has arrived but was not asked for yet when the connection fails: hundreds of kilobytes where
/// the line is fast. So the body is ended here as if it were whole. Whoever reads it counts the bytes: only bodies with
/// a `Content-Length`, in no coding, are ended like this.
final class CutBodyHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// Whether a body is coming whose end would be missed.
    private var isInBody = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head): isInBody = AnswerHead(head).showsItsCut
        case .body: break
        case .end: isInBody = false
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        endBody(context)
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        endBody(context)
        context.fireChannelInactive()
    }

    private func endBody(_ context: ChannelHandlerContext) {
        guard isInBody else { return }
        isInBody = false
        // An end that comes after a pause closes the connection, which must not be used again.
        context.fireChannelReadComplete()
        context.fireChannelRead(Self.wrapInboundOut(.end(nil)))
    }

    /// Puts a handler into a connection's pipeline, where answers are not yet unpacked.
    static func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let unpacking = try pipeline.handler(type: NIOHTTPResponseDecompressor.self)
        try pipeline.addHandler(CutBodyHandler(), position: .before(unpacking))
    }
}
