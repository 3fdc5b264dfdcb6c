import Foundation

/// A client that reads no more than the first byte of an answer.
final class StalledReader: Sendable {
    struct Failed: Error {
        let code: Int32
    }

    private let descriptor: Int32

    /// Sends a request and returns when the answer has begun.
    init(_ url: URL) throws {
        descriptor = try Self.connected(to: url)
        let authority = "\(url.host() ?? ""):\(url.port ?? 80)"
        let request = Array("GET \(url.path()) HTTP/1.1\r\nHost: \(authority)\r\n\r\n".utf8)
        var byte: UInt8 = 0
        guard send(descriptor, request, request.count, 0) == request.count, recv(descriptor, &byte, 1, 0) == 1 else {
            throw Failed(code: errno)
        }
    }

    deinit {
        close(descriptor)
    }

    private static func connected(to url: URL) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var receiveBuffer: Int32 = 4_096
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout.size(ofValue: receiveBuffer)))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(url.port ?? 80).bigEndian
        inet_pton(AF_INET, url.host() ?? "", &address.sin_addr)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let code = errno
            close(descriptor)
            throw Failed(code: code)
        }
        return descriptor
    }
}
