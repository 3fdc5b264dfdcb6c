import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

struct ClientAddress: Sendable {
    /// Whether a proxy on this machine forwards requests, which a public URL implies.
    let isBehindProxy: Bool

    /// Returns the client's address, or `nil` if it is this machine or unknown.
    ///
    /// `X-Forwarded-For` is trusted only from a proxy on this machine, and only its last address: the proxy appends the
    /// address that it sees. Clients can forge the addresses before it.
    func address(of peer: IPAddress?, forwardedFor: String?) -> IPAddress? {
        guard let peer else { return nil }
        guard peer.isLoopback else { return peer }
        guard isBehindProxy, let last = forwardedFor?.split(separator: ",").last else { return nil }
        let text = last.trimmingCharacters(in: .whitespaces)
        let address = IPAddress(four: text) ?? IPAddress(six: text)
        return address?.isLoopback == true ? nil : address
    }

    func address(of request: Request, on channel: any Channel) -> IPAddress? {
        address(of: channel.remoteAddress?.ipAddress, forwardedFor: request.headers[.xForwardedFor])
    }
}
