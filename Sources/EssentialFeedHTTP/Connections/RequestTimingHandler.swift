import NIOCore
import NIOHTTP1

/// Records when a request goes out over its connection.
///
/// AsyncHTTPClient reports nothing about its connections, so each request carries its number in a header field, which
/// this handler removes.
final class RequestTimingHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The name of the header field, which is never sent.
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

    /// Adds a handler to a connection's pipeline, before requests are encoded.
    static func install(_ timings: RequestTimings, in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
        try pipeline.addHandler(RequestTimingHandler(timings), position: .after(encoder))
    }
}
