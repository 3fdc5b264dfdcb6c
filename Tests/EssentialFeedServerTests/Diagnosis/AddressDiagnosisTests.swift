import Foundation
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct AddressDiagnosisTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Makes a certificate for a name that is valid for a year from now.
    private func certificate(_ name: String = "photos.example.com") async throws -> CertificateFiles {
        let path = folder.url.appending(path: UUID().uuidString).path
        try await TestProgram.succeed([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "365", "-subj", "/CN=x", "-addext", "subjectAltName=\(name.first == "1" ? "IP" : "DNS"):\(name)",
            "-keyout", "\(path).key", "-out", "\(path).pem",
        ])
        return CertificateFiles(certificate: "\(path).pem", key: "\(path).key")
    }

    private func messages(
        _ severity: Finding.Severity, _ files: CertificateFiles, host: String? = "photos.example.com", days: Double = 0
    ) -> [String] {
        CertificateExamination(files, host: host, now: Date() + days * 86_400).findings()
            .filter { $0.severity == severity }.map(\.message)
    }

    @Test("N237: a certificate that has expired, isn't valid yet, or expires within 30 days is told with the time")
    func test_findings_nameTimesOfCertificate() async throws {
        let files = try await certificate()
        #expect(messages(.error, files) + messages(.warning, files) == [])
        #expect(messages(.warning, files, days: 340).first?.contains("expires in 2") == true)
        #expect(messages(.error, files, days: 366).first?.contains("has expired") == true)
        #expect(messages(.error, files, days: -2).first?.contains("isn't valid before") == true)
    }

    @Test("N237: a certificate that can't be read, that doesn't fit its key, or whose key others may read is an error")
    func test_findings_nameUnusableFiles() async throws {
        let (one, other) = (try await certificate(), try await certificate())
        let mixed = CertificateFiles(certificate: one.certificate, key: other.key)
        #expect(messages(.error, mixed).first?.contains("fits the key") == true)
        let missing = CertificateFiles(certificate: "/nowhere.pem", key: one.key)
        #expect(messages(.error, missing).first?.contains("/nowhere.pem") == true)
        chmod(one.key, 0o644)
        #expect(messages(.error, one).first?.contains("other users") == true)
    }

    @Test("N237: a certificate without the host of the public URL, or else of --host, is an error")
    func test_findings_nameHost() async throws {
        let files = try await certificate()
        #expect(messages(.error, files, host: "other.example.com").first?.contains("isn't for other") == true)
        let address = try await certificate("127.0.0.1")
        #expect(messages(.error, address, host: "127.0.0.1") == [])
        #expect(messages(.error, address, host: "127.0.0.2").count == 1)
        var server = try DiagnosedServer(publicURL: "https://wrong.example.com:8443/p")
        server.configuration.certificate = files
        _ = try server.photos.invite("maria")
        #expect(await server.messages(.error, .tls).first?.contains("isn't for wrong.example.com") == true)
    }

    @Test(
        "N237: a name with a star stands for one label",
        arguments: [
            ("*.example.com", "photos.example.com", true), ("*.example.com", "a.b.example.com", false),
            ("*.example.com", "example.com", false), ("*.com", "example.com", false), ("*", "com", false),
            ("Photos.example.com.", "photos.EXAMPLE.com", true), ("", "", false), ("a", "b", false),
        ])
    func test_matches_comparesLabels(name: String, host: String, isMatch: Bool) {
        #expect(CertificateName(name).matches(host) == isMatch)
    }

    @Test("N237: a port that another program has is an error; if a server uses the state, it is fine")
    func test_findings_namePort() async throws {
        let other = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let server = try DiagnosedServer(port: other.localAddress?.port ?? 0)
        #expect(await server.messages(.error, .address).first?.contains("already taken") == true)
        let isInUse = await AddressExamination(server.configuration, isStateInUse: true).findings()
        #expect(isInUse.map(\.severity) == [.note])
        try await other.close()
        // A process that another test starts right now has the port until its program begins.
        try await withDeadline { while await server.findings() != [] {} }
    }

    @Test("N237: where others reach the server, nobody with a token is an error, and no encryption a warning")
    func test_findings_nameOpenAddress() async throws {
        var server = try DiagnosedServer(publicURL: "http://photos.example.com")
        #expect(await server.messages(.error, .tokens).first?.contains("essential-feed invite NAME") == true)
        _ = try server.photos.invite("maria")
        #expect(await server.messages(.error, .tokens) == [])
        #expect(await server.messages(.warning, .tls).first?.contains("unencrypted") == true)
        server.configuration.isPublic = true
        #expect(await server.findings() == [])
        let proxied = try DiagnosedServer(publicURL: "https://photos.example.com")
        #expect(await proxied.messages(.warning, .tls) == [])
    }
}
