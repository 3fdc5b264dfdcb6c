import NIOCore
import NIOHTTP1

/// Sees when a request goes out over its connection. The field that carries its number does not.
final class RequestTimingHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Never on the wire.
    static let field = "Essential-Feed-Request-Number"

    private let timings: RequestTimings

    init(_ timings: RequestTimings) {
        self.timings = timings
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = Self.unwrapOutboundIn(data), let number = head.headers.first(name: Self.field)
        else { return context.write(data, promise: promise) }
        head.headers.remove(name: Self.field)
        if let number = Int(number) { timings.connected(number) }
        context.write(Self.wrapOutboundOut(.head(head)), promise: promise)
    }

    /// Puts a handler into a connection's pipeline, where requests are not yet written out.
    static func install(_ timings: RequestTimings, in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
        try pipeline.addHandler(RequestTimingHandler(timings), position: .after(encoder))
    }
}
