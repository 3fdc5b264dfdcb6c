import NIOCore
import Synchronization

#if os(Linux)
    // The members of socket addresses count as this module's wherever SwiftNIO is in the build.
    import CNIOLinux
#endif

/// Counts the connections that are open, in all and by address, so that nobody takes all that the process may have.
///
/// Half of an IPv6 address belongs to one household; an IPv4 address counts as what it is, however it is spelled.
final class ConnectionPlaces: Sendable {
    /// A connection's place, to be given back when it has ended.
    struct Place: Sendable {
        fileprivate let client: Client?
    }

    fileprivate enum Client: Hashable, Sendable {
        case four(UInt32)
        case six([UInt8])
    }

    private struct State {
        var total = 0
        var byClient: [Client: Int] = [:]
    }

    private let maximum: Int
    private let maximumByAddress: Int
    private let isBehindProxy: Bool
    private let state = Mutex(State())

    /// - Parameter isBehindProxy: whether clients on this machine are one proxy for many, which only count in all.
    init(maximum: Int, maximumByAddress: Int, isBehindProxy: Bool) {
        (self.maximum, self.maximumByAddress, self.isBehindProxy) = (maximum, maximumByAddress, isBehindProxy)
    }

    /// - Returns: `nil` when there is none left.
    func take(for address: SocketAddress?) -> Place? {
        let client = address.flatMap(client)
        return state.withLock { state in
            guard state.total < maximum else { return nil }
            if let client {
                guard state.byClient[client, default: 0] < maximumByAddress else { return nil }
                state.byClient[client, default: 0] += 1
            }
            state.total += 1
            return Place(client: client)
        }
    }

    func giveBack(_ place: Place) {
        state.withLock { state in
            state.total -= 1
            guard let client = place.client, let count = state.byClient[client] else { return }
            state.byClient[client] = count > 1 ? count - 1 : nil
        }
    }

    private func client(_ address: SocketAddress) -> Client? {
        guard let bytes = address.bytes else { return nil }
        if isBehindProxy, address.isLoopback { return nil }
        return bytes.count == 4 ? .four(bytes.reduce(0) { $0 << 8 | UInt32($1) }) : .six(Array(bytes.prefix(8)))
    }
}

extension SocketAddress {
    /// The address itself in network order: four bytes, or sixteen; `nil` for what is no IP address.
    private var rawBytes: [UInt8]? {
        switch self {
        case .v4(let address): withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address): withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
        case .unixDomainSocket: nil
        }
    }

    /// The same, four bytes also for an IPv4 address that is written as IPv6.
    var bytes: [UInt8]? {
        guard let bytes = rawBytes, bytes.count == 16 else { return rawBytes }
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return isMapped ? Array(bytes[12...]) : bytes
    }

    /// Whether it can be reached from this machine alone.
    var isLoopback: Bool {
        guard let bytes else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
}
