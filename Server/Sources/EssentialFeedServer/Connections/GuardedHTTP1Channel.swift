import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// Hummingbird's HTTP/1.1 channel with limits on slow clients and connections, with TLS, and with an access log.
///
/// The limits count the encrypted bytes, so their handlers are before TLS. The log records requests, so its handler
/// is after TLS.
struct GuardedHTTP1Channel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let base: HTTP1Channel
    private let limits: ConnectionLimits
    private let log: AccessLog
    private let slots: ConnectionSlots
    private let certificate: ServerCertificate?

    /// - Parameter certificate: The TLS certificate; `nil` for unencrypted connections.
    init(
        responder: @escaping HTTPChannelHandler.Responder, limits: ConnectionLimits, log: AccessLog,
        slots: ConnectionSlots, certificate: ServerCertificate?
    ) {
        base = HTTP1Channel(
            responder: { request, writer, channel in
                // No client waits for responses to requests from before the connection was closed.
                guard channel.isActive else { throw ChannelError.alreadyClosed }
                try await responder(request, writer, channel)
            }, configuration: .init(idleTimeout: TimeAmount(limits.idle)))
        self.limits = limits
        self.log = log
        self.slots = slots
        self.certificate = certificate
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        do {
            let pipeline = channel.pipeline.syncOperations
            if !slots.take(for: channel) { try pipeline.addHandler(RefusalHandler()) }
            try pipeline.addHandler(
                PeerProgressHandler(
                    pace: TransferPace(
                        bytesPerSecond: limits.minimumBytesPerSecond, window: TimeAmount(limits.readerWindow)),
                    checkInterval: TimeAmount(limits.readerWindow / TransferPace.checksPerWindow)))
            if let certificate {
                try pipeline.addHandlers(NIOSSLServerHandler(context: certificate.context), InputCloseHandler())
            }
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            // The handler is after NIO's decoder, because requests still have their HTTP version there, and before
            // Hummingbird's handlers.
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(
                ExchangeHandler(headLimit: TimeAmount(limits.requestHead), log: log, slots: slots),
                position: .after(decoder))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopTaskExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}

/// Runs tasks on an event loop's thread.
///
/// A connection's task then answers without switching threads. It must move blocking work to other threads.
final class EventLoopTaskExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Cuts an encrypted connection when its input should close, because TLS can't close only the input.
///
/// The server closes inputs only when a shutdown times out.
final class InputCloseHandler: ChannelOutboundHandler {
    typealias OutboundIn = NIOAny
    typealias OutboundOut = NIOAny

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard case .input = mode else { return context.close(mode: mode, promise: promise) }
        context.triggerUserOutboundEvent(PeerProgressHandler.Cut(), promise: promise)
    }
}

/// Closes a refused connection before anything is read from it.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { context.close(promise: nil) }
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
