import EssentialFeed
import Foundation
import HTTPTransport
import Testing

@Suite struct OriginTests {
    @Test(
        "N048 A port is 1 to 65,535, or the scheme's own",
        arguments: [
            ("http://a:1/", 1), ("http://a:65535/", 65_535), ("http://a/", 80), ("https://a", 443), ("http://a:/", 80),
            ("http://a:0080/", 80), ("http://user:12@a/", 80), ("http://[::1]/", 80), ("http://[::1]:8080", 8_080),
            ("http://a/:70000", 80), ("http://a?b=:70000", 80), ("http://12/", 80),
        ])
    func test_init_readsPort(text: String, port: Int) {
        #expect(URL(string: text).flatMap(Origin.init)?.port == port)
    }

    @Test(
        "N048 A URL with another port has no origin",
        arguments: [
            "http://a:0/", "http://a:65536/", "http://127.0.0.1:70000/a.jpg", "http://[::1]:70000",
            "http://a:9223372036854775808/", "http://a:99999999999999999999/", "https://u@a:99999999999999999999?b",
            "http://[::1]:99999999999999999999",
        ])
    func test_init_failsWhenThePortDoesNotExist(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(Origin(url) == nil)
    }

    @Test(
        "N048 A URL whose host has characters that no host has, has no origin",
        arguments: [
            "http://127.0.0.1%00.example.com/", "http://a%0d%0aX-Y:1/", "http://a%20b/", "http://a%2Fb/",
            "http://a%40b/", "http://a%3Fb/", "http://a%23b/", "http://a%5Cb/", "http://a%7F/",
        ])
    func test_init_failsWhenTheHostIsNone(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(Origin(url) == nil)
    }

    @Test(
        "B024 N048 An image may be loaded from a URL with an origin and without user info",
        arguments: [
            ("http://a", true), ("https://a.example/b", true), ("HTTP://A/", true), ("http://a?b", true),
            ("http://a#b", true), ("https://a:65535", true), ("https://a:1/b@c:70000", true),
            ("http://[::1]:8080/", true),
            ("http://a%C3%A9/", true), ("http://a_b/", true), ("http://a:/", true), ("http://a:00080/", true),
            ("http://a:65536", false), ("https://a:0/", false), ("http://a:99999999999999999999/", false),
            ("http://b@a", false), ("https://b:1@a/", false), ("http://b:1@a:80/", false), ("http://@a/", false),
            ("http://", false), ("http:///a", false), ("http:a", false), ("httpss://a", false), ("ftp://a", false),
            ("/a", false), ("a", false), ("http://a%00b/", false),
        ])
    func test_isLoadable_acceptsHTTPWithHostAlone(text: String, expected: Bool) throws {
        #expect(FeedImage.isLoadable(try #require(URL(string: text))) == expected)
    }
}
