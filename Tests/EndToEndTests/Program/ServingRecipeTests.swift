import Foundation
import TestSupport
import Testing

/// The configurations of proxies in Server/docs/serving.md, with the real proxies.
@Suite struct ServingRecipeTests {
    private let home = Home()
    private let host = LoopbackAddress.any()
    private var address: String { "https://\(host):8443" }

    /// Returns the code of the page in a language, with its addresses and files replaced by those of the test.
    private func recipe(_ language: String, _ replacements: KeyValuePairs<String, String> = [:]) throws -> String {
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

    private func url(_ name: String) -> URL { home.folder.url.appending(path: name) }

    /// The options with which curl waits for a proxy that starts.
    private static let patiently = ["--retry", "100", "--retry-connrefused", "--retry-delay", "0"]

    /// Starts a proxy before a server, and loads feed and images through it, posts photos and signs in.
    /// - Parameters:
    ///   - log: The name of the file that the proxy logs to.
    ///   - proxy: Returns the proxy's command for the server's address and the certificate.
    private func expectService(
        logging log: String, _ proxy: (_ server: ProgramServer, _ certificate: Certificate) async throws -> TestProgram
    ) async throws {
        let link = try await home.invite("maria", may: "post", publicURL: address)
        try #require(link.hasPrefix("\(address)/join#maria:"))
        let server = try await home.serve(PhotoFolder(), isPublic: false, arguments: ["--public-url", address])
        let certificate = try await Certificate.make(for: host, in: home.folder.url)
        let proxy = try await proxy(server, certificate)
        _ = try await TestProgram.curlStatus(["-k"] + Self.patiently + [address])
        try await expectReading(with: link, trusting: certificate.certificate)
        try await expectPosting(with: link, trusting: certificate.certificate)
        proxy.send(SIGTERM)
        let output = await proxy.result()
        var lines = output.text
        if FileManager.default.fileExists(atPath: url(log).path) {
            lines += try String(contentsOf: url(log), encoding: .utf8)
        }
        #expect(lines.contains("/image/"), "\(output.errors)")
        #expect(!lines.contains("signature") && !output.errors.contains("signature"))
        await server.stop()
    }

    /// Loads feed and image through the proxy with an invitation, and neither without one.
    private func expectReading(with link: String, trusting certificate: URL) async throws {
        let client = Home(environment: ["SSL_CERT_FILE": certificate.path])
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

    /// Posts photos with texts, large ones, and such as are refused, and signs in as a browser does.
    private func expectPosting(with link: String, trusting certificate: URL) async throws {
        let token = try #require(link.split(separator: ":").last)
        let photo = Checkout.url.appending(path: "Tests/Pictures/plain.jpg").path
        let caption = String(repeating: "Ναύπλιο ", count: 250).trimmingCharacters(in: .whitespaces)
        let large = url("large.jpg").path
        try await TestProgram.succeed(["truncate", "--size", "49000000", large])
        func status(_ arguments: [String], token: Substring? = nil, to path: String? = nil) async throws -> String {
            let authorization = token.map { ["-H", "Authorization: Bearer \($0)"] } ?? []
            // A proxy that forgets a client's question for permission would keep it waiting.
            return try await TestProgram.curlStatus(
                ["--expect100-timeout", "600", "--cacert", certificate.path] + authorization + arguments
                    + [address + (path ?? "/photos/\(UUID())")])
        }
        let form = ["-X", "PUT", "-F", "caption=\(caption)", "-F", "photo=@\(photo)"]
        let (jpeg, asking) = (["-H", "Content-Type: image/jpeg"], ["-H", "Expect: 100-continue"])
        for version in ["--http1.1", "--http2"] {
            #expect(try await status([version] + form, token: token) == "201", "\(version)")
            #expect(try await status([version] + asking + form, token: token) == "201", "\(version)")
            #expect(try await status([version, "-T", photo] + asking + jpeg, token: token) == "201", "\(version)")
            #expect(try await status([version, "-T", large] + asking + jpeg, token: token) == "422", "\(version)")
            #expect(try await status([version, "-T", photo] + asking + jpeg) == "401", "\(version)")
            let type = ["-H", "Content-Type: text/plain"]
            #expect(try await status([version, "-T", photo] + asking + type, token: token) == "415", "\(version)")
        }
        let feed = try await Home(environment: ["SSL_CERT_FILE": certificate.path]).run("feed", "--json", at: link)
        #expect(try PrintedFeed(feed).items.filter { $0.description == caption }.count == 4)
        let signIn = ["-H", "Origin: \(address)", "--data-urlencode", "link=\(link)"]
        #expect(try await status(signIn, to: "/join") == "303")
    }

    @Test func `Program: nginx as in serving.md passes on feed and posts, and logs no signature`() async throws {
        let folder = home.folder.path
        try await expectService(logging: "photos.log") { server, certificate in
            let recipe = try recipe(
                "nginx",
                [
                    "listen 443 ssl": "listen \(host):8443 ssl",
                    "/etc/letsencrypt/live/photos.example.com/fullchain.pem": certificate.certificate.path,
                    "/etc/letsencrypt/live/photos.example.com/privkey.pem": certificate.key.path,
                    "/var/log/nginx/photos.log": "\(folder)/photos.log",
                    "http://127.0.0.1:8080": server.address,
                ])
            return try await nginx(recipe)
        }
    }

    /// Starts nginx with the content of its block `http`.
    private func nginx(_ http: String) async throws -> TestProgram {
        let folder = home.folder.path
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder)/nginx-\($0);" }.joined(separator: " ")
        let configuration = try write(
            """
            daemon off; worker_processes 1; pid \(folder)/nginx.pid; \(getuid() == 0 ? "user root;" : "")
            events {}
            http {
            \(temporary)
            \(http)
            }
            """, to: "nginx.conf")
        return try await TestProgram.start(["/usr/sbin/nginx", "-c", configuration, "-e", "stderr"])
    }

    @Test func `Program: Caddy as in serving.md passes on feed and posts, and logs no signature`() async throws {
        try await expectService(logging: "photos.log") { server, certificate in
            // Caddy would ask the Internet for a certificate of this name.
            let recipe = try recipe(
                "caddy",
                [
                    "photos.example.com {":
                        """
                    \(address) {
                    bind \(host)
                    tls \(certificate.certificate.path) \(certificate.key.path)
                    \(recipe("caddyfile", ["log {": "log {\noutput file \(home.folder.path)/photos.log"]))
                    """,
                    "127.0.0.1:8080": String(server.address.dropFirst("http://".count)),
                ])
            return try await caddy(recipe)
        }
    }

    /// Starts Caddy with the configuration of its sites.
    private func caddy(_ sites: String) async throws -> TestProgram {
        let configuration = try write(
            """
            {
                admin off
                auto_https disable_redirects
            }
            \(sites)
            """, to: "Caddyfile")
        return try await TestProgram.start(
            ["caddy", "run", "--adapter", "caddyfile", "--config", configuration],
            environment: ["HOME": home.folder.path, "PATH": "/usr/bin:/bin"])
    }

    @Test func `Program: Apache as in serving.md passes on feed and posts, and logs no signature`() async throws {
        let folder = home.folder.path
        try await expectService(logging: "photos.log") { server, certificate in
            let recipe = try recipe(
                "apache",
                [
                    "*:443": "\(host):8443",
                    "/etc/letsencrypt/live/photos.example.com/fullchain.pem": certificate.certificate.path,
                    "/etc/letsencrypt/live/photos.example.com/privkey.pem": certificate.key.path,
                    "/var/log/apache2/photos.log": "\(folder)/photos.log",
                    "http://127.0.0.1:8080": server.address,
                ])
            return try await apache(at: "\(host):8443", recipe)
        }
    }

    /// Starts Apache with the configuration of its sites.
    private func apache(at address: String, _ sites: String) async throws -> TestProgram {
        let folder = home.folder.path
        // Debian enables these modules, or the page explains how.
        let modules = ["mpm_event", "authz_core", "reqtimeout", "socache_shmcb", "ssl", "proxy", "proxy_http"]
            .map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }.joined(separator: "\n")
        let configuration = try write(
            """
            ServerRoot \(folder)
            PidFile \(folder)/apache.pid
            ErrorLog /dev/stderr
            Listen \(address)
            \(modules)
            \(getuid() == 0 ? "User nobody\nGroup nogroup" : "")
            \(sites)
            """, to: "apache.conf")
        return try await TestProgram.start(["/usr/sbin/apache2", "-DFOREGROUND", "-f", configuration])
    }

    @Test(arguments: ["nginx", "Apache"])
    func `Program: without --public-url, nothing from a proxy is answered, even the owner`(name: String) async throws {
        let server = try await home.serve(PhotoFolder(), isPublic: false)
        let key = try #require(server.ownerLink?.split(separator: ":").last)
        let plain = "\(host):8081"
        // Both send the server's own address as the host.
        let site = "server { listen \(plain); location / { proxy_pass \(server.address); } }"
        let proxy =
            try await name == "nginx"
            ? nginx("access_log off; \(site)") : apache(at: plain, "ProxyPass / \(server.address)/")
        func status(_ arguments: String...) async throws -> String {
            try await TestProgram.curlStatus(Self.patiently + arguments)
        }
        for fields in [["-H", "Accept: text/html"], ["-H", "Authorization: Bearer \(key)"]] {
            for path in ["/", "/feed", "/join", "/people", "/nothing"] {
                #expect(try await status(fields[0], fields[1], "http://\(plain)\(path)") == "421", "\(path)")
            }
            let form = "do=invite&name=stranger&own=owner&may=admin"
            #expect(try await status(fields[0], fields[1], "-d", form, "http://\(plain)/people") == "421")
        }
        #expect(try await status("-d", "link=\(key)", "http://\(plain)/join") == "421")
        #expect(try await status("-H", "Authorization: Bearer \(key)", "\(server.address)/feed") == "200")
        proxy.send(SIGTERM)
        _ = await proxy.result()
        #expect(await server.stop().errors.contains("start the server with --public-url"))
    }

    @Test func `Program: HAProxy as in serving.md passes on feed and posts, and logs no signature`() async throws {
        try await expectService(logging: "photos.log") { server, certificate in
            let both = try Data(contentsOf: certificate.certificate) + Data(contentsOf: certificate.key)
            try both.write(to: url("both.pem"))
            let recipe = try recipe(
                "haproxy",
                [
                    ":443": "\(host):8443", "/etc/haproxy/photos.pem": url("both.pem").path,
                    "127.0.0.1:8080": String(server.address.dropFirst("http://".count)),
                ])
            // The defaults are Debian's.
            let configuration = try write(
                """
                global
                    log stdout format raw local0
                defaults
                    log global
                    mode http
                    option httplog
                    option dontlognull
                    timeout connect 5000
                    timeout client 50000
                    timeout server 50000
                \(recipe)
                """, to: "haproxy.cfg")
            return try await TestProgram.start(["/usr/sbin/haproxy", "-db", "-f", configuration])
        }
    }

    @Test func `Program: lighttpd as in serving.md passes on feed and posts, and logs no signature`() async throws {
        let folder = home.folder.path
        try await expectService(logging: "photos.log") { server, certificate in
            let recipe = try recipe(
                "lighttpd",
                [
                    "\":443\"": "\"\(host):8443\"",
                    "/etc/letsencrypt/live/photos.example.com/fullchain.pem": certificate.certificate.path,
                    "/etc/letsencrypt/live/photos.example.com/privkey.pem": certificate.key.path,
                    "/var/log/lighttpd/photos.log": "\(folder)/photos.log",
                    "\"host\" => \"127.0.0.1\", \"port\" => 8080":
                        "\"host\" => \"\(server.host)\", \"port\" => \(server.port)",
                ])
            let configuration = try write(
                """
                server.document-root = "\(folder)"
                server.upload-dirs = ( "\(folder)" )
                server.bind = "\(host)"
                server.port = 8444
                \(recipe)
                """, to: "lighttpd.conf")
            return try await TestProgram.start(["/usr/sbin/lighttpd", "-D", "-f", configuration])
        }
    }

    @Test func `Program: below a path, server or proxy handles the path, as serving.md says`() async throws {
        let certificate = try await Certificate.make(for: host, in: home.folder.url)
        let whole = "\(address)/photos"
        for (arguments, block) in [(["--base-path", "/photos"], "handle"), ([], "handle_path")] {
            let link = try await home.invite("maria-\(arguments.count)", publicURL: whole)
            #expect(link.hasPrefix("\(whole)/join#"))
            let server = try await home.serve(
                PhotoFolder(), isPublic: false, arguments: ["--public-url", whole] + arguments)
            let base = "http://\(server.host):\(server.port)"
            let proxy = try await caddy(
                """
                \(address) {
                    bind \(host)
                    tls \(certificate.certificate.path) \(certificate.key.path)
                    \(block) /photos/* {
                        reverse_proxy \(base)
                    }
                }
                """)
            _ = try await TestProgram.curlStatus(["-k"] + Self.patiently + [whole])
            let client = Home(environment: ["SSL_CERT_FILE": certificate.certificate.path])
            let feed = try await client.run("feed", "--json", at: link)
            #expect(feed.status == 0, "\(feed.errors)")
            #expect(try PrintedFeed(feed).items.first?.image.hasPrefix("\(whole)/image/") == true)
            #expect(try await client.run("image", "1", at: link).status == 0)
            let signIn = try await TestProgram.run([
                "curl", "-si", "--cacert", certificate.certificate.path, "--data-urlencode", "link=\(link)",
                "\(whole)/join",
            ]).text.lowercased()
            #expect(signIn.contains("location: /photos/\r\n") && signIn.contains("path=/photos;"), "\(signIn)")
            proxy.send(SIGTERM)
            _ = await proxy.result()
            await server.stop()
        }
    }

    @Test func `Program: with --log-addresses, the filter in serving.md finds refused clients alone`() async throws {
        let filter = try write(recipe("ini"), to: "filter.conf")
        let token = try #require(try await home.invite("maria", publicURL: address).split(separator: ":").last)
        for arguments in [["--log-addresses"], []] {
            let server = try await home.serve(
                PhotoFolder(), isPublic: false, arguments: ["--public-url", address] + arguments)
            let curl = ["curl", "-sg", "-o", "/dev/null"]
            for (client, token) in [("192.0.2.7", "wrong"), ("2001:db8::7", "wrong"), ("192.0.2.8", String(token))] {
                try await TestProgram.succeed(
                    curl + [
                        "-H", "X-Forwarded-For: 192.0.2.9, \(client)", "-H", "Authorization: Bearer \(token)",
                        "\(server.address)/feed",
                    ])
            }
            // Text from the client isn't taken for an address.
            try await TestProgram.succeed(curl + ["\(server.address)/]%20192.0.2.10%20GET%20/feed%20401%201%20B"])
            let log = await server.stop().errors
            #expect(log.contains(" 192.0.2.7 GET /feed 401 ") == !arguments.isEmpty)
            let found = try await TestProgram.run(["fail2ban-regex", "--out", "ip", try write(log, to: "log"), filter])
            let addresses = arguments.isEmpty ? [] : ["192.0.2.7", "2001:db8::7"]
            #expect(found.text.split(separator: "\n").map(String.init) == addresses, "\(found.errors)\(log)")
        }
    }
}
