import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite struct ServerAddressTests {
    @Test(
        arguments: [
            ("http://user:secret@[broken", "http://[broken"), ("http://user:sec/ret@host", "http://host"),
            ("user:secret@host", "host"), ("http:/user:secret@host", "http:/host"),
            ("HTTP:user:secret@host", "HTTP:host"), ("ftp://user:secret@host/a", "ftp://host/a"),
            ("https://user:se@cret@ho st", "https://ho st"), ("user@mail:secret@host:80", "host:80"),
            ("http://user:sec?ret#@host", "http://host"), ("//user:secret@host", "host"), ("user:secret@", ""),
            ("http://user:secret@host:99999999999999999999", "http://host:99999999999999999999"),
            ("http://user:sec ret@ho st", "http://ho st"), ("http://user:secret@host?query", "http://host?query"),
            ("a host", "a host"),
        ])
    func `The error for a malformed address contains no user info in any case`(text: String, shown: String) {
        let error = #expect(throws: ServerAddressError.self) { try ServerAddress(text) }
        #expect(error?.text == shown)
        var all = "\(String(describing: error))"
        dump(error, to: &all)
        for secret in ["secret", "sec/", "ret@", "se@", "cret"] { #expect(!all.contains(secret)) }
    }

    private let id = UUID(uuidString: "abcdef01-2345-6789-abcd-ef0123456789")!
    private let idText = "ABCDEF01-2345-6789-ABCD-EF0123456789"

    @Test func `The link of an invitation is the address with its name and secret, which no error shows`() throws {
        let address = try ServerAddress("https://photos.example.com:8443/p/join#maria:secret")
        #expect(address == (try ServerAddress("https://maria:secret@photos.example.com:8443/p")))
        #expect(address.displayText == "https://photos.example.com:8443/p")
        for text in [
            "https://photos.example.com/join#secret", "https://photos.example.com/join#maria:secret:more",
            "https://bob:other@photos.example.com/join#maria:secret", "ftp://photos.example.com/join#maria:secret",
            "https://photos.example.com/#maria:secret",
        ] {
            let error = #expect(throws: ServerAddressError.self) { try ServerAddress(text) }
            #expect(error?.text.hasSuffix("#…") == true, "\(text)")
            #expect(error?.text.contains("secret") == false, "\(text)")
        }
    }

    @Test("B050 B054 The first page is `<base>/feed?limit=10`")
    func feedIsTheFirstPageWhenGivenNoCursor() throws {
        let address = try ServerAddress("https://ile-api.essentialdeveloper.com/essential-feed/v1")

        #expect(
            address.feed().absoluteString == "https://ile-api.essentialdeveloper.com/essential-feed/v1/feed?limit=10")
    }

    @Test func `B051 B052 The next page has the limit, then the id of the last known item in upper case`() throws {
        let address = try ServerAddress("https://a-host.com")

        #expect(address.feed(after: id).absoluteString == "https://a-host.com/feed?limit=10&after_id=\(idText)")
    }

    @Test("B052 B053 The comments are at `<base>/image/<UUID>/comments`, without a query")
    func commentsHasTheIDInUpperCaseAndNoQuery() throws {
        let address = try ServerAddress("https://a-host.com/v1")

        #expect(address.comments(imageID: id).absoluteString == "https://a-host.com/v1/image/\(idText)/comments")
    }

    @Test(
        arguments: [
            "http://127.0.0.1:8080/x", "https://a-host.com", "http://a-host.com:80",
            "https://user:p%40ss@a-host.com:8443/v1",
            "http://[::1]:8080/x/y", "http://a-host.com/with%20space/%2F",
        ])
    func `B055 B056 All parts of the base are kept; a trailing slash makes no difference`(base: String) throws {
        for text in [base, base + "/", base + "//"] {
            let address = try ServerAddress(text)

            #expect(address.feed().absoluteString == "\(base)/feed?limit=10")
            #expect(address.feed(after: id).absoluteString == "\(base)/feed?limit=10&after_id=\(idText)")
            #expect(address.comments(imageID: id).absoluteString == "\(base)/image/\(idText)/comments")
            #expect(try address == ServerAddress(base))
        }
    }

    @Test(
        arguments: [
            "", "a-host.com", "/path", "//a-host.com", "ftp://a-host.com", "file:///tmp", "http://", "http:///path",
            "http://a-host.com?query", "http://a-host.com#fragment", "http://a-host.com:0", "http://a-host.com:65536",
            "http://a host.com", "http://a-host.com:99999999999999999999", "http://a-host.com%00/",
        ])
    func `B054 A base must be an absolute http or https URL with a host`(text: String) {
        #expect(throws: ServerAddressError.self) { try ServerAddress(text) }
    }

    @Test func `B054 A server's identity omits what distinguishes no servers; its display text all user info`() throws {
        let address = try ServerAddress("HTTP://user:secret@A-Host.com:80/Path/")

        #expect(address.identity == "http://a-host.com/Path")
        #expect(try address.identity == ServerAddress("http://other@a-host.com/Path").identity)
        #expect(try address.identity != ServerAddress("http://a-host.com:8080/Path").identity)
        #expect(try address.identity != ServerAddress("https://a-host.com/Path").identity)
        #expect(try address.identity != ServerAddress("http://a-host.com/path").identity)
        #expect(address.displayText == "http://A-Host.com:80/Path")
        #expect(address.host == "A-Host.com")
    }

    @Test func `Removing slashes at the end of an address takes time linear in their number`() throws {
        let growth = growth(from: 1_000) {
            "http://a-host.com/v1" + String(repeating: "/", count: $0)
        } work: { text in
            do {
                let address = try ServerAddress(text)
                #expect(address.feed().path() == "/v1/feed")
            } catch {
                Issue.record(error)
            }
        }
        #expect(growth < linearGrowth)
    }

    @Test func `A server's address provides its authorization and its origin`() throws {
        let address = try ServerAddress("http://user:password@A-Host.com:8080/base/")
        #expect(address.authorization == BasicAuthorization(user: "user", password: "password"))
        #expect(address.origin == Origin(try #require(URL(string: "http://a-host.com:8080"))))
        #expect(try ServerAddress("http://a-host.com").authorization == nil)
    }

    @Test func `No description of an address, or of an error with one, shows its password or its secret path`() throws {
        let address = try ServerAddress("http://maria:s3cret@a-host.com/v1")
        let secret = try ServerAddress("http://127.0.0.1:8080/s3cret").withSecretPath
        #expect(secret.feed().absoluteString == "http://127.0.0.1:8080/s3cret/feed?limit=10")
        #expect(secret.displayText == "http://127.0.0.1:8080")
        let values: [Any] = [
            address, LoadFeedError(remote: nil, address: address), [address],
            FindServerError(address: address, remote: .invalidData(.empty)),
            DataRequest(url: address.feed()), try TypedServerAddress("maria:s3cret@a-host.com"),
            RememberedServer.address(address), secret, LoadFeedError(remote: nil, address: secret),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("s3cret") && !text.contains("maria"), "\(text)")
            }
        }
        #expect("\(address)" == "http://a-host.com/v1")
    }
}
