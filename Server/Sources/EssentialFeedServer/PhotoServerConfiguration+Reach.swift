import EssentialFeed
import NIOCore

extension PhotoServerConfiguration {
    /// Returns whether other machines may reach the server, directly or through a proxy; blocks.
    func isReachable() throws -> Bool {
        if let publicAddress, !publicAddress.isOnlyForThisMachine { return true }
        if Self.isWildcard(host) { return true }
        return try SocketAddress.makeAddressResolvingHost(host, port: port).ipAddress?.isLoopback != true
    }
}
