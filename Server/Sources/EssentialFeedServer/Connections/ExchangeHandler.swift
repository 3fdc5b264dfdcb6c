import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Tracks the requests and responses of a connection.
///
/// - Closes a connection if a request's head doesn't arrive before a timeout. The first head's timeout starts when the
///   connection opens; a later head's timeout starts with its first byte. Further bytes don't extend the timeout.
/// - Writes a line to the access log once the system has a response's last byte, or when the connection closes before.
/// - Notes a request in another version than HTTP/1.1 in the field `Via` (RFC 9110, 7.6.3), because only fields are
///   passed on.
/// - Closes a connection after the responses to the first of many requests sent at once (RFC 9112, 9.3.2), so no client
///   waits for the others.
/// - Permits a client that waits before it sends a body (`Expect: 100-continue`) to send it, once the body is wanted.
///   If a final status answers the head instead, closes the connection: only the client can tell whether the body
///   follows.
final class ExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private static let dateStyle = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
            """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    /// The maximum number of requests on one connection waiting for responses.
    private static let maximumWaiting = 16

    private let headLimit: TimeAmount
    private let log: AccessLog
    private let slots: ConnectionSlots
    private var peer: SocketAddress?
    private var headDeadline: Scheduled<Void>?
    private var exchanges: CircularBuffer<AccessLog.Exchange> = []
    private var isReadingRequest = false
    /// Whether the first bytes of a head have arrived; the rest may follow in the same read.
    private var hasHeadStarted = false
    /// Whether a malformed request was received, after which the connection closes.
    private var hasMalformedRequest = false
    /// Whether too many requests were sent at once, after which none are read and the connection closes.
    private var isFull = false

    init(headLimit: TimeAmount, log: AccessLog, slots: ConnectionSlots) {
        self.headLimit = headLimit
        self.log = log
        self.slots = slots
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // A closed connection has no address any more.
        peer = context.remoteAddress
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
        while let exchange = exchanges.popFirst() { log.write(exchange, from: peer, isComplete: false) }
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is PeerProgressHandler.BytesReceived, exchanges.isEmpty, !isReadingRequest { hasHeadStarted = true }
        context.fireUserInboundEventTriggered(event)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most heads have arrived completely at this point and need no deadline.
        if hasHeadStarted { expectHead(context) }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if !isFull { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var data = data
        guard !hasMalformedRequest, !isFull else { return }
        switch unwrapInboundIn(data) {
        case .head where exchanges.count >= Self.maximumWaiting:
            isFull = true
            exchanges[exchanges.index(before: exchanges.endIndex)].isLast = true
            return
        case .head(let head):
            stopExpecting()
            isReadingRequest = true
            slots.note(.receiving, of: context.channel)
            guard head.hasCertainEnd, var head = head.withAuthority() else {
                hasMalformedRequest = true
                return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
            }
            if head.version != .http1_1 { head.headers.add(name: "Via", value: "1.0 essential-feed") }
            data = wrapInboundOut(.head(head))
            exchanges.append(AccessLog.Exchange(head, start: .now()))
        case .body:
            if !exchanges.isEmpty { exchanges[exchanges.index(before: exchanges.endIndex)].isWaitingToContinue = false }
        case .end:
            isReadingRequest = false
            slots.note(exchanges.isEmpty ? .idle : .answering, of: context.channel)
            if exchanges.isEmpty { stopExpecting() }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where exchanges.isEmpty:
            return writeMalformed(head, context: context, promise: promise)
        case .head(var head) where head.status.code >= 200:
            exchanges[exchanges.startIndex].status = Int(head.status.code)
            if exchanges[exchanges.startIndex].isWaitingToContinue { exchanges[exchanges.startIndex].isLast = true }
            if exchanges[exchanges.startIndex].isLast {
                head.headers.replaceOrAdd(name: HTTPField.Name.connection.rawName, value: "close")
                return context.write(wrapOutboundOut(.head(head)), promise: promise)
            }
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

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is BodyWanted else { return context.triggerUserOutboundEvent(event, promise: promise) }
        promise?.succeed()
        guard exchanges.first?.isWaitingToContinue == true else { return }
        exchanges[exchanges.startIndex].isWaitingToContinue = false
        let interim = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(interim)), promise: nil)
    }

    /// Writes the response to a malformed request with problem details, which Hummingbird omits.
    private func writeMalformed(
        _ head: HTTPResponseHead, context: ChannelHandlerContext, promise: EventLoopPromise<Void>?
    ) {
        guard !isReadingRequest || hasMalformedRequest else { return context.close(promise: promise) }
        let body = Problem.malformedRequest.body
        exchanges.append(
            AccessLog.Exchange(malformed: .now(), status: Int(head.status.code), bytes: body.readableBytes))
        var head = head
        head.headers.replaceOrAdd(name: HTTPField.Name.contentType.rawName, value: Problem.mediaType)
        head.headers.replaceOrAdd(name: HTTPField.Name.contentLength.rawName, value: String(body.readableBytes))
        head.headers.replaceOrAdd(name: HTTPField.Name.xContentTypeOptions.rawName, value: "nosniff")
        head.headers.replaceOrAdd(name: HTTPField.Name.date.rawName, value: Date().formatted(Self.dateStyle))
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: promise)
    }

    private func finish(
        _ exchange: AccessLog.Exchange, context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        let written = promise ?? context.eventLoop.makePromise()
        let (log, peer) = (log, peer)
        written.futureResult.whenSuccess { log.write(exchange, from: peer, isComplete: true) }
        written.futureResult.whenFailure { _ in log.write(exchange, from: peer, isComplete: false) }
        if exchange.isLast {
            let context = NIOLoopBound(context, eventLoop: context.eventLoop)
            // Reading the others of too many requests would take as long as answering them.
            let mode = isFull ? CloseMode.all : .output
            written.futureResult.whenSuccess { context.value.close(mode: mode, promise: nil) }
        }
        context.write(data, promise: written)
        if !isReadingRequest && exchanges.isEmpty { slots.note(.idle, of: context.channel) }
        // The remainder of an answered request gets the same timeout as a new head.
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
        hasHeadStarted = false
        headDeadline?.cancel()
        headDeadline = nil
    }
}

extension HTTPRequestHead {
    /// Returns the head with the request's authority in its `Host` field. The target's authority replaces the field. An
    /// HTTP/1.0 request may have neither, and then stays without the field.
    ///
    /// Returns `nil` if the field is repeated, if an HTTP/1.1 request lacks the field, or if the target has an empty
    /// host or a fragment.
    fileprivate func withAuthority() -> HTTPRequestHead? {
        let count = headers["Host"].count
        guard count == 1 || count == 0 && (version.major, version.minor) < (1, 1) else { return nil }
        guard !uri.utf8.contains(UInt8(ascii: "#")) else { return nil }
        guard let authority = targetAuthority else { return self }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        guard !host.isEmpty, !host.hasPrefix(":") else { return nil }
        var head = self
        head.headers.replaceOrAdd(name: "Host", value: String(authority))
        return head
    }

    /// The authority of a target in absolute form (`http://host:port/path`), which overrides the `Host` field.
    private var targetAuthority: Substring? {
        guard !uri.hasPrefix("/"), let scheme = uri.firstRange(of: "://") else { return nil }
        return uri[scheme.upperBound...].prefix { !"/?#".contains($0) }
    }

    /// Whether the end of the body is certain (RFC 9112, 6.3): the request has no transfer coding, or is an HTTP/1.1
    /// request whose last transfer coding is `chunked`. If a server and a proxy disagree on the end, one client's bytes
    /// are taken for the next client's request (request smuggling).
    fileprivate var hasCertainEnd: Bool {
        let codings = headers[canonicalForm: "Transfer-Encoding"]
        return codings.isEmpty || version == .http1_1 && codings.last?.lowercased() == "chunked"
    }
}
