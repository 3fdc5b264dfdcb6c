// The members of socket addresses are declared in CNIOLinux or in Glibc, depending on NIO's version.
import CNIOLinux
import Foundation
import Glibc
import NIOCore
import Synchronization

/// Counts the open connections, in total and by address, so that one client can't take all of them.
///
/// A /64 block of IPv6 addresses, which usually belongs to one household, counts as one address.
final class ConnectionSlots: Sendable {
    /// The slot of an open connection.
    struct Slot: Sendable {
        /// The client that the slot counts toward; `nil` if it counts only toward the total.
        fileprivate let client: [UInt8]?
    }

    private struct State {
        var total = 0
        var byClient: [[UInt8]: Int] = [:]
    }

    private let maximum: Int
    private let maximumByAddress: Int
    private let isBehindProxy: Bool
    private let state = Mutex(State())

    /// - Parameter isBehindProxy: Whether connections from this machine belong to a proxy and count only toward the
    ///   total.
    init(maximum: Int, maximumByAddress: Int, isBehindProxy: Bool) {
        (self.maximum, self.maximumByAddress, self.isBehindProxy) = (maximum, maximumByAddress, isBehindProxy)
    }

    /// Takes a slot, which must be returned when the connection closes; `nil` if no slot is free.
    func take(for address: SocketAddress?) -> Slot? {
        let client = address?.ipAddress.flatMap(client)
        return state.withLock { state in
            guard state.total < maximum else { return nil }
            if let client {
                guard state.byClient[client, default: 0] < maximumByAddress else { return nil }
                state.byClient[client, default: 0] += 1
            }
            state.total += 1
            return Slot(client: client)
        }
    }

    func giveBack(_ slot: Slot) {
        state.withLock { state in
            state.total -= 1
            guard let client = slot.client, let count = state.byClient[client] else { return }
            state.byClient[client] = count > 1 ? count - 1 : nil
        }
    }

    private func client(_ address: IPAddress) -> [UInt8]? {
        isBehindProxy && address.isLoopback ? nil : Array(address.bytes.prefix(8))
    }
}

extension SocketAddress {
    /// The IP address, or `nil` for a Unix domain socket.
    var ipAddress: IPAddress? {
        switch self {
        case .v4(let address): IPAddress(withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
        case .v6(let address): IPAddress(withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        case .unixDomainSocket: nil
        }
    }
}

/// The timeouts and the maximum number of a server's connections.
public struct ConnectionLimits: Hashable, Sendable {
    /// The timeout for a request's head: the first from the start of the connection, later ones from their first byte.
    public var requestHead = Duration.seconds(10)
    /// The timeout for idle connections.
    public var idle = Duration.seconds(60)
    /// The minimum rate at which a client must receive a response, averaged over ``readerWindow``.
    public var minimumBytesPerSecond = 1_024
    /// The window over which the rate is averaged, and during which a client may pause.
    public var readerWindow = Duration.seconds(30)
    /// The maximum number of open connections; lower if the process can't open that many files.
    public var connections = 512
    /// The maximum number of connections from one IPv4 address or one /64 block of IPv6 addresses.
    ///
    /// With a public URL, connections from the server's own machine belong to a proxy and count only toward the total.
    public var connectionsByAddress = 128
    /// The time that a shutdown waits for responses in progress.
    public var shutdown = Duration.seconds(10)

    /// Creates the default limits.
    public init() {}
}
