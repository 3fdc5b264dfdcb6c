/// How the network is reached (N012).
public struct NetworkSettings: Hashable, Sendable {
    public var proxies: ProxySettings
    /// A PEM file with the certificates that are trusted, instead of the system's; read when a secure connection is
    /// first needed.
    public var trustRootsFile: String?
    /// How long a connection may take to be there, its secure part and the name's resolution included (N007).
    public var connectTimeout = Duration.seconds(10)

    /// Reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY` (see ``ProxySettings``) and `SSL_CERT_FILE`.
    public init(environment: [String: String] = [:]) throws(ProxySettings.Malformed) {
        proxies = try ProxySettings(environment: environment)
        trustRootsFile = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
