import Foundation
import NIOCore
import NIOPosix

extension LyingServer {
    /// Reads the requests of one connection and plays the answers.
    final class Connection: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let server: LyingServer
        private var number = 0
        private var received: [UInt8] = []
        private var isOver = false
        private var isTunnel = false
        private var peer: (any Channel)?

        init(_ server: LyingServer) { self.server = server }

        func channelActive(context: ChannelHandlerContext) {
            let (number, greeting) = server.accept(context.channel)
            self.number = number
            if let greeting { play(greeting.steps[...], context) }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let buffer = Self.unwrapInboundIn(data)
            if let peer { return peer.writeAndFlush(buffer, promise: nil) }
            received += buffer.readableBytesView
            if !isTunnel { answerRequests(context) }
        }

        private func answerRequests(_ context: ChannelHandlerContext) {
            let end = Array("\r\n\r\n".utf8)
            while !isTunnel, let range = received.firstRange(of: end) {
                let head = String(decoding: received[..<range.lowerBound], as: UTF8.self)
                var request = Request(head: head, connection: number)
                let bodyEnd = range.upperBound + (request["content-length"].flatMap { Int($0) } ?? 0)
                guard received.count >= bodyEnd else { return }
                request.body = Data(received[range.upperBound..<bodyEnd])
                received.removeSubrange(..<bodyEnd)
                play(server.answer(to: request).steps[...], context)
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            peer?.close(promise: nil)
            server.close(number, byClient: !isOver)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }

        private func play(_ steps: ArraySlice<Answer.Step>, _ context: ChannelHandlerContext) {
            guard let step = steps.first else { return }
            let rest = steps.dropFirst()
            switch step {
            case .bytes(let bytes):
                let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
                context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(bytes: bytes)))
                    .whenSuccess { bound.value.0.play(rest, bound.value.1) }
            case .close:
                isOver = true
                context.close(promise: nil)
            case .reset:
                isOver = true
                let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
                (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                    .whenComplete { _ in bound.value.channel.close(promise: nil) }
            case .hang: break
            case .tunnel(let port): tunnel(to: port, context)
            }
        }

        private func tunnel(to port: Int, _ context: ChannelHandlerContext) {
            isTunnel = true
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            let near = context.channel
            ClientBootstrap(group: context.eventLoop)
                .channelInitializer { far in
                    far.eventLoop.makeCompletedFuture { try far.pipeline.syncOperations.addHandler(Relay(to: near)) }
                }
                .connect(host: "127.0.0.1", port: port)
                .whenComplete { result in
                    let (connection, context) = bound.value
                    guard case .success(let far) = result else { return context.close(promise: nil) }
                    connection.peer = far
                    far.writeAndFlush(ByteBuffer(bytes: connection.received), promise: nil)
                }
        }
    }

    /// The far end of a tunnel.
    private final class Relay: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let near: any Channel

        init(to near: any Channel) { self.near = near }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            near.writeAndFlush(Self.unwrapInboundIn(data), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            near.close(promise: nil)
        }
    }
}
