import Foundation
import TestSupport
import Testing

@Suite struct ServeTLSTests {
    private let home = Home()
    private let host = LoopbackAddress.any()

    private func serve(_ certificate: Certificate) async throws -> ProgramServer {
        try await home.serve(
            PhotoFolder(), host: host,
            arguments: ["--tls-cert", certificate.certificate.path, "--tls-key", certificate.key.path])
    }

    private func feed(at server: ProgramServer, trusting certificate: URL) async throws -> TestProgram.Result {
        try await Home(environment: ["SSL_CERT_FILE": certificate.path]).run("feed", "--json", at: server.address)
    }

    @Test func `Program: serve encrypts with a certificate, from TLS 1.2 on, at https addresses`() async throws {
        let certificate = try await Certificate.make(for: host, in: home.folder.url)
        let server = try await serve(certificate)
        #expect(server.address.hasPrefix("https://\(host):"))
        let feed = try await feed(at: server, trusting: certificate.certificate)
        #expect(feed.status == 0, "\(feed.errors)")
        let image = try #require(try PrintedFeed(feed).items.first?.image)
        #expect(image.hasPrefix(server.address))
        func curl(_ options: String...) async throws -> Int32 {
            try await TestProgram.run(
                ["curl", "-sf", "--cacert", certificate.certificate.path, "-o", "/dev/null", image] + options
            ).status
        }
        #expect(try await curl() == 0)
        #expect(try await curl("--tlsv1.2", "--tls-max", "1.2") == 0)
        #expect(try await curl("--tlsv1.0", "--tls-max", "1.1", "--ciphers", "DEFAULT@SECLEVEL=0") == 35)
        #expect(await server.stop().status == 0)
    }

    @Test func `Program: serve reads a renewed certificate while it runs, or keeps the old one`() async throws {
        let folder = home.folder.url
        let first = try await Certificate.make(for: host, in: folder)
        let second = try await Certificate.make(for: host, in: folder)
        let trusted = folder.appending(path: "trusted")
        try FileManager.default.createDirectory(at: trusted, withIntermediateDirectories: true)
        let (firstRoot, secondRoot) = (trusted.appending(path: "1.pem"), trusted.appending(path: "2.pem"))
        try FileManager.default.copyItem(at: first.certificate, to: firstRoot)
        try FileManager.default.copyItem(at: second.certificate, to: secondRoot)
        let server = try await serve(first)
        #expect(try await feed(at: server, trusting: firstRoot).status == 0)

        let key = try Data(contentsOf: first.key)
        try Data("no key".utf8).write(to: first.key, options: .atomic)
        #expect(try await server.errors(containing: "the old certificate stays in use").contains("private key"))
        #expect(try await feed(at: server, trusting: firstRoot).status == 0)
        try key.write(to: first.key, options: .atomic)

        try second.replace(first)
        _ = try await server.errors(containing: "the new certificate is in use")
        var renewed = try await feed(at: server, trusting: secondRoot)
        for _ in 0..<20 where renewed.status != 0 { renewed = try await feed(at: server, trusting: secondRoot) }
        #expect(renewed.status == 0, "\(renewed.errors)")
        #expect(try await feed(at: server, trusting: firstRoot).status == 69)
        await server.stop()
    }

    /// Ways to renew a certificate behind links.
    enum Renewal: CaseIterable {
        /// The links of certbot lead to new files.
        case newLinks
        /// The files at the end of the links are written again.
        case inPlace
        /// Other files replace the links' targets.
        case replaced
        /// A link to a folder leads to another one.
        case newFolder
    }

    @Test("Program: serve reads a renewed certificate that is reached through links", arguments: Renewal.allCases)
    func serveReadsCertificateBehindLinks(_ renewal: Renewal) async throws {
        let folder = home.folder.url
        let files = FileManager.default
        func url(_ path: String) throws -> URL {
            let url = folder.appending(path: path)
            try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            return url
        }
        func link(_ path: String, to target: String) throws {
            let new = try url("new-link").path
            try files.createSymbolicLink(atPath: new, withDestinationPath: target)
            #expect(rename(new, try url(path).path) == 0)
        }
        var roots: [URL] = []
        var parts: [[Data]] = []
        for number in 1...2 {
            let made = try await Certificate.make(for: host, in: folder)
            roots.append(made.certificate)
            parts.append([try Data(contentsOf: made.certificate), try Data(contentsOf: made.key)])
            for (name, data) in zip(["fullchain", "privkey"], parts[number - 1]) where number == 1 {
                try data.write(to: url("archive/example/\(name)1.pem"))
                try link("live/example/\(name).pem", to: "../../archive/example/\(name)1.pem")
                try link("own/\(name).pem", to: "../current/\(name).pem")
            }
        }
        try link("current", to: "live/example")
        let server = try await serve(Certificate(certificate: url("own/fullchain.pem"), key: url("own/privkey.pem")))
        #expect(try await feed(at: server, trusting: roots[0]).status == 0)
        switch renewal {
        case .newFolder:
            for (name, data) in zip(["fullchain", "privkey"], parts[1]) { try data.write(to: url("other/\(name).pem")) }
            try link("current", to: "other")
        case .newLinks, .inPlace, .replaced:
            for (name, data) in zip(["fullchain", "privkey"], parts[1]) {
                let number = renewal == .newLinks ? 2 : 1
                try data.write(
                    to: url("archive/example/\(name)\(number).pem"), options: renewal == .replaced ? .atomic : [])
                if renewal == .newLinks {
                    try link("live/example/\(name).pem", to: "../../archive/example/\(name)2.pem")
                }
            }
        }
        _ = try await server.errors(containing: "the new certificate is in use")
        #expect(try await feed(at: server, trusting: roots[1]).status == 0)
        await server.stop()
    }

    @Test func `Program: serve without a usable certificate and key doesn't start, and names the file`() async throws {
        let folder = home.folder.url
        let certificate = try await Certificate.make(for: host, in: folder)
        let other = try await Certificate.make(for: host, in: folder)
        let photos = try PhotoFolder()
        let empty = folder.appending(path: "empty").path
        try Data().write(to: URL(filePath: empty))
        func serve(_ arguments: String...) async throws -> TestProgram.Result {
            try await home.run(["serve", photos.path, "--host", host, "--port", "0"] + arguments)
        }
        let path = certificate.certificate.path
        for (cert, key, named) in [
            (path, other.key.path, path), (path, empty, empty), (empty, certificate.key.path, empty),
            (path, "/none", "/none"),
        ] {
            let result = try await serve("--tls-cert", cert, "--tls-key", key)
            #expect(result.status == 69)
            #expect(result.errors.contains(named), "\(result.errors)")
        }
        #expect(try await serve("--tls-cert", path).status == 64)
        #expect(try await serve("--tls-key", path).status == 64)
    }

    @Test func `Program: a certificate can be trusted by its fingerprint, for a call or as the app's`() async throws {
        let home = Home()
        let server = try await LyingServer(certificate: .localhost)
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        let address = server.url().absoluteString
        let fingerprint = TestCertificate.localhost.fingerprint
        let refused = try await home.run("feed", at: address)
        #expect(refused.status == 69)
        #expect(refused.errors.contains(fingerprint), "\(refused.errors)")
        #expect(refused.errors.contains("--trust-fingerprint"))
        let another = TestCertificate.wrongName.fingerprint
        let other = try await home.run("feed", "--trust-fingerprint", another, at: address)
        #expect(other.status == 69)
        #expect(other.errors.contains(fingerprint) && other.errors.contains("isn’t the one that you trust"))
        #expect(server.requests.events.isEmpty)
        #expect(try await home.run("feed", "--trust-fingerprint", "AB:CD", at: address).status == 64)
        #expect(try await home.run("feed", "--trust-fingerprint", fingerprint, at: address).status == 0)
        try home.writeSettings(#"{"trustedCertificates":{"\#(address)":"\#(fingerprint)"}}"#)
        #expect(try await home.run("comments", UUID().uuidString, at: address).status == 66)
        try await server.stop()
    }
}
