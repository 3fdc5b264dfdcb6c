import EssentialFeed
import Foundation
import ImageFormats
import Testing
import TestSupport

@Suite struct FeedImageTests {
    @Test func `B001 A feed image holds its id, optional description, optional location and URL`() {
        let id = UUID()
        let full = FeedImage(id: id, description: "a description", location: "a location", url: anyURL())
        let bare = FeedImage(id: id, url: anyURL())

        #expect(full.id == id && full.url == anyURL())
        #expect(full.description == "a description" && full.location == "a location")
        #expect(bare.description == nil && bare.location == nil)
    }

    @Test func `B002 Two feed images are equal only if all fields are`() {
        let (id, url) = (UUID(), anyURL())
        let image = FeedImage(id: id, description: "a", location: "b", url: url)

        #expect(image == FeedImage(id: id, description: "a", location: "b", url: url))
        #expect(image != FeedImage(id: UUID(), description: "a", location: "b", url: url))
        #expect(image != FeedImage(id: id, description: nil, location: "b", url: url))
        #expect(image != FeedImage(id: id, description: "a", location: nil, url: url))
        #expect(image != FeedImage(id: id, description: "a", location: "b", url: url.appending(path: "other")))
        let others = [
            FeedImage(id: id, description: "a", location: "b", url: url, pixelSize: PixelSize(width: 4, height: 3)),
            FeedImage(id: id, description: "a", location: "b", url: url, placeholder: Data([1, 2, 3, 4, 5])),
            FeedImage(id: id, description: "a", location: "b", url: url, createdAt: .distantPast),
            FeedImage(id: id, description: "a", location: "b", url: url, author: "c"),
            FeedImage(
                id: id, description: "a", location: "b", url: url,
                variants: [ImageVariant(url: url, size: PixelSize(width: 4, height: 3))]),
        ]
        #expect(Set(others + [image]).count == 6)
    }

    @Test(
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
    func `B024 An image may load from a URL with an origin, without user info`(text: String, expected: Bool) throws {
        #expect(FeedImage.isLoadable(try #require(URL(string: text))) == expected)
    }
}
