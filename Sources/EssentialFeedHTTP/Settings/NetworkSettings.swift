/// The settings by which the network is reached.
public struct NetworkSettings: Hashable, Sendable {
    /// The proxies through which requests are sent.
    public var proxies: ProxySettings
    /// The path of a PEM file with the certificates to trust instead of the system's, or `nil` to trust those.
    ///
    /// The file is read when a secure connection is first needed.
    public var trustRootsFile: String?
    /// How long making a connection may take, including the TLS handshake and the resolution of the name.
    public var connectTimeout = Duration.seconds(10)

    /// Creates the settings that the environment asks for.
    ///
    /// Reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` (see ``ProxySettings``) and `SSL_CERT_FILE`.
    /// - Throws: ``ProxySettingsError`` if a variable doesn't hold the URL of an HTTP proxy.
    public init(environment: [String: String] = [:]) throws(ProxySettingsError) {
        proxies = try ProxySettings(environment: environment)
        trustRootsFile = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
