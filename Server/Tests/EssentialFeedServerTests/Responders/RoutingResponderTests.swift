import EssentialFeed
import Foundation
import HTTPTypes
import ImageFormats
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct RoutingResponderTests {
    private let folder = PhotoFolder()

    private func write(_ count: Int) throws -> [UUID] {
        try (1...count).map { number in
            let data = Pictures.jpeg(exif: Pictures.exif(description: Array("caption \(number)".utf8)))
            try folder.write(data, to: "\(number).jpg", seconds: Double(-number))
            return contentID(data)
        }
    }

    private func withClient(
        basePath: String = "", _ body: @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let responder = RoutingResponder(
            basePath: basePath, images: ImageResponder(source: ServedImages(threads: .singleton)),
            isReady: { true })
        let address = try ServerAddress("https://example.com\(basePath)")
        let configuration = try folder.configuration()
        // The catalog stays as it is after the import.
        let catalog = try await LiveFolder.with(configuration) { live in
            _ = try await live.untilComplete()
            return live.catalog
        }
        let threads = ServerThreads()
        try await threads.run {
            let content = RoutingResponder.Served(
                photos: FeedResponder(
                    photos: catalog, base: address.displayText, threads: threads.files),
                comments: CommentsResponder(
                    loadConversation: LoadConversation(photos: catalog, friends: nil), threads: threads.pages,
                    logger: Logger(label: "test")),
                pages: PageResponder(catalog, friends: nil, settings: .init(path: basePath), threads: threads),
                links: ImageLinks(address: address))
            responder.serve(content)
            try await Application(responder: responder).test(.router, body)
        }
    }

    private func ids(_ response: TestResponse) throws -> [UUID] {
        try FeedPayload.decode(Data(response.body.readableBytesView)).map(\.id)
    }

    private func expectProblem(_ response: TestResponse, _ status: Int) throws {
        #expect(response.status.code == status)
        #expect(response.headers[.contentType] == "application/problem+json")
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
        let problem = try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: Any]
        #expect(problem?["status"] as? Int == status)
        #expect(problem?["title"] as? String == response.status.reasonPhrase)
        #expect((problem?["detail"] as? String)?.isEmpty == false)
    }

    @Test func `Server: the feed is read page by page up to an empty page after the last image`() async throws {
        let all = try write(23)
        try await withClient { client in
            let first = try await client.get("/feed")
            #expect(first.status == .ok)
            #expect(first.headers[.contentType] == "application/json")
            #expect(first.headers[.cacheControl] == "no-cache")
            #expect(first.headers[.xContentTypeOptions] == "nosniff")
            #expect(try ids(first) == Array(all.prefix(10)))
            var walked: [UUID] = []
            var page: [UUID] = []
            repeat {
                let cursor = walked.last.map { "&after_id=\($0.uuidString.lowercased())" } ?? ""
                let uri = "/feed?limit=4\(cursor)"
                page = try ids(try await client.get(uri))
                walked += page
            } while !page.isEmpty && walked.count < 100
            #expect(walked == all)
        }
    }

    @Test func `Server: an item has its id, its texts and an image URL at the public address`() async throws {
        let ids = try write(2)
        try folder.write(#"{"photos": [{"file": "1.jpg", "location": "a place"}]}"#, to: "feed.yaml")
        try await withClient(basePath: "/p") { client in
            let response = try await client.get("/p/feed", [.init("Host")!: "evil.example"])
            #expect(
                try FeedPayload.decode(Data(response.body.readableBytesView)) == [
                    FeedImage(
                        id: ids[0], description: "caption 1", location: "a place",
                        url: URL(string: "https://example.com/p/image/\(ids[0].uuidString)")!,
                        pixelSize: PixelSize(width: 1, height: 1),
                        createdAt: Date(timeIntervalSince1970: 1_577_836_799), commentCount: 0),
                    FeedImage(
                        id: ids[1], description: "caption 2",
                        url: URL(string: "https://example.com/p/image/\(ids[1].uuidString)")!,
                        pixelSize: PixelSize(width: 1, height: 1),
                        createdAt: Date(timeIntervalSince1970: 1_577_836_798), commentCount: 0),
                ])
            for path in ["/feed", "/pfeed", "/p/p/feed", "/x/feed"] {
                try expectProblem(try await client.get(path), 404)
            }
        }
    }

    @Test func `Server: an empty folder has an empty feed`() async throws {
        try await withClient { client in
            let response = try await client.get("/feed")
            #expect(response.status == .ok)
            #expect(String(buffer: response.body) == #"{"items":[]}"#)
        }
    }

    @Test func `Server: a malformed limit or cursor is a 400, an unknown cursor a 404, in JSON`() async throws {
        _ = try write(1)
        try await withClient { client in
            for query in ["limit=0", "limit=-1", "limit=x", "after_id=x", "limit=1&limit=2"] {
                for method in [HTTPRequest.Method.get, .head] {
                    let response = try await client.get("/feed?\(query)", method: method)
                    if method == .get {
                        try expectProblem(response, 400)
                    } else {
                        #expect(response.status == .badRequest)
                    }
                }
            }
            for format in FeedFormat.allCases {
                try expectProblem(try await client.get("\(format.path)?after_id=\(UUID())"), 404)
            }
        }
    }

    @Test func `Server: each format of the feed leads through its pages, and the contract's to Atom`() async throws {
        let all = try write(5)
        try await withClient(basePath: "/p") { client in
            for format in FeedFormat.allCases {
                var uri = "/p\(format.path)?limit=2"
                var pages = 0
                var found: [UUID] = []
                while true {
                    let response = try await client.get(uri)
                    #expect(response.status == .ok)
                    #expect(response.headers[.contentType] == format.mediaType)
                    let text = String(buffer: response.body)
                    found += all.filter { text.contains("https://example.com/p/image/\($0.uuidString)") }
                    pages += 1
                    let link = response.headers[.link] ?? ""
                    #expect(link.contains("rel=\"alternate\"") == (format == .contract))
                    guard let next = link.firstMatch(of: /<https:\/\/example.com([^>]*)>; rel="next"/) else { break }
                    #expect(format == .contract || text.contains(next.1.replacing("&", with: "&amp;")))
                    uri = String(next.1)
                }
                #expect(pages == 3)
                #expect(found == all)
            }
        }
    }

    @Test func `Server: a page's formats have entity tags of their own, and no Accept field is refused`() async throws {
        _ = try write(1)
        try await withClient { client in
            var tags: [String] = []
            for format in FeedFormat.allCases {
                let response = try await client.get(format.path, [.accept: "text/html"])
                #expect(response.status == .ok)
                let tag = try #require(response.headers[.eTag])
                tags.append(tag)
                let again = try await client.get(format.path, [.ifNoneMatch: tag])
                #expect(again.status == .notModified)
            }
            #expect(Set(tags).count == tags.count)
        }
    }

    @Test func `Server: comments are those in feed.yaml, an empty list without any, or a 404`() async throws {
        let ids = try write(2)
        try folder.write(
            """
            {"photos": [{"file": "1.jpg", "comments": [
            {"message": "a message", "created_at": "2026-11-20T19:10:00+01:00", "author": {"username": "a name"}}]}]}
            """, to: "feed.yaml")
        try await withClient { client in
            let response = try await client.get("/image/\(ids[0].uuidString.lowercased())/comments")
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/json")
            let comments = try ImageCommentsPayload.decode(Data(response.body.readableBytesView))
            #expect(comments.map(\.message) == ["a message"])
            #expect(comments.map(\.author.username) == ["a name"])
            #expect(comments.map(\.createdAt) == [WireDate.date(from: "2026-11-20T18:10:00Z")])
            let none = try await client.get("/image/\(ids[1])/comments")
            #expect(String(buffer: none.body) == #"{"items":[]}"#)
            let unknown = try await client.get("/image/\(UUID())/comments")
            try expectProblem(unknown, 404)
        }
    }

    @Test func `Server: an image has the type of its content and a strong ETag, and is immutable`() async throws {
        let pictures: [(Data, String)] = [
            (Pictures.animation(), "image/gif"), (try TestPicture.data("animated.webp"), "image/webp"),
            (Pictures.large(1_000_000), "image/gif"),
        ]
        for (index, picture) in pictures.enumerated() { try folder.write(picture.0, to: "\(index).txt") }
        try await withClient { client in
            for (data, type) in pictures {
                let uri = "/image/\(contentID(data))"
                let response = try await client.get(uri)
                #expect(response.status == .ok)
                let expected = try cleaned(data)
                #expect(Data(response.body.readableBytesView) == expected)
                #expect(response.headers[.contentType] == type)
                #expect(response.headers[.contentLength] == String(expected.count))
                #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                #expect(response.headers[.acceptRanges] == "bytes")
                let tag = try #require(response.headers[.eTag])
                #expect(tag == imageTag(data))
                for condition in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                    let again = try await client.get(uri, [.ifNoneMatch: condition])
                    #expect(again.status == .notModified)
                    #expect(again.headers[.eTag] == tag)
                    #expect(again.headers[.cacheControl] == "public, max-age=31536000, immutable")
                    #expect(again.body.readableBytes == 0)
                }
                let stale = try await client.get("\(uri)?version=7")
                #expect(stale.status == .ok)
                #expect(stale.headers[.cacheControl] == "no-cache")
                let other = try await client.get(uri, [.ifNoneMatch: "\"x\""])
                #expect(other.status == .ok)
            }
        }
    }

    @Test func `Server: an image that was changed, replaced or removed since it was indexed is a 404`() async throws {
        let folder = folder
        let ids = try (1...5 as ClosedRange<UInt8>).map { number in
            let data = Pictures.animation(salt: number)
            try folder.write(data, to: "\(number).jpg", seconds: -Double(number))
            return contentID(data)
        }
        try await withClient { client in
            try folder.write(Pictures.animation(), to: "1.jpg", seconds: -1)
            try FileManager.default.removeItem(at: folder.url("2.jpg"))
            try FileManager.default.removeItem(at: folder.url("3.jpg"))
            try FileManager.default.createSymbolicLink(
                atPath: folder.url("3.jpg").path, withDestinationPath: "/etc/passwd")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 7)], ofItemAtPath: folder.url("4.jpg").path)
            for id in ids.prefix(4) {
                for method in [HTTPRequest.Method.get, .head] {
                    let response = try await client.get("/image/\(id)", method: method)
                    #expect(response.status == .notFound)
                }
            }
            let whole = try await client.get("/image/\(ids[4])")
            #expect(whole.status == .ok)
        }
    }

    @Test func `Server: any other path is a 404 with problem details`() async throws {
        _ = try write(1)
        try await withClient { client in
            for path in [
                "/photo/", "/feed/", "/Feed", "/image", "/image/", "/image/x", "/image/../feed.yaml",
                "/image/\(UUID())", "/image/\(UUID())/comments/", "/feed.yaml", "/1.jpg", "//feed",
            ] {
                try expectProblem(try await client.get(path), 404)
            }
        }
    }

    @Test func `Server: until the first photos are read, every request is a 503 that says when`() async throws {
        let responder = RoutingResponder(
            basePath: "", images: ImageResponder(source: ServedImages(threads: .singleton)),
            isReady: { true })
        try await Application(responder: responder).test(.router) { client in
            let response = try await client.get("/feed")
            try expectProblem(response, 503)
            #expect(response.headers[.retryAfter] == "1")
        }
    }

    @Test func `Server: the folder is never written`() async throws {
        let ids = try write(3)
        try folder.write("no image", to: "notes.txt")
        try folder.write(#"{"photos": [{"file": "1.jpg"}]}"#, to: "feed.yaml")
        let before = try folder.snapshot()
        try await withClient { client in
            for path in ["/feed", "/image/\(ids[0])", "/image/\(ids[0])/comments", "/feed?limit=0"] {
                _ = try await client.get(path)
            }
        }
        _ = try await folder.index()
        #expect(try folder.snapshot() == before)
    }
}

extension TestClientProtocol {
    fileprivate func get(
        _ uri: String, _ headers: HTTPFields = [:], method: HTTPRequest.Method = .get
    ) async throws -> TestResponse {
        try await executeRequest(uri: uri, method: method, headers: headers, body: nil)
    }
}
