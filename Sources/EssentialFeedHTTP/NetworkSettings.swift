public import Foundation
public import HTTPTransport
import NIOSSL

/// The settings for network access.
public struct NetworkSettings: Hashable, Sendable {
    /// The proxies through which requests are sent.
    public var proxies: ProxySettings
    /// The path of a PEM file with certificates to trust instead of the system's, or `nil` to trust the system's.
    ///
    /// The file is read when a secure connection is first needed.
    public var trustRootsFile: String?
    /// The certificates trusted by the user, one per server. All other certificates of the server are refused.
    public var trustedCertificates: [Origin: CertificateFingerprint] = [:]
    /// The smallest space that the hosts' addresses may be in; `nil` for any.
    ///
    /// If it is set, the connection is made to the address that was checked. Requests through a proxy aren't checked.
    public var smallestSpace: AddressSpace?
    /// The connect timeout, including name resolution and the TLS handshake.
    public var connectTimeout = Duration.seconds(10)
    /// The maximum decompressed length of a compressed body, in bytes, even if a request allows more.
    public var maximumUnpackedBytes = 64 << 20

    /// Creates the settings from environment variables.
    ///
    /// Reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` (see ``ProxySettings``) and `SSL_CERT_FILE`.
    /// - Throws: ``ProxySettingsError`` if a variable doesn't hold the URL of an HTTP proxy.
    public init(environment: [String: String] = [:]) throws(ProxySettingsError) {
        proxies = try ProxySettings(environment: environment)
        trustRootsFile = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The file at ``NetworkSettings/trustRootsFile`` can't be used.
///
/// It is the cause of an `HTTPClientError` of kind `insecure`.
public struct TrustRootsError: Error, CustomStringConvertible, LocalizedError {
    /// The path of the file.
    public let path: String
    /// Why the file can't be used.
    public let cause: any Error

    public var description: String { "the certificates in \(path) can’t be used: \(cause)" }
    public var errorDescription: String? { description }
}
