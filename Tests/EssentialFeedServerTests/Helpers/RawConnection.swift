import Foundation
import NIOCore
import NIOPosix

/// A connection on which a test says what goes over the wire, byte by byte.
struct RawConnection: Sendable {
    let inbound: NIOAsyncChannelInboundStream<ByteBuffer>
    let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    let channel: any Channel

    /// - Parameters:
    ///   - source: the address of this machine that the connection comes from.
    ///   - receiveBuffer: how much the system takes for a reader that does not read.
    static func with<Value: Sendable>(
        port: Int, host: String = "127.0.0.1", from source: String? = nil, receiveBuffer: Int? = nil,
        _ body: @escaping @Sendable (RawConnection) async throws -> Value
    ) async throws -> Value {
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.maxMessagesPerRead, value: 1)
        if let receiveBuffer {
            bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: receiveBuffer)
        }
        if let source { bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: source, port: 0)) }
        let channel = try await bootstrap.connect(host: host, port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
        return try await withDeadline {
            try await channel.executeThenClose { inbound, outbound in
                try await body(RawConnection(inbound: inbound, outbound: outbound, channel: channel.channel))
            }
        }
    }

    func send(_ text: String) async throws {
        try await outbound.write(ByteBuffer(string: text))
    }

    /// Takes nothing for a while, as a reader does that is slow.
    func pause(_ time: TimeAmount) async throws {
        try await channel.eventLoop.scheduleTask(in: time) {}.futureResult.get()
    }

    /// Everything up to the end of the connection, however it ends.
    func readToEnd() async -> String {
        var text = ByteBuffer()
        do {
            for try await bytes in inbound { text.writeImmutableBuffer(bytes) }
        } catch {
            // A reset ends the connection as well.
        }
        return String(decoding: text.readableBytesView, as: UTF8.self)
    }

    /// A head and a body of the length that the head says.
    func readAnswer(
        hasBody: Bool = true, _ iterator: inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        rest: inout ByteBuffer
    ) async throws -> (head: String, body: ByteBuffer) {
        while true {
            let bytes = Data(rest.readableBytesView)
            if let end = bytes.firstRange(of: Data("\r\n\r\n".utf8)) {
                let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                let length = hasBody ? Self.length(head) : 0
                if bytes.count - end.upperBound >= length {
                    rest.moveReaderIndex(forwardBy: end.upperBound)
                    guard let body = rest.readSlice(length: length) else { throw CancellationError() }
                    return (head, body)
                }
            }
            guard let more = try await iterator.next() else { throw CancellationError() }
            rest.writeImmutableBuffer(more)
        }
    }

    static func length(_ head: String) -> Int {
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        return line.flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) } ?? 0
    }
}
