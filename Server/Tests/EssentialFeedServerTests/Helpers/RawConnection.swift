import Foundation
import NIOCore
import NIOPosix
import TestSupport

/// The server ended a connection before its answer was whole.
struct ConnectionEnded: Error {}

/// A connection on which a test controls every byte.
struct RawConnection: Sendable {
    let inbound: NIOAsyncChannelInboundStream<ByteBuffer>
    let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    let channel: any Channel

    /// - Parameters:
    ///   - source: The local address of the connection.
    ///   - receiveBuffer: The number of bytes the system receives before the test reads them.
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

    func send(_ text: String, _ bytes: Data = Data()) async throws {
        try await outbound.write(ByteBuffer(bytes: Data(text.utf8) + bytes))
    }

    /// Waits without reading.
    func pause(_ time: TimeAmount) async throws {
        try await channel.eventLoop.scheduleTask(in: time) {}.futureResult.get()
    }

    /// Widens a narrow receive buffer: reading the remainder then takes no longer than necessary.
    func widenReceiveBuffer() async throws {
        let window = ChannelOptions.socket(SocketOptionLevel(IPPROTO_TCP), SocketOptionName(TCP_WINDOW_CLAMP))
        try await channel.setOption(.socketOption(.so_rcvbuf), value: 1 << 20).get()
        try await channel.setOption(window, value: 1 << 20).get()
    }

    /// Returns everything up to the end of the connection, whether it is closed or reset.
    func readToEnd() async -> String {
        var text = ByteBuffer()
        do {
            for try await bytes in inbound { text.writeImmutableBuffer(bytes) }
        } catch {
            // The connection was reset.
        }
        return String(decoding: text.readableBytesView, as: UTF8.self)
    }

    /// Reads a head and a body of the length in the head.
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
                    guard let body = rest.readSlice(length: length) else { throw ConnectionEnded() }
                    return (head, body)
                }
            }
            guard let more = try await iterator.next() else { throw ConnectionEnded() }
            rest.writeImmutableBuffer(more)
        }
    }

    static func length(_ head: String) -> Int {
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        return line.flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) } ?? 0
    }

    /// Returns the content of a body that was sent in chunks.
    static func content(ofChunks body: Data) throws -> Data {
        var (content, rest) = (Data(), body)
        while true {
            guard let line = rest.prefix(20).firstRange(of: Data("\r\n".utf8)),
                let count = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16),
                line.upperBound + count + 2 <= rest.endIndex
            else { throw ConnectionEnded() }
            guard count > 0 else { return content }
            let end = line.upperBound + count
            content += rest[line.upperBound..<end]
            rest = rest[(end + 2)...]
        }
    }
}
