import NIOCore

/// Cuts an encrypted connection whose input is to be closed, because TLS can't close the input alone.
///
/// The server closes inputs only when a shutdown has run out of time.
final class InputCloseHandler: ChannelOutboundHandler {
    typealias OutboundIn = NIOAny
    typealias OutboundOut = NIOAny

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard case .input = mode else { return context.close(mode: mode, promise: promise) }
        context.triggerUserOutboundEvent(PeerProgressHandler.Cut(), promise: promise)
    }
}
