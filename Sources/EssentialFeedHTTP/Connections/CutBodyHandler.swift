import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Delivers the bytes of a cut body, so that the download can be resumed.
///
/// When the connection fails, AsyncHTTPClient drops the bytes that have arrived but haven't been read, which can be
/// hundreds of kilobytes on a fast connection. This handler therefore ends the body as if it were complete, and the
/// reader counts the bytes. This applies only to bodies with a `Content-Length` and no content coding.
final class CutBodyHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// Whether a body is arriving whose length reveals a cut.
    private var isInBody = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head): isInBody = ResponseHead(head).showsItsCut
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
        // If the end arrives after a pause, AsyncHTTPClient closes the connection, which must not be reused.
        context.fireChannelReadComplete()
        context.fireChannelRead(Self.wrapInboundOut(.end(nil)))
    }

    /// Adds a handler to a connection's pipeline, before responses are decompressed.
    static func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let decompressor = try pipeline.handler(type: NIOHTTPResponseDecompressor.self)
        try pipeline.addHandler(CutBodyHandler(), position: .before(decompressor))
    }
}
