import Foundation
import TestSupport
import Testing

/// The proxies' configurations in Server/docs/serving.md, with the real proxies.
@Suite struct ServingRecipeTests {
    private let home: Home
    private let host = LoopbackAddress.any()

    init() throws {
        home = try Home()
    }

    /// Returns the code of the page in a language, with its addresses and files replaced by those of the test.
    private func recipe(_ language: String, _ replacements: KeyValuePairs<String, String>) throws -> String {
        let page = try Checkout.text("Server/docs/serving.md")
        let parts = page.components(separatedBy: "```\(language)\n")
        try #require(parts.count == 2)
        var code = parts[1].components(separatedBy: "```")[0]
        for (text, replacement) in replacements {
            try #require(code.contains(text), "\(text)")
            code = code.replacing(text, with: replacement)
        }
        return code
    }

    private func write(_ text: String, to name: String) throws -> String {
        let url = home.folder.url.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    /// Loads feed and image through the proxy with an invitation, and neither without one.
    private func expectService(at address: String, trusting certificate: URL) async throws {
        let state = home.folder.url.appending(path: "state/essential-feed").path
        let invited = try await home.run("invite", "maria", "--state", state)
        let link = invited.text.trimmingCharacters(in: .newlines)
        #expect(link.hasPrefix("\(address)/join#maria:"))
        let client = try Home(environment: ["SSL_CERT_FILE": certificate.path])
        let feed = try await client.run("feed", "--json", at: link)
        #expect(feed.status == 0, "\(feed.errors)")
        let image = try #require(try PrintedFeed(feed).items.first?.image)
        #expect(image.hasPrefix(address + "/image/"))
        let curl = ["curl", "-sf", "-o", "/dev/null", "--cacert", certificate.path]
        #expect(try await TestProgram.run(curl + [image]).status == 0)
        #expect(try await TestProgram.run(curl + [image.components(separatedBy: "?")[0]]).status == 22)
        #expect(try await client.run("image", "1", at: link).status == 0)
        #expect(try await Home(environment: ["SSL_CERT_FILE": certificate.path]).run("feed", at: address).status == 65)
    }

    private func serve(at address: String) async throws -> ProgramServer {
        let state = home.folder.url.appending(path: "state/essential-feed").path
        let first = try await home.run("invite", "first", "--public-url", address, "--state", state)
        #expect(first.status == 0, "\(first.errors)")
        return try await home.serve(PhotoFolder(), arguments: ["--public-url", address])
    }

    /// Waits until somebody accepts connections.
    private func waitForConnections(at address: String) async throws {
        let call = [
            "curl", "-sk", "--retry", "100", "--retry-connrefused", "--retry-delay", "0", "-o", "/dev/null", address,
        ]
        try await TestProgram.succeed(call)
    }

    @Test("Program: nginx with the configuration in serving.md serves feed and images, and logs no signature")
    func nginxServesByRecipe() async throws {
        let address = "https://\(host):8443"
        let server = try await serve(at: address)
        let certificate = try await Certificate.make(for: host, in: home.folder.url)
        let folder = home.folder.path
        let recipe = try recipe(
            "nginx",
            [
                "listen 443 ssl": "listen \(host):8443 ssl",
                "/etc/letsencrypt/live/photos.example.com/fullchain.pem": certificate.certificate.path,
                "/etc/letsencrypt/live/photos.example.com/privkey.pem": certificate.key.path,
                "/var/log/nginx/photos.log": "\(folder)/photos.log",
                "http://127.0.0.1:8080": server.address,
            ])
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder)/nginx-\($0);" }.joined(separator: " ")
        let configuration = try write(
            """
            daemon off; worker_processes 1; pid \(folder)/nginx.pid; \(getuid() == 0 ? "user root;" : "")
            events {}
            http {
            \(temporary)
            \(recipe)
            }
            """, to: "nginx.conf")
        let nginx = try await TestProgram.start(["/usr/sbin/nginx", "-c", configuration, "-e", "stderr"])
        try await waitForConnections(at: address)
        try await expectService(at: address, trusting: certificate.certificate)
        nginx.send(SIGTERM)
        #expect(await nginx.result().status == 0)
        let log = try String(contentsOfFile: "\(folder)/photos.log", encoding: .utf8)
        #expect(log.contains("GET /image/"))
        #expect(!log.contains("signature"))
        await server.stop()
    }

    @Test func `Program: Caddy with the configuration in Server/docs/serving.md serves feed and images`() async throws {
        let address = "https://\(host):8443"
        let server = try await serve(at: address)
        let certificate = try await Certificate.make(for: host, in: home.folder.url)
        // Caddy would ask the Internet for a certificate of this name.
        let recipe = try recipe(
            "caddy",
            [
                "photos.example.com {":
                    """
                \(address) {
                bind \(host)
                tls \(certificate.certificate.path) \(certificate.key.path)
                """,
                "127.0.0.1:8080": String(server.address.dropFirst("http://".count)),
            ])
        let configuration = try write(
            """
            {
                admin off
                auto_https disable_redirects
            }
            \(recipe)
            """, to: "Caddyfile")
        let caddy = try await TestProgram.start(
            ["caddy", "run", "--adapter", "caddyfile", "--config", configuration],
            environment: ["HOME": home.folder.path, "PATH": "/usr/bin:/bin"])
        try await waitForConnections(at: address)
        try await expectService(at: address, trusting: certificate.certificate)
        caddy.send(SIGTERM)
        _ = await caddy.result()
        await server.stop()
    }
}
