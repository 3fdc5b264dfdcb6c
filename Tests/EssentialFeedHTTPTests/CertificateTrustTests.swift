import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

/// Real servers with certificates that no authority has signed.
@Suite(.detectsHangs) struct CertificateTrustTests {
    @Test(
        "B012 A certificate that isn't trusted, or is for another name, fails with its fingerprint",
        arguments: [true, false])
    func loadFailsWithFingerprintWhenUntrusted(isForAnotherName: Bool) async throws {
        let certificate = isForAnotherName ? TestCertificate.wrongName : .localhost
        let folder = TemporaryFolder()
        let roots = folder.url.appending(path: "roots.pem")
        try Data(certificate.certificate.utf8).write(to: roots)
        let environment = isForAnotherName ? ["SSL_CERT_FILE": roots.path] : [:]
        try await withNetwork(certificate: certificate, environment: environment) { server, client in
            server.answerEverything(with: .response())
            let error = try await client.failure(of: request(server.url("/", userInfo: "maria:secret")))
            #expect(error.kind == .untrustedCertificate(try fingerprint(of: certificate)), "\(error)")
            #expect(server.requests.events.isEmpty)
        }
    }

    @Test func `Exactly the trusted certificate is accepted, for its server, whatever its name is`() async throws {
        for certificate in [TestCertificate.localhost, .wrongName] {
            let other = try await LyingServer(certificate: certificate)
            other.answerEverything(with: .response())
            try await withServer(certificate, trusting: certificate) { server, client in
                let status = try await client.load(request(server.url("/", userInfo: "maria:secret"))).status
                #expect(status == 200)
                #expect(server.requests.events.count == 1)
                let error = try await client.failure(of: request(other.url("/", userInfo: "maria:secret")))
                #expect(error.kind == .untrustedCertificate(try fingerprint(of: certificate)), "\(error)")
                #expect(other.requests.events.isEmpty)
            }
            try await other.stop()
        }
    }

    @Test func `A certificate other than the trusted one is refused as changed, before any request`() async throws {
        try await withServer(.localhost, trusting: .wrongName) { server, client in
            for _ in 0..<3 {
                let error = try await client.failure(of: request(server.url("/", userInfo: "maria:secret")))
                #expect(error.kind == .changedCertificate(try fingerprint(of: .localhost)), "\(error)")
            }
            // The connections were made, and the client has closed them.
            try await server.departures.wait(for: 3)
            #expect(server.requests.events.isEmpty)
        }
    }

    private func fingerprint(of certificate: TestCertificate) throws -> CertificateFingerprint {
        try #require(CertificateFingerprint(certificate.fingerprint))
    }

    private func withServer(
        _ certificate: TestCertificate, trusting trusted: TestCertificate,
        _ test: (LyingServer, NetworkHTTPClient) async throws -> Void
    ) async throws {
        let server = try await LyingServer(certificate: certificate)
        server.answerEverything(with: .response())
        var settings = try NetworkSettings()
        settings.trustedCertificates[try #require(Origin(server.url()))] = try fingerprint(of: trusted)
        try await withClient(NetworkHTTPClient(settings: settings)) { try await test(server, $0) }
        try await server.stop()
    }
}
