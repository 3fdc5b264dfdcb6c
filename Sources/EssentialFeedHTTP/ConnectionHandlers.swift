import NIOCore
import NIOHTTP1
import NIOHTTPCompression

extension ChannelPipeline.SynchronousOperations {
    /// Adds the handlers of a client's connection.
    /// - Parameter asksPlainProxy: Whether requests for `http` URLs go to a proxy.
    func addHandlers(asksPlainProxy: Bool) throws {
        let decoder = try handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try addHandler(StatusCheckHandler(), position: .after(decoder))
        let decompressor = try handler(type: NIOHTTPResponseDecompressor.self)
        try addHandler(BodilessResponseHandler(), position: .before(decompressor))
        try addHandler(CutBodyHandler(), position: .before(decompressor))
        let encoder = try handler(type: HTTPRequestEncoder.self)
        if asksPlainProxy { try addHandler(AbsoluteFormHandler(), position: .after(encoder)) }
    }
}

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
}

/// Removes the content coding from responses without a body, because the decompressor would report the missing body as
/// cut.
///
/// A response with status 304 may state the coding of the confirmed body (RFC 9110, 15.4.5).
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
}

/// Delivers the bytes of a cut body, for resuming the download.
///
/// When the connection fails, AsyncHTTPClient drops the received but unread bytes, possibly hundreds of kilobytes on a
/// fast connection. This handler therefore ends the body as if it were complete, and the reader counts the bytes. This
/// applies only to bodies with a `Content-Length` and no content coding.
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
}

/// Refuses responses with a status below 100, which HTTP doesn't define (RFC 9110, 15).
///
/// AsyncHTTPClient would treat such a head as an interim response, have no head when the body ends, and crash the
/// program.
final class StatusCheckHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The remaining parts belong to the refused response.
        guard !hasRefused else { return }
        guard case .head(let head) = Self.unwrapInboundIn(data), head.status.code < 100 else {
            return context.fireChannelRead(data)
        }
        hasRefused = true
        context.fireErrorCaught(HTTPParserError.invalidStatus)
        context.close(promise: nil)
    }
}
