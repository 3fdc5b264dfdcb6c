import Foundation
import NIOCore

/// Watches the bytes of a connection, directly next to the socket.
///
/// - Cuts a connection whose peer receives a response too slowly. Counts the bytes acknowledged by the peer's system,
///   because the local system buffers megabytes.
/// - Delays a close until the system has all written bytes, because Hummingbird closes a connection right after writing
///   the last response at shutdown. When a shutdown times out, Hummingbird closes the input: a delayed close then
///   happens at once, and later ones aren't delayed.
/// - Cuts the connection on request: closes it and discards the bytes still in the local system.
/// - Notifies the following handlers when bytes arrive, even those of a TLS handshake.
final class PeerProgressHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    struct BytesReceived: Sendable {}

    struct Cut: Sendable {}

    private var pace: TransferPace
    private let checkInterval: TimeAmount
    private var bytesWritten = 0
    private var bytesFlushed = 0
    private var check: Scheduled<Void>?
    private var isCloseDelayed = false
    private var isInputClosed = false

    init(pace: TransferPace, checkInterval: TimeAmount) {
        self.pace = pace
        self.checkInterval = checkInterval
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireUserInboundEventTriggered(BytesReceived())
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        bytesWritten += unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        let earlier = bytesFlushed
        bytesFlushed = bytesWritten
        context.flush()
        let unacknowledged = unacknowledgedBytes(context)
        guard unacknowledged > 0 else { return }
        let received = bytesWritten - unacknowledged
        // If everything from earlier flushes was acknowledged, measuring starts again: idle time doesn't count.
        if check == nil || received >= earlier { pace.begin(received: received, at: .now()) }
        if check == nil { scheduleCheck(context) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch mode {
        case .all where !isInputClosed && waitingBytes(context) > 0:
            context.channel.closeFuture.cascade(to: promise)
            closeWhenSent(context)
        case .input:
            isInputClosed = true
            context.close(mode: isCloseDelayed ? .all : .input, promise: promise)
        default: context.close(mode: mode, promise: promise)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Cut else { return context.triggerUserOutboundEvent(event, promise: promise) }
        cut(context, promise: promise)
    }

    /// Closes the connection with a reset, which makes the system discard its unsent bytes.
    private func cut(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        do {
            try context.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
                var linger = linger(l_onoff: 1, l_linger: 0)
                _ = setsockopt($0, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
            }
        } catch {
            // A closed socket has no unsent bytes.
        }
        context.close(promise: promise)
    }

    /// The number of bytes not yet passed to the system.
    private func waitingBytes(_ context: ChannelHandlerContext) -> Int {
        // This doesn't fail: a socket's channel supports the option.
        do {
            return try context.channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
        } catch {
            return 0
        }
    }

    private func unacknowledgedBytes(_ context: ChannelHandlerContext) -> Int {
        var queued: Int32 = 0
        do {
            // SwiftNIO and swift-system don't offer TIOCOUTQ, the length of a socket's send queue.
            try context.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
                of: NIOBSDSocket.Handle.self
            ) { _ = ioctl($0, UInt(TIOCOUTQ), &queued) }
        } catch {
            // A closed socket has no send queue.
        }
        return waitingBytes(context) + Int(max(0, queued))
    }

    /// Closes the connection after an empty write, which completes after all earlier ones.
    private func closeWhenSent(_ context: ChannelHandlerContext) {
        guard !isCloseDelayed else { return }
        isCloseDelayed = true
        let sent = context.eventLoop.makePromise(of: Void.self)
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in context.value.close(promise: nil) }
        context.value.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: sent)
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: checkInterval) { [self] in
            check = nil
            let unacknowledged = unacknowledgedBytes(context)
            guard unacknowledged > 0 else { return }
            if pace.isTooSlow(received: bytesWritten - unacknowledged, at: .now()) {
                return cut(context, promise: nil)
            }
            scheduleCheck(context)
        }
    }
}

/// Measures how fast a client receives a pending response or sends a body, averaged over a time window.
struct TransferPace {
    static let checksPerWindow = 4

    private let window: TimeAmount
    private let minimum: Int
    /// Oldest first; all but the oldest are younger than the window.
    private var samples: [(time: NIODeadline, received: Int)] = []

    init(bytesPerSecond: Int, window: TimeAmount) {
        self.window = window
        minimum = max(1, Int(Double(bytesPerSecond) * Double(window.nanoseconds) / 1e9))
    }

    /// - Parameter received: The total number of bytes transferred.
    mutating func begin(received: Int, at time: NIODeadline) {
        samples = [(time, received)]
    }

    /// - Parameter time: Not earlier than in the previous call.
    mutating func isTooSlow(received: Int, at time: NIODeadline) -> Bool {
        samples.append((time, received))
        while samples.count > 1, time - samples[1].time >= window { samples.removeFirst() }
        return time - samples[0].time >= window && received - samples[0].received < minimum
    }
}
