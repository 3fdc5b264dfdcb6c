// The members of socket addresses are declared in CNIOLinux or in Glibc, depending on NIO's version.
import CNIOLinux
import Foundation
import Glibc
import NIOCore
import Synchronization

/// Keeps the number of open connections within limits, in total and by address.
///
/// A /64 block of IPv6 addresses, which usually belongs to one household, counts as one address.
final class ConnectionSlots: Sendable {
    private struct State {
        var table: ConnectionTable<ObjectIdentifier>
        var channels: [ObjectIdentifier: any Channel] = [:]
    }

    private let isBehindProxy: Bool
    private let friends: @Sendable () -> [ObjectIdentifier: String]
    private let log: AccessLog
    private let state: Mutex<State>

    /// - Parameters:
    ///   - isBehindProxy: Whether connections from this machine belong to a proxy and count only toward the total.
    ///   - friends: Returns the channels whose last request had a valid token, and the token's id.
    init(
        maximum: Int, maximumByAddress: Int, isBehindProxy: Bool, log: AccessLog,
        friends: @escaping @Sendable () -> [ObjectIdentifier: String]
    ) {
        (self.isBehindProxy, self.log, self.friends) = (isBehindProxy, log, friends)
        state = Mutex(State(table: ConnectionTable(maximum: maximum, maximumByClient: maximumByAddress)))
    }

    /// Takes a slot until the connection closes. If no slot is free, another connection may be cut.
    /// - Returns: Whether the connection may stay open.
    func take(for channel: any Channel) -> Bool {
        let (id, client) = (ObjectIdentifier(channel), Self.client(channel.remoteAddress, isBehindProxy: isBehindProxy))
        let (isAccepted, cut) = state.withLock { state -> (Bool, (any Channel)?) in
            guard case .accepted(let closing) = state.table.open(id, of: client, at: .now(), friends: friends) else {
                return (false, nil)
            }
            state.channels[id] = channel
            return (true, closing.flatMap { state.channels.removeValue(forKey: $0) })
        }
        if !isAccepted || cut != nil { log.writeRefusal() }
        cut?.triggerUserOutboundEvent(PeerProgressHandler.Cut(), promise: nil)
        guard isAccepted else { return false }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.state.withLock { state in
                state.table.close(id)
                state.channels[id] = nil
            }
        }
        return true
    }

    func note(_ progress: ConnectionTable<ObjectIdentifier>.Progress, of channel: any Channel) {
        state.withLock { $0.table.note(progress, of: ObjectIdentifier(channel), at: .now()) }
    }

    /// Returns what a connection counts toward; `nil` if it counts only toward the total.
    static func client(_ address: SocketAddress?, isBehindProxy: Bool) -> [UInt8]? {
        guard let address = address?.ipAddress else { return nil }
        return isBehindProxy && address.isLoopback ? nil : Array(address.network)
    }
}

extension SocketAddress {
    var ipAddress: IPAddress? {
        switch self {
        case .v4(let address): IPAddress(withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
        case .v6(let address): IPAddress(withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        case .unixDomainSocket: nil
        }
    }
}
