import EssentialFeed
import Foundation
import NIOCore
import NIOPosix

/// A look at the address that a server listens on, and at who reaches it.
struct AddressExamination {
    private let configuration: PhotoServerConfiguration
    /// Whether a server that is running uses the state.
    private let isStateInUse: Bool

    init(_ configuration: PhotoServerConfiguration, isStateInUse: Bool) {
        (self.configuration, self.isStateInUse) = (configuration, isStateInUse)
    }

    /// Listens on the address for a moment.
    func findings() async -> [Finding] {
        await listening() + access()
    }

    private func listening() async -> [Finding] {
        let (host, port) = (configuration.host, configuration.port)
        do {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1).bind(host: host, port: port).get()
            try await channel.close()
            return []
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            guard !isStateInUse else {
                return [Finding(.note, .address, "port \(port) is taken, as it is while the server runs")]
            }
            return [Finding(.error, .address, PhotoServerError.portTaken(host: host, port: port).description)]
        } catch {
            let error = PhotoServerError.cannotListen(host: host, port: port, error)
            return [Finding(.error, .address, error.description)]
        }
    }

    private func access() -> [Finding] {
        guard isReachable else { return [] }
        var findings: [Finding] = []
        if !configuration.isPublic, let folder = configuration.stateFolder, hasNoTokens(folder) {
            let address = configuration.publicAddress?.displayText
            findings.append(
                Finding(.error, .tokens, PhotoServerError.nobodyInvited(address: address).description))
        }
        let isEncrypted =
            configuration.certificate != nil || configuration.publicAddress?.displayText.hasPrefix("https:") == true
        if !configuration.isPublic, !isEncrypted {
            findings.append(
                Finding(
                    .warning, .tls,
                    "tokens go through the network unencrypted; use --tls-cert and --tls-key, or a proxy with TLS"))
        }
        return findings
    }

    private func hasNoTokens(_ folder: URL) -> Bool {
        do throws(AccessError) {
            return try TokenFile(in: folder).tokens().isEmpty
        } catch {
            // That they can't be read is a finding of its own.
            return false
        }
    }

    private var isReachable: Bool {
        do {
            return try configuration.isReachable()
        } catch {
            // That the host can't be listened on is a finding of its own.
            return false
        }
    }
}
