import Foundation
import Glibc

/// Keeps a port on loopback from other tests while nothing listens on it, so connections to it are refused.
///
/// A server that asks for exactly this port can still listen on it.
final class ReservedPort: Sendable {
    private let descriptor: Int32

    /// Reserves the port, if the system allows it.
    /// - Parameter host: `127.0.0.1` or `::1`.
    init(_ port: Int, host: String) {
        let isIPv6 = host.contains(":")
        descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var isReused: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(port).bigEndian
            inet_pton(AF_INET6, host, &address.sin6_addr)
            bind(address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            inet_pton(AF_INET, host, &address.sin_addr)
            bind(address)
        }
    }

    deinit {
        close(descriptor)
    }

    private func bind<Address>(_ address: Address) {
        withUnsafeBytes(of: address) { bytes in
            _ = Glibc.bind(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }
}
