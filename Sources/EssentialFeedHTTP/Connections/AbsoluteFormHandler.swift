import NIOCore
import NIOHTTP1

/// Writes the whole URL in the request line, as proxies expect (RFC 9112, 3.2.2).
final class AbsoluteFormHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = Self.unwrapOutboundIn(data), let host = head.headers.first(name: "Host") else {
            return context.write(data, promise: promise)
        }
        head.uri = "http://\(host)\(head.uri)"
        context.write(Self.wrapOutboundOut(.head(head)), promise: promise)
    }

    /// Adds a handler to a connection's pipeline, before requests are encoded.
    static func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
        try pipeline.addHandler(AbsoluteFormHandler(), position: .after(encoder))
    }
}
