import EssentialFeed
import Foundation
import HTTPTransport
import Testing

@testable import EssentialFeedHTTP

@Suite struct ProxySettingsTests {
    @Test func `Each scheme has a variable, and ALL_PROXY is for schemes whose variable is missing`() throws {
        let both = ["HTTP_PROXY": "http://plain:1", "HTTPS_PROXY": "http://secure:2"]
        #expect(try host(for: "http://a.example", both) == "plain:1")
        #expect(try host(for: "https://a.example", both) == "secure:2")
        #expect(try host(for: "https://a.example", ["HTTP_PROXY": "http://plain:1"]) == nil)
        let all = ["ALL_PROXY": "http://all:3", "HTTP_PROXY": "http://plain:1"]
        #expect(try host(for: "http://a.example", all) == "plain:1")
        #expect(try host(for: "https://a.example", all) == "all:3")
        #expect(try host(for: "https://a.example", [:]) == nil)
    }

    @Test func `A lowercase name takes precedence, and an empty value counts as none`() throws {
        #expect(try host(for: "http://a.example", ["HTTP_PROXY": "upper:1", "http_proxy": "lower:2"]) == "lower:2")
        #expect(try host(for: "http://a.example", ["HTTP_PROXY": "upper:1", "http_proxy": ""]) == "upper:1")
        #expect(try host(for: "http://a.example", ["HTTP_PROXY": " "]) == nil)
        let exempt = ["http_proxy": "lower:2", "NO_PROXY": "a.example", "no_proxy": "b.example"]
        #expect(try host(for: "http://a.example", exempt) == "lower:2")
        #expect(try host(for: "http://b.example", exempt) == nil)
    }

    @Test func `A proxy is given by a URL or by host and port, also with an IPv6 address`() throws {
        for (text, expected) in [
            ("proxy.example:3128", "proxy.example:3128"), ("http://proxy.example:3128/", "proxy.example:3128"),
            ("http://proxy.example", "proxy.example:80"), ("http://u:p@[::1]:8080", "::1:8080"),
        ] {
            #expect(try host(for: "http://a.example", ["HTTP_PROXY": text]) == expected)
        }
    }

    @Test(arguments: ["socks5://user:secret@a:1", "https://user:secret@a:1", "http://", "http://a:99999", "http://[x"])
    func `A value that isn't an HTTP proxy is an error that shows the variable but not the value`(text: String) throws {
        let error = #expect(throws: ProxySettingsError.self) {
            try ProxySettings(environment: ["https_proxy": text])
        }
        #expect(error?.variable == "https_proxy")
        #expect(!"\(String(describing: error))".contains("secret"))
    }

    @Test(
        "NO_PROXY exempts names and the names below them, addresses, ports, and everything",
        arguments: [
            ("example.com", "http://example.com", true), ("example.com", "http://www.EXAMPLE.com:8080", true),
            ("example.com", "http://notexample.com", false), (".example.com", "http://www.example.com", true),
            (".example.com", "http://example.com", true), ("*.example.com", "http://www.example.com", true),
            ("Example.COM", "http://example.com", true), ("example.com:80", "http://example.com", true),
            ("example.com:80", "http://example.com:81", false), ("example.com:443", "https://example.com", true),
            ("*", "http://anything.example", true), ("a.example *", "http://b.example", true),
            ("192.0.2.1", "http://192.0.2.1:8080", true), ("192.0.2.1:80", "http://192.0.2.1:8080", false),
            ("fd00::1", "http://[fd00::1]:8080", true), ("[fd00::1]", "http://[fd00::1]", true),
            ("[fd00::1]:80", "http://[fd00::1]", true), ("[fd00::1]:81", "http://[fd00::1]", false),
            ("fd00::2", "http://[fd00::1]", false),
            ("a.example, ,b.example", "http://b.example", true), (",", "http://b.example", false),
            ("", "http://b.example", false),
        ])
    func proxyIsNoneWhenTheHostIsExempt(list: String, url: String, isExempt: Bool) throws {
        let environment = ["ALL_PROXY": "proxy:1", "NO_PROXY": list]
        #expect(try host(for: url, environment) == (isExempt ? nil : "proxy:1"))
    }

    @Test(arguments: ["127.0.0.1:8080", "127.9.8.7", "[::1]:8080", "localhost", "LOCALHOST:1", "photos.localhost"])
    func `This machine is never reached through a proxy`(host: String) throws {
        for scheme in ["http", "https"] {
            #expect(try self.host(for: "\(scheme)://\(host)", ["ALL_PROXY": "proxy:1"]) == nil)
        }
    }

    @Test func `SSL_CERT_FILE names the file of trusted certificates, and an empty value counts as none`() throws {
        #expect(try NetworkSettings(environment: ["SSL_CERT_FILE": "/a/b"]).trustRootsFile == "/a/b")
        #expect(try NetworkSettings(environment: ["SSL_CERT_FILE": ""]).trustRootsFile == nil)
        #expect(try NetworkSettings().trustRootsFile == nil)
    }

    private func host(for url: String, _ environment: [String: String]) throws -> String? {
        let url = try #require(URL(string: url))
        let origin = try #require(Origin(url))
        return try ProxySettings(environment: environment).proxy(for: origin).map { "\($0.host):\($0.port)" }
    }
}
