import NIOCore

/// Stands next to the socket and watches the bytes go by.
///
/// - It closes a connection whose peer takes nothing for the limit although something is waiting for it. What counts
///   is bytes taken, so a slow reader is not a stalled one.
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

    /// How often a limit is looked at: a stalled reader is closed after one to one and a quarter of it.
    private static let checksPerLimit = 4

    private let limit: TimeAmount
    private var bytesWritten = 0
    private var bytesTaken = 0
    private var lastProgress = NIODeadline.now()
    private var check: Scheduled<Void>?
    private var isCloseDelayed = false
    private var isInputClosed = false

    init(limit: TimeAmount) {
        self.limit = limit
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
            bytesTaken = bytesWritten - waitingBytes(context)
            lastProgress = .now()
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

    private func waitingBytes(_ context: ChannelHandlerContext) -> Int {
        // The channel always knows; were it not to, nothing would be waiting for anybody.
        do {
            return try context.channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
        } catch {
            return 0
        }
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
        let interval = TimeAmount.nanoseconds(max(1, limit.nanoseconds / Int64(Self.checksPerLimit)))
        check = context.eventLoop.assumeIsolated().scheduleTask(in: interval) { [self] in
            check = nil
            let waiting = waitingBytes(context)
            let taken = bytesWritten - waiting
            if taken != bytesTaken || waiting == 0 {
                bytesTaken = taken
                lastProgress = .now()
            } else if .now() - lastProgress >= limit {
                return context.close(promise: nil)
            }
            if waiting > 0 { scheduleCheck(context) }
        }
    }
}
