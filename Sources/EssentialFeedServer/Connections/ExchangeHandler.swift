import Logging
import NIOCore
import NIOHTTP1

/// Follows the requests and answers of a connection.
///
/// - It closes a connection on which a request's head does not arrive in time. A drip of bytes does not extend the
///   time: it runs from the connection's start, later from the first byte of the head.
/// - It writes the access log: one line an answered request, when the last byte was handed to the system.
/// - It gives each request one authority: that of the target where it has one, else the `Host` field's, of which HTTP/1.1
///   demands exactly one (RFC 9112, 3.2). What has none or several is no request.
/// - It gives the answer to what is no request the body that every other error has.
/// - It ends a connection after an answer to which the request asked for that, also in HTTP/1.0.
final class ExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let headLimit: TimeAmount
    private let log: AccessLog
    private var headDeadline: Scheduled<Void>?
    /// The requests that are not answered yet, oldest first.
    private var exchanges: CircularBuffer<AccessLog.Exchange> = []
    private var isReadingRequest = false
    /// Whether the connection ends with the answer to what was no request.
    private var isUnreadable = false

    init(headLimit: TimeAmount, log: AccessLog) {
        self.headLimit = headLimit
        self.log = log
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { expectHead(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stopExpecting()
    }

    func channelActive(context: ChannelHandlerContext) {
        expectHead(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopExpecting()
        while let exchange = exchanges.popFirst() { log.write(exchange, isWhole: false) }
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is PeerProgressHandler.BytesReceived, exchanges.isEmpty, !isReadingRequest { expectHead(context) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var data = data
        guard !isUnreadable else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            stopExpecting()
            isReadingRequest = true
            guard let head = Authority.settled(in: head) else {
                isUnreadable = true
                return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
            }
            data = wrapInboundOut(.head(head))
            exchanges.append(AccessLog.Exchange(head, start: .now()))
        case .body: break
        case .end:
            isReadingRequest = false
            if exchanges.isEmpty { stopExpecting() }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where exchanges.isEmpty:
            return writeUnreadable(head, context: context, promise: promise)
        case .head(let head) where head.status.code >= 200:
            exchanges[exchanges.startIndex].status = Int(head.status.code)
        case .body(let body) where !exchanges.isEmpty:
            exchanges[exchanges.startIndex].bytes += body.readableBytes
        case .end:
            if let exchange = exchanges.popFirst() {
                return finish(exchange, context: context, data: data, promise: promise)
            }
        default: break
        }
        context.write(data, promise: promise)
    }

    /// An answer to what could not be read as a request; Hummingbird gives it no body.
    private func writeUnreadable(
        _ head: HTTPResponseHead, context: ChannelHandlerContext, promise: EventLoopPromise<Void>?
    ) {
        let body = Problem.unreadable.body
        exchanges.append(
            AccessLog.Exchange(unreadable: .now(), status: Int(head.status.code), bytes: body.readableBytes))
        var head = head
        head.headers.replaceOrAdd(name: "Content-Type", value: Problem.mediaType)
        head.headers.replaceOrAdd(name: "Content-Length", value: String(body.readableBytes))
        head.headers.replaceOrAdd(name: "X-Content-Type-Options", value: "nosniff")
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: promise)
    }

    private func finish(
        _ exchange: AccessLog.Exchange, context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        let written = promise ?? context.eventLoop.makePromise()
        let log = log
        written.futureResult.whenSuccess { log.write(exchange, isWhole: true) }
        written.futureResult.whenFailure { _ in log.write(exchange, isWhole: false) }
        if exchange.isLast {
            let context = NIOLoopBound(context, eventLoop: context.eventLoop)
            written.futureResult.whenSuccess { context.value.close(mode: .output, promise: nil) }
        }
        context.write(data, promise: written)
        // What is left of an answered request has as long as a new head.
        if isReadingRequest && exchanges.isEmpty { expectHead(context) }
    }

    private func expectHead(_ context: ChannelHandlerContext) {
        guard headDeadline == nil else { return }
        headDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: headLimit) { [self] in
            headDeadline = nil
            context.close(promise: nil)
        }
    }

    private func stopExpecting() {
        headDeadline?.cancel()
        headDeadline = nil
    }
}
