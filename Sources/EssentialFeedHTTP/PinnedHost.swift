import HTTPTransport
import NIOCore
import NIOPosix

/// A host with the only address for its connections: its name is looked up once.
struct PinnedHost: Hashable {
    /// The name, as in the URL.
    let name: String
    let address: String

    /// Looks a name up, and returns an IPv4 address, an IPv6 address or both.
    /// - Parameter space: The smallest space that an address may be in.
    /// - Throws: `HTTPClientError` of kind `privateAddress` if all addresses are in smaller ones; the look-up's error.
    static func hosts(
        named name: String, port: Int, in space: AddressSpace, on loop: any EventLoop
    ) async throws -> [PinnedHost] {
        let resolver = NIORandomizedDNSResolver(loop: loop)
        let six = resolver.initiateAAAAQuery(host: name, port: port)
        let four = resolver.initiateAQuery(host: name, port: port)
        // The look-up can't be cancelled, but this call needn't wait for it then.
        let (results, continuation) = AsyncStream.makeStream(
            of: Result<([SocketAddress], [SocketAddress]), any Error>.self)
        four.and(six).whenComplete { result in
            continuation.yield(result)
            continuation.finish()
        }
        guard let result = await results.first(where: { _ in true }) else { throw CancellationError() }
        let addresses = try result.get()
        let hosts = [addresses.0, addresses.1].compactMap { family in
            family.compactMap(\.ipAddress).first { AddressSpace(host: $0) >= space }
                .map { PinnedHost(name: name, address: $0) }
        }
        guard !hosts.isEmpty else { throw HTTPClientError(.privateAddress) }
        return hosts
    }
}
