import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct AllowedHostsTests {
    private let folder = PhotoFolder()

    @Test(
        arguments: [
            "localhost:8080", "LocalHost:8080", "localhost", "localhost:", "127.0.0.1:8080", "127.0.0.1",
            "127.1.2.3:8080",
            "[::1]:8080", "[::1]", "[0:0:0:0:0:0:0:1]:8080", "[::ffff:127.0.0.1]:8080", "photos.local:8080",
            "PHOTOS.local", "localhost:08080", "photos.localhost:8080",
        ])
    func `Server: on a loopback address, it has all loopback addresses' names, and its host's`(authority: String) {
        #expect(AllowedHosts(host: "Photos.local", port: 8080).contains(authority))
    }

    @Test(
        arguments: [
            "evil.example:8080", "evil.example", "localhost.evil.example:8080", "127.0.0.1.evil.example:8080",
            "localhost:80", "localhost:8081", "127.0.0.1:80", "[::1]:80", "192.168.1.5:8080", "0.0.0.0:8080",
            "[::]:8080",
            "[fe80::1]:8080", "::1", "::1:8080", "[::1", "[::1]8080", "[::1]x:8080", "[localhost]:8080",
            "[127.0.0.1]:8080",
            "", ":8080", "localhost:8080:8080", "localhost:+8080", "localhost:٨٠٨٠", "localhost:99999999999999999999",
            "user@localhost:8080", "localhost@evil.example:8080", "localhost:8080@evil.example", " localhost:8080",
            "localhost,evil.example", "127.0.0.1\u{0}.evil.example", "2130706433:8080", "0x7f.1:8080",
            "localhost.:8080",
        ])
    func `Server: it has no other name and port`(authority: String) {
        #expect(!AllowedHosts(host: "127.0.0.1", port: 8080).contains(authority))
    }

    /// Sends a request and expects the status of the response.
    private func expect(
        _ expected: String, _ request: String, at server: RunningServer, host: String = "127.0.0.1",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let text = try await server.exchange(request, host: host)
        let line = text.prefix { $0 != "\r\n" }
        let status = line.split(separator: " ").dropFirst().first.map(String.init)
        #expect(status == expected, "\(request)", sourceLocation: sourceLocation)
    }

    private func get(_ target: String, _ fields: String..., version: String = "1.1") -> String {
        (["GET \(target) HTTP/\(version)"] + fields + ["Connection: close", "", ""]).joined(separator: "\r\n")
    }

    @Test func `Server: on a loopback address any request for another name is a 421 and gets no photo`() async throws {
        try folder.write(Pictures.animation(), to: "a.png")
        let image = "/image/\(contentID(Pictures.animation()))"
        try await RunningServer.with(try folder.configuration(isPublic: true)) { server in
            let port = server.port
            for target in ServerRoute.examples.map(\.path) + [image, "\(image)/comments", "/nothing"] {
                try await expect("421", get(target, "Host: evil.example:\(port)"), at: server)
            }
            for host in ["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)", "127.0.0.1"] {
                try await expect("200", get(image, "Host: \(host)"), at: server)
            }
            try await expect("421", get(image, "Host: localhost:1"), at: server)
            // The authority of the target overrides the field.
            try await expect("421", get("http://evil.example\(image)", "Host: localhost:\(port)"), at: server)
            try await expect("200", get("http://localhost:\(port)\(image)", "Host: evil.example"), at: server)
            try await expect("200", get("http://[::1]:\(port)/feed?limit=1", "Host: a"), at: server)
            // HTTP/1.0 requires no authority.
            for path in ["/livez", "/readyz"] {
                try await expect("200", get(path, version: "1.0"), at: server)
                try await expect("421", get(path, "Host: evil.example", version: "1.0"), at: server)
            }
        }
    }

    @Test(arguments: ["::1", "localhost"])
    func `Server: the same holds on the IPv6 loopback address and for this machine's name`(host: String) async throws {
        try await RunningServer.with(try folder.configuration(host: host, isPublic: true)) { server in
            for (name, expected) in [("[::1]", "200"), ("localhost", "200"), ("evil.example", "421")] {
                try await expect(expected, get("/feed", "Host: \(name):\(server.port)"), at: server, host: host)
            }
        }
    }

    @Test func `Server: with a public URL, as behind a proxy, requests for any name are served`() async throws {
        let configuration = try folder.configuration(publicURL: "https://photos.example.com", isPublic: true)
        try await RunningServer.with(configuration) { server in
            try await expect("200", get("/feed", "Host: photos.example.com"), at: server)
        }
    }

    @Test(
        "Server: with a public URL that leads to this machine, other names are a 421, too, and its own port is right",
        arguments: ["http://localhost:9000", "http://127.0.0.1", "http://photos.localhost:8080"])
    func runAnswers421WhenThePublicURLIsOfThisMachine(publicURL: String) async throws {
        try await RunningServer.with(try folder.configuration(publicURL: publicURL, isPublic: true)) { server in
            try await expect("421", get("/feed", "Host: evil.example"), at: server)
            try await expect("421", get("/feed", "Host: evil.example:\(server.port)"), at: server)
            try await expect("200", get("/feed", "Host: \(publicURL.dropFirst(7))"), at: server)
            try await expect("200", get("/feed", "Host: localhost:\(server.port)"), at: server)
        }
    }

    @Test(arguments: [[], ["Host: localhost", "Host: localhost"], ["Host: localhost", "host: evil.example"]])
    func `Server: an HTTP/1.1 request without exactly one Host field is a 400`(fields: [String]) async throws {
        try await RunningServer.with(try folder.configuration()) { server in
            let request = (["GET /feed HTTP/1.1"] + fields + ["", ""]).joined(separator: "\r\n")
            try await expect("400", request, at: server)
        }
    }
}
