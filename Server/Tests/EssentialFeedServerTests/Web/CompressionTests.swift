import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Compressed answers, over a socket.
@Suite struct CompressionTests {
    private static let gzip = "Accept-Encoding: gzip, deflate, br, zstd"

    private let folder = PhotoFolder()

    init() throws {
        for number in 1...12 {
            let data = Pictures.jpeg(exif: Pictures.exif(description: Array("caption \(number)".utf8)))
            try folder.write(data, to: "\(number).jpg", seconds: Double(-number))
        }
    }

    private func unpacked(_ data: Data) async throws -> Data {
        let file = folder.state.url.appending(path: "\(UUID()).gz")
        try data.write(to: file)
        return try await TestProgram.succeed(["gzip", "-dc", file.path]).output
    }

    @Test func `Web: a text is compressed for who accepts it, with a weak tag, and plain for others`() async throws {
        try await folder.serve { client in
            for path in [
                "/", "/feed", "/feed.atom", "/openapi.yaml", "\(PageAssets.path)/app.js", "\(PageAssets.path)/icon.svg",
            ] {
                let plain = try await client.answer(path)
                #expect((plain.status, plain.fields["content-encoding"]) == (200, nil))
                #expect(plain.fields["vary"]?.hasSuffix("Accept-Encoding") == true)
                let answer = try await client.answer(path, fields: [Self.gzip])
                #expect(answer.fields["content-encoding"] == "gzip")
                #expect(answer.fields["vary"] == plain.fields["vary"])
                #expect(answer.fields["content-length"] == String(answer.body.count))
                #expect(answer.body.count < plain.body.count)
                #expect(try await unpacked(answer.body) == plain.body)
                #expect(answer.fields["etag"] == plain.fields["etag"].map { "W/" + $0 })
                guard let tag = answer.fields["etag"], let strong = plain.fields["etag"] else { continue }
                let known = try await client.answer(path, fields: [Self.gzip, "If-None-Match: \(tag)"], hasBody: false)
                #expect((known.status, known.fields["etag"]) == (304, tag))
                #expect(known.fields["vary"]?.contains("Accept-Encoding") == true)
                let unpackedOne = try await client.answer(path, fields: ["If-None-Match: \(strong)"], hasBody: false)
                #expect((unpackedOne.status, unpackedOne.fields["etag"]) == (304, strong))
                let head = try await client.answer(path, method: "HEAD", fields: [Self.gzip], hasBody: false)
                #expect((head.status, head.fields["content-encoding"]) == (200, nil))
                #expect(head.fields["content-length"] == String(plain.body.count))
            }
        }
    }

    @Test func `Photos are never compressed, and keep their tags and ranges`() async throws {
        // An animation is served without a decoder.
        try folder.write(Pictures.animation(), to: "0.png", seconds: 1)
        try await folder.serve { client in
            let feed = try await client.answer("/feed")
            let items = try JSONSerialization.jsonObject(with: feed.body) as? [String: [[String: Any]]]
            let address = try #require(items?["items"]?.first?["image"] as? String)
            let url = try #require(URL(string: address))
            for path in [url.path, "\(PageAssets.path)/icon.png"] {
                let image = try await client.answer(path, fields: [Self.gzip])
                #expect((image.status, image.fields["content-encoding"], image.fields["vary"]) == (200, nil, nil))
            }
            let image = try await client.answer(url.path, fields: [Self.gzip])
            #expect(image.fields["etag"]?.hasPrefix("\"") == true)
            let part = try await client.answer(url.path, fields: [Self.gzip, "Range: bytes=2-5"])
            #expect((part.status, part.fields["content-encoding"]) == (206, nil))
            #expect(part.body == image.body.dropFirst(2).prefix(4))
        }
    }

    @Test func `Web: an answer with the secret of an invitation isn't compressed`() async throws {
        try await folder.serve { client in
            let invited = try await client.post("/people", "do=invite&name=maria&own=Anna&may=comment")
            let fields = [Self.gzip, "Accept: text/html", try #require(invited.cookieField)]
            let answer = try await client.answer("/people", fields: fields)
            #expect((answer.status, answer.fields["content-encoding"]) == (200, nil))
            #expect(answer.text.contains("/join#maria:"))
        }
    }

    @Test func `Web: the first page has at most 30 KB with all it loads, and names its first picture`() async throws {
        try await folder.serve { client in
            let answer = try await client.answer("/", fields: [Self.gzip, "Accept: text/html"])
            let page = String(decoding: try await unpacked(answer.body), as: UTF8.self)
            #expect(page.contains(#"fetchpriority="high""#))
            let files = page.matches(of: #/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/#).map { String($0.1) }
            #expect(files.count >= 3)
            var bytes = answer.body.count
            for file in files { bytes += try await client.answer(file, fields: [Self.gzip]).body.count }
            #expect(bytes <= 30_000)
        }
    }

    @Test(arguments: [
        (nil, false), ("", false), ("gzip", true), ("GZIP;q=0.5", true), ("gzip;q=0", false), ("br, gzip", true),
        ("*", true), ("*;q=0", false), ("identity", false), ("gzip;q=0, *", false), ("gzip ; q=0.1", true),
        ("gzip;q=x", false), ("x-gzip", false),
    ])
    func `A client accepts gzip by name or by a star, unless its weight is zero`(value: String?, accepts: Bool) {
        #expect(ContentCoding.acceptsGzip(value) == accepts)
    }
}
