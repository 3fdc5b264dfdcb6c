import Foundation

/// A connection to a server on loopback, for tests that speak its protocol themselves. Its calls block.
final class LoopbackConnection: Sendable {
    /// In seconds. Only a hang takes as long: scripts in a page wait for at most five minutes.
    private static let limit = 330
    private let descriptor: Int32

    /// - Parameter receiveBuffer: How many bytes the system takes before they are read; `nil` for as many as it likes.
    init(to host: String = "127.0.0.1", port: UInt16, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: Self.limit, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        let result = withUnsafeBytes(of: address) { bytes in
            connect(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit {
        close(descriptor)
    }

    func write(_ data: Data) throws {
        var rest = data[...]
        while !rest.isEmpty {
            let (count, error) = rest.withUnsafeBytes {
                (send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)), errno)
            }
            if count < 0, error == EINTR { continue }
            guard count > 0 else { throw POSIXError(.EPIPE) }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the bytes up to the text, and reads the text, too.
    func read(until end: String) throws -> Data {
        var data = Data()
        while data.suffix(end.utf8.count) != Data(end.utf8) { data += try read(1) }
        return data.dropLast(end.utf8.count)
    }

    func read(_ count: Int) throws -> Data {
        var data = Data()
        while data.count < count {
            var buffer = Data(count: count - data.count)
            let (received, error) = buffer.withUnsafeMutableBytes {
                (recv(descriptor, $0.baseAddress, $0.count, 0), errno)
            }
            if received < 0, error == EINTR { continue }
            guard received > 0 else { throw POSIXError(received < 0 && error == EAGAIN ? .ETIMEDOUT : .ECONNRESET) }
            data += buffer.prefix(received)
        }
        return data
    }
}
