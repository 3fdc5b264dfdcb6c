import NIOCore

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
