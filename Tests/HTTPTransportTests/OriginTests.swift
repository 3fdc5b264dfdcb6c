import Foundation
import HTTPTransport
import Testing

@Suite struct OriginTests {
    @Test(
        arguments: [
            ("http://a:1/", 1), ("http://a:65535/", 65_535), ("http://a/", 80), ("https://a", 443), ("http://a:/", 80),
            ("http://a:0080/", 80), ("http://user:12@a/", 80), ("http://[::1]/", 80), ("http://[::1]:8080", 8_080),
            ("http://a/:70000", 80), ("http://a?b=:70000", 80), ("http://12/", 80),
        ])
    func `A port is a number from 1 to 65,535, or the scheme's own`(text: String, port: Int) {
        #expect(URL(string: text).flatMap(Origin.init)?.port == port)
    }

    @Test(
        arguments: [
            "http://a:0/", "http://a:65536/", "http://127.0.0.1:70000/a.jpg", "http://[::1]:70000",
            "http://a:9223372036854775808/", "http://a:99999999999999999999/", "https://u@a:99999999999999999999?b",
            "http://[::1]:99999999999999999999",
        ])
    func `A URL with another port has no origin`(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(Origin(url) == nil)
    }

    @Test(
        arguments: [
            "http://127.0.0.1%00.example.com/", "http://a%0d%0aX-Y:1/", "http://a%20b/", "http://a%2Fb/",
            "http://a%40b/", "http://a%3Fb/", "http://a%23b/", "http://a%5Cb/", "http://a%7F/",
        ])
    func `A URL has no origin if its host contains characters that no host has`(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(Origin(url) == nil)
    }
}
