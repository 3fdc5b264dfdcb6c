import EssentialFeed
import Foundation
import NIOCore
import Testing

@testable import EssentialFeedServer

@Suite struct PhotoServerConfigurationTests {
    private func make(
        host: String = "127.0.0.1", port: Int = 8080, basePath: String = "", publicURL: String? = nil,
        environment: [String: String] = [:]
    ) throws(PhotoServerConfigurationError) -> PhotoServerConfiguration {
        try PhotoServerConfiguration(
            folder: "/photos",
            at: ServerLocation(host: host, port: port, basePath: basePath, publicURL: publicURL),
            environment: environment, timeZone: .gmt)
    }

    @Test(
        arguments: [
            "0.0.0.0", "::", "[::]", "0", "0.0", "0x0", "0000::0", "::ffff:0.0.0.0", "::0.0.0.0", "", "*", "::%1",
        ])
    func `Server: a wildcard host in any notation requires a public URL`(host: String) throws {
        #expect(throws: PhotoServerConfigurationError.wildcardWithoutPublicURL(host: host)) { try make(host: host) }
        _ = try make(host: host, publicURL: "https://photos.example.com")
    }

    @Test(arguments: [
        "127.0.0.1", "::1", "[::1]", "localhost", "192.168.1.5", "0.0.0.1", "fe80::1%eth0", "photos.local",
    ])
    func `Server: any other host requires no public URL`(host: String) throws {
        _ = try make(host: host)
    }

    @Test(
        "Server: on loopback only, it warns of a public URL with an IP address of another network and its own port",
        arguments: [
            ("http://192.168.1.5:8080", true), ("http://[fd00::1]:8080/p", true), ("http://192.168.1.5", false),
            ("https://192.168.1.5:8080", false), ("http://127.0.0.1:8080", false), ("http://photos.local:8080", false),
        ])
    func publicURLBesideLoopbackIsWarnedOf(url: String, isWarned: Bool) throws {
        let configuration = try make(publicURL: url)
        for (host, isLoopback) in [("127.0.0.1", true), ("::1", true), ("192.168.1.5", false), ("0.0.0.0", false)] {
            let local = try SocketAddress(ipAddress: host, port: 8080)
            #expect((configuration.publicURLWarning(listeningAt: local) != nil) == (isWarned && isLoopback))
        }
        #expect(configuration.publicURLWarning(listeningAt: nil) == nil)
    }

    @Test(
        "Server: it is only secure with its own certificate and a public URL at the usual port of another machine's name",
        arguments: [
            ("https://photos.example.com", true), ("https://photos.example.com:443/p", true),
            ("https://photos.example.com:8443", false), ("http://photos.example.com:443", false),
            ("https://localhost", false), (nil, false),
        ] as [(String?, Bool)])
    func isOnlySecureAtTheUsualPort(url: String?, isOnlySecure: Bool) throws {
        var configuration = try make(publicURL: url)
        #expect(!configuration.isOnlySecure)
        configuration.certificate = CertificateFiles(certificate: "/cert.pem", key: "/key.pem")
        #expect(configuration.isOnlySecure == isOnlySecure)
    }

    @Test(
        arguments: [
            ("", ""), ("/", ""), ("p", "/p"), ("/p", "/p"), ("p/", "/p"), ("//p//q/", "/p/q"), ("/v1.0~a", "/v1.0~a"),
        ])
    func `Server: a base path is the same with and without slashes around it`(text: String, basePath: String) throws {
        #expect(try make(basePath: text).basePath == basePath)
    }

    @Test(arguments: ["/a b", "/é", "?", "/a/../b", "./a", "/a#b", "%2F"])
    func `Server: an invalid base path is refused`(text: String) {
        #expect(throws: PhotoServerConfigurationError.basePath(text)) { try make(basePath: text) }
    }

    @Test(arguments: ["https://host", "https://host/other", "https://host/p/other", "https://host/xp"])
    func `Server: a public URL that doesn't end in the base path is refused`(url: String) throws {
        #expect(throws: PhotoServerConfigurationError.publicURLOutsideBasePath("/p")) {
            try make(basePath: "p/", publicURL: url)
        }
        for url in ["https://host/p/", "https://host/proxy/p"] { _ = try make(basePath: "/p", publicURL: url) }
        _ = try make(publicURL: url)
    }

    @Test(
        arguments: [
            "photos.example.com", "/p", "ftp://host", "http://", "https://host?q", "https://host#f", "file:///p", "",
            "https://host:70000", "https://host:99999999999999999999",
        ])
    func `Server: a public URL must be absolute http or https, without query and fragment`(text: String) {
        #expect(throws: PhotoServerConfigurationError.publicURL(text)) { try make(publicURL: text) }
    }

    @Test(
        arguments: [
            "https://user@host", "https://user:secret@host", "http://user:sec/ret@host", "user:secret@host",
            "http:/user:secret@host", "http://user:secret@[broken", "ftp://user:secret@host", "//user:secret@host",
            "http://:secret@host", "http://user:sec ret@host", "http://user:sec#ret@host", "http://user:sec?ret@host",
        ])
    func `Server: a public URL that has or may have user info is refused without showing it`(text: String) throws {
        let error = #expect(throws: PhotoServerConfigurationError.publicURLWithUserInfo) { try make(publicURL: text) }
        let shown = try #require(error).description
        for part in ["user@", "secret", "sec", "ret"] { #expect(!shown.contains(part), "\(shown)") }
    }

    @Test func `Server: no error shows control characters or anything before an @`() {
        let errors: [PhotoServerConfigurationError] = [
            .host("user:secret@host"), .basePath("user:secret@host"), .publicURL("user:sec@ret@host"),
            .wildcardWithoutPublicURL(host: "user:secret@host"),
        ]
        for error in errors {
            #expect(!error.description.contains("sec"))
            #expect(error.description.contains("…@host"))
        }
        #expect(
            PhotoServerConfigurationError.host("a\u{1B}[2J\nb").description.hasPrefix(
                "a\u{FFFD}[2J\u{FFFD}b isn’t a valid host"))
    }

    @Test(arguments: ["a b", "a/b", "[::1", "a:b:c"])
    func `Server: a host must be a name or an address`(host: String) {
        #expect(throws: PhotoServerConfigurationError.host(host)) { try make(host: host) }
    }

    @Test(arguments: [-1, 65536])
    func `Server: a port must be 0 to 65535`(port: Int) {
        #expect(throws: PhotoServerConfigurationError.port(port)) { try make(port: port) }
    }

    @Test func `Server: the index is saved below XDG_STATE_HOME, by default below ~/.local/state`() throws {
        func folder(_ environment: [String: String]) throws -> String? {
            try make(environment: environment).stateFolder?.path(percentEncoded: false)
        }
        #expect(try folder(["XDG_STATE_HOME": "/state", "HOME": "/home/a"]) == "/state/essential-feed/")
        #expect(try folder(["XDG_STATE_HOME": "state", "HOME": "/home/a"]) == "/home/a/.local/state/essential-feed/")
        #expect(try folder(["HOME": "/home/a"]) == "/home/a/.local/state/essential-feed/")
        #expect(try folder([:]) == nil)
    }

    @Test func `Server: the limits are 10 s for a head, 60 s idle, 1 KiB/s, 512 connections, 10 s at the end`() throws {
        let limits = try make().limits
        #expect(limits.requestHead == .seconds(10))
        #expect(limits.idle == .seconds(60))
        #expect(limits.minimumBytesPerSecond == 1_024)
        #expect(limits.readerWindow == .seconds(30))
        #expect(limits.connections == 512)
        #expect(limits.connectionsByAddress == 128)
        #expect(limits.shutdown == .seconds(10))
        #expect(try make().host == "127.0.0.1")
    }
}
