import BenchmarkKit
import Foundation
import Synchronization

/// Clients that occupy a server: half of them send the head of a request byte by byte, and half ask for an image and
/// don't receive it. They reconnect when the server closes their connections.
final class SlowClients: Sendable {
    /// The least time between two attempts of a client to connect, and between two bytes of a head.
    private static let pause = Duration.seconds(1)

    private let isEnding = Atomic(false)
    private let open = Atomic(0)
    private let isDone = DispatchSemaphore(value: 0)

    private struct Client {
        let address: in_addr_t
        /// Sent at once; the remainder is sent byte by byte.
        let beginning: [UInt8]
        let rest: [UInt8]
        var connection: Int32 = -1
        /// The number of bytes of the remainder already sent; `nil` before the beginning.
        var sent: Int?
        var next = ContinuousClock.now
    }

    /// - Parameters:
    ///   - addresses: The clients' addresses on this machine, in turn.
    ///   - image: The path of a large image.
    init(_ count: Int, from addresses: [String], of server: URL, image: String) throws {
        guard let port = server.port.flatMap(UInt16.init(exactly:)) else { throw URLError(.badURL) }
        let fields = "Host: 127.0.0.1:\(port)\r\nX-Slow: "
        let clients = (0..<count).map { number in
            let path = number.isMultiple(of: 2) ? "/feed" : image
            let isHead = number.isMultiple(of: 2)
            return Client(
                address: inet_addr(addresses[number / 2 % addresses.count]),
                beginning: Array("GET \(path) HTTP/1.1\r\n\(fields)\(isHead ? "" : "a\r\n\r\n")".utf8),
                rest: isHead ? Array(repeating: UInt8(ascii: "a"), count: 10_000) : [])
        }
        Thread { [self] in
            run(clients, port)
            isDone.signal()
        }.start()
    }

    /// The number of connections left open by the server.
    var openCount: Int { open.load(ordering: .relaxed) }

    /// Closes all connections.
    func stop() {
        isEnding.store(true, ordering: .relaxed)
        isDone.wait()
        // A second stop doesn't wait.
        isDone.signal()
    }

    private func run(_ clients: [Client], _ port: UInt16) {
        var clients = clients
        var nextCount = ContinuousClock.now
        while !isEnding.load(ordering: .relaxed) {
            for index in clients.indices where clients[index].next <= .now {
                clients[index].next = .now + Self.pause
                proceed(with: &clients[index], port)
            }
            if nextCount <= .now {
                nextCount = .now + Self.pause
                let count = clients.count { $0.sent != nil && $0.connection >= 0 && !Self.isAtEnd($0.connection) }
                open.store(count, ordering: .relaxed)
            }
            usleep(20_000)
        }
        for client in clients where client.connection >= 0 { close(client.connection) }
    }

    private func proceed(with client: inout Client, _ port: UInt16) {
        guard client.connection >= 0 else {
            client.connection = Self.connection(from: client.address, to: port)
            client.sent = nil
            return
        }
        let isOpen =
            if let sent = client.sent {
                sent < client.rest.count
                    ? Self.send([client.rest[sent]], on: client.connection) : !Self.isAtEnd(client.connection)
            } else {
                Self.send(client.beginning, on: client.connection)
            }
        client.sent = client.sent.map { $0 + 1 } ?? 0
        if !isOpen {
            close(client.connection)
            client.connection = -1
        }
    }

    private static func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
        Foundation.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Returns whether the server has closed a connection.
    private static func isAtEnd(_ connection: Int32) -> Bool {
        // Swift doesn't import `POLLRDHUP`.
        var state = pollfd(fd: connection, events: 0x2000, revents: 0)
        return poll(&state, 1, 0) > 0
    }

    private static func connection(from address: in_addr_t, to port: UInt16) -> Int32 {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        // One client mustn't wait until the server accepts another one.
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        // A small buffer: the server's system can't get rid of the image at once.
        var size: Int32 = 4_096
        setsockopt(connection, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        func end(_ address: in_addr_t, _ port: UInt16) -> sockaddr_in {
            var end = sockaddr_in()
            end.sin_family = sa_family_t(AF_INET)
            end.sin_port = port.bigEndian
            end.sin_addr.s_addr = address
            return end
        }
        func with(_ end: sockaddr_in, _ call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32) -> Bool {
            var end = end
            return withUnsafePointer(to: &end) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    call(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        }
        let isBegun =
            connection >= 0 && with(end(address, 0), bind)
            && (with(end(inet_addr("127.0.0.1"), port), connect) || errno == EINPROGRESS)
        guard isBegun else {
            if connection >= 0 { close(connection) }
            return -1
        }
        return connection
    }
}
