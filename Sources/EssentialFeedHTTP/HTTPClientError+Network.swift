import AsyncHTTPClient
import Foundation
import HTTPTransport
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

extension HTTPTransport.HTTPClientError {
    /// How much of a response had arrived when it failed.
    enum Stage {
        /// Nothing, so a retry may help.
        case head
        case body
    }

    init(network error: any Error, stage: Stage, limit: Int) {
        self = (error as? Self) ?? Self(Self.kind(of: error, stage: stage, limit: limit), cause: error)
    }

    private static func kind(of error: any Error, stage: Stage, limit: Int) -> Kind {
        let closed = stage == .head ? Kind.reset : .cut
        return switch error {
        case let error as NIOConnectionError: kind(of: error, limit: limit)
        case let error as AsyncHTTPClient.HTTPClientError: kind(of: error, closed: closed)
        case let error as IOError: kind(of: error, closed: closed)
        case ChannelError.connectTimeout: .connectTimeout
        case is ChannelError: closed
        case is SocketAddressError.UnknownHost: .nameNotFound
        case let error as CertificateTrust.Refusal: .changedCertificate(error.fingerprint)
        case NIOSSLError.uncleanShutdown, is NIOSSLCloseTimedOutError: closed
        case NIOSSLError.handshakeFailed(.sslError(let stack)) where stack.contains(.eofDuringHandshake): closed
        case NIOSSLError.handshakeFailed(.sslError(let stack)) where stack.contains(where: isNoTLS): .notTLS
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError, is TrustRootsError: .insecure
        case HTTPParserError.invalidEOFState: .cut
        case is HTTPParserError: stage == .head ? .malformed : .cut
        case NIOHTTPDecompression.DecompressionError.limit: .tooLarge(limit: limit)
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError: .cut
        default: .other
        }
    }

    /// Returns whether the error means that a server's certificate isn't trusted or is for another name.
    static func isUntrusted(_ error: any Error) -> Bool {
        switch error {
        case NIOSSLError.handshakeFailed(.sslError(let stack)):
            stack.contains { $0.description.contains("CERTIFICATE_VERIFY_FAILED") }
        case NIOSSLError.unableToValidateCertificate: true
        case let error as NIOSSLExtraError:
            [.failedToValidateHostname, .serverHostnameImpossibleToMatch].contains(error)
        default: false
        }
    }

    /// Returns whether the server doesn't use TLS. BoringSSL reports plain HTTP as a wrong version number, and NIOSSL
    /// exposes only the error's text.
    private static func isNoTLS(_ error: BoringSSLInternalError) -> Bool {
        error.description.contains("WRONG_VERSION_NUMBER")
    }

    /// Returns the most informative kind among the errors of a host's addresses.
    private static func kind(of error: NIOConnectionError, limit: Int) -> Kind {
        guard !error.connectionErrors.isEmpty else { return .nameNotFound }
        let kinds = error.connectionErrors.map { kind(of: $0.error, stage: .head, limit: limit) }
        return [.refused, .connectTimeout, .reset].first(where: kinds.contains) ?? .other
    }

    private static func kind(of error: AsyncHTTPClient.HTTPClientError, closed: Kind) -> Kind {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .getConnectionFromPoolTimeout:
            .connectTimeout
        case .remoteConnectionClosed: closed
        case .readTimeout, .writeTimeout, .deadlineExceeded: .timeout
        default: .other
        }
    }

    private static func kind(of error: IOError, closed: Kind) -> Kind {
        switch error.errnoCode {
        case ECONNREFUSED: .refused
        case ECONNRESET, ECONNABORTED, EPIPE, ENOTCONN: closed
        case ETIMEDOUT: closed == .cut ? .cut : .connectTimeout
        default: .other
        }
    }
}
