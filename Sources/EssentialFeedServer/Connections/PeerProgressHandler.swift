import Foundation
import NIOCore

/// Stands next to the socket and watches the bytes go by.
///
/// - It closes a connection whose peer takes less than a floor of what is waiting for it. What counts is bytes that the
///   peer's system has confirmed, since ours takes megabytes of them at once.
/// - It puts a close off until what was written has gone out: the server closes a connection at its end as soon as
///   the last answer has been written, which may be long before it has been taken. When the server's patience ends,
///   it closes the input first, and then nothing is put off.
/// - It tells the handlers behind it that bytes of a request came.
final class PeerProgressHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// Fired before each piece that the peer sent.
    struct BytesReceived: Sendable {}

    private var pace: ReaderPace
    private let checkInterval: TimeAmount
    private var bytesWritten = 0
    private var check: Scheduled<Void>?
    private var isCloseDelayed = false
    private var isInputClosed = false

    init(pace: ReaderPace, checkInterval: TimeAmount) {
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
        context.flush()
        if check == nil, waitingBytes(context) > 0 {
            pace.begin(taken: bytesWritten - unconfirmedBytes(context), at: .now())
            scheduleCheck(context)
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch mode {
        case .all where !isInputClosed && waitingBytes(context) > 0:
            context.channel.closeFuture.cascade(to: promise)
            closeWhenTaken(context)
        case .input:
            isInputClosed = true
            context.close(mode: isCloseDelayed ? .all : .input, promise: promise)
        default: context.close(mode: mode, promise: promise)
        }
    }

    /// What was not handed to the system yet.
    private func waitingBytes(_ context: ChannelHandlerContext) -> Int {
        // The channel always knows; were it not to, nothing would be waiting for anybody.
        do {
            return try context.channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
        } catch {
            return 0
        }
    }

    /// What the peer's system has not confirmed yet, as far as ours knows.
    private func unconfirmedBytes(_ context: ChannelHandlerContext) -> Int {
        #if os(Linux)
            var queued: Int32 = 0
            do {
                // How much of a socket's output waits there is asked for like a terminal's.
                try context.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
                    of: NIOBSDSocket.Handle.self
                ) { _ = ioctl($0, UInt(TIOCOUTQ), &queued) }
            } catch {
                // A socket that was closed holds nothing.
            }
            return waitingBytes(context) + Int(max(0, queued))
        #else
            return waitingBytes(context)
        #endif
    }

    /// Writes go out in their order: when an empty one has, everything before it has too.
    private func closeWhenTaken(_ context: ChannelHandlerContext) {
        guard !isCloseDelayed else { return }
        isCloseDelayed = true
        let taken = context.eventLoop.makePromise(of: Void.self)
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        taken.futureResult.whenComplete { _ in context.value.close(promise: nil) }
        context.value.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: taken)
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: checkInterval) { [self] in
            check = nil
            let unconfirmed = unconfirmedBytes(context)
            guard unconfirmed > 0 else { return }
            if pace.isTooSlow(taken: bytesWritten - unconfirmed, at: .now()) { return context.close(promise: nil) }
            scheduleCheck(context)
        }
    }
}
