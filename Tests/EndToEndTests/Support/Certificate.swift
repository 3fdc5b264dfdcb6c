import Foundation
import TestSupport

/// A self-signed certificate for an address of this machine, made by openssl.
struct Certificate: Sendable {
    /// The path of the certificate, which is also its trust root.
    let certificate: URL
    let key: URL

    static func make(for host: String, in folder: URL) async throws -> Certificate {
        let name = UUID().uuidString
        let made = Certificate(
            certificate: folder.appending(path: "\(name).pem"), key: folder.appending(path: "\(name).key"))
        try await TestProgram.succeed([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2",
            "-subj", "/CN=\(host)", "-addext", "subjectAltName=IP:\(host)", "-keyout", made.key.path, "-out",
            made.certificate.path,
        ])
        return made
    }

    /// Replaces another one like a program that renews certificates: by renaming, the key last.
    func replace(_ other: Certificate) throws {
        for (new, old) in [(certificate, other.certificate), (key, other.key)] {
            guard rename(new.path, old.path) == 0 else { throw POSIXError(.EIO) }
        }
    }
}
