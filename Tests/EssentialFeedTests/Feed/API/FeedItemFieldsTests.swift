import EssentialFeed
import Foundation
import ImageFormats
import Testing
import TestSupport

/// The fields of an item that the contract doesn't have.
@Suite struct FeedItemFieldsTests {
    private static let id = "00000000-0000-0000-0000-000000000001"
    private static let contract = #""id":"\#(id)","image":"https://a.url/1""#

    @Test func `Size, placeholder, time, author, variants, number of comments and alternative text are read`() throws {
        let image = try image(
            with: #"""
                "width": 1080, "height": 810, "placeholder": "1QcSHQRnh493V4dIh4eXh1h4kJUI",
                "created_at": "2024-05-20T11:24:59+0000", "author": "Maria", "comment_count": 3, "alt": "A red boat.",
                "variants": [
                    {"url": "https://a.url/1?size=480", "width": 480, "height": 360, "format": "jpeg"},
                    {"url": "https://a.url/1", "width": 1080, "height": 810},
                ]
                """#)

        #expect(image.pixelSize == PixelSize(width: 1080, height: 810))
        #expect(image.placeholder == Data(base64Encoded: "1QcSHQRnh493V4dIh4eXh1h4kJUI"))
        #expect(image.createdAt == Date(timeIntervalSince1970: 1_716_204_299))
        #expect(image.author == "Maria")
        #expect(image.commentCount == 3)
        #expect(image.alternative == "A red boat.")
        #expect(
            image.variants == [
                ImageVariant(url: URL(string: "https://a.url/1?size=480")!, size: PixelSize(width: 480, height: 360)),
                ImageVariant(url: URL(string: "https://a.url/1")!, size: PixelSize(width: 1080, height: 810)),
            ])
    }

    @Test func `What is written is read as it was; an item without these fields is as in the contract`() throws {
        let images = [uniqueImage(), detailedImage(), detailedImage()]

        #expect(try FeedPayload.decode(FeedPayload.encode(images)) == images)
        let bare = FeedImage(id: UUID(), url: anyURL())
        #expect(
            String(decoding: FeedPayload.encode([bare]), as: UTF8.self)
                == #"{"items":[{"id":"\#(bare.id)","image":"\#(bare.url)"}]}"#)
        let full = FeedImage(
            id: UUID(), url: anyURL(), pixelSize: PixelSize(width: 4, height: 3), placeholder: Data([1, 2, 3, 4, 5]),
            createdAt: Date(timeIntervalSince1970: 1_716_204_299), author: "Maria",
            variants: [ImageVariant(url: anyURL(), size: PixelSize(width: 4, height: 3))], commentCount: 0,
            alternative: "A red boat.")
        #expect(
            String(decoding: FeedPayload.encode([full]), as: UTF8.self)
                == #"{"items":[{"alt":"A red boat.","author":"Maria","comment_count":0,"created_at":"2024-05-20T11:24:59Z","#
                + #""height":3,"id":"\#(full.id)","image":"\#(anyURL())","placeholder":"AQIDBAU=","#
                + #""variants":[{"height":3,"url":"\#(anyURL())","width":4}],"width":4}]}"#)
    }

    @Test(
        arguments: [
            #""author":"Maria""#, #""\u0061uthor":"Maria""#, #""aut\u0068or" : "Maria""#,
            #""description":null,"\u0061\u0075\u0074\u0068\u006f\u0072":"Maria""#,
        ])
    func `A field is read however its name is escaped, and wherever the payload has it`(fields: String) throws {
        #expect(try image(with: fields).author == "Maria")
    }

    @Test(
        arguments: [
            #""width": 1080"#, #""height": 810"#, #""width": 0, "height": 810"#, #""width": -1080, "height": 810"#,
            #""width": 1080, "height": 1000001"#, #""width": 9223372036854775807, "height": 810"#,
            #""width": 1e400, "height": 810"#, #""width": 1080.5, "height": 810"#, #""width": "1080", "height": 810"#,
            #""width": null, "height": [810]"#, #""width": {}, "height": true"#,
            #""placeholder": """#, #""placeholder": "AQID""#, #""placeholder": "no base64!""#, #""placeholder": 7"#,
            #""placeholder": "\#(String(repeating: "AAAA", count: 9))""#,
            #""placeholder": "\#(String(repeating: "AAAA", count: 250_000))""#, #""placeholder": ["AQIDBAU="]"#,
            #""comment_count": -1"#, #""comment_count": 1000000001"#, #""comment_count": "3""#,
            #""comment_count": 1.5"#,
            #""created_at": "yesterday""#, #""created_at": 1716204299"#, #""created_at": "2024-05-20""#,
            #""created_at": "2024-13-20T11:24:59Z""#, #""created_at": null"#,
            #""author": """#, #""author": 7"#, #""author": {"username": "Maria"}"#,
            #""author": "\#(String(repeating: "α", count: 501))""#,
            #""alt": """#, #""alt": 7"#, #""alt": ["A red boat."]"#,
            #""alt": "\#(String(repeating: "α", count: 4_001))""#,
            #""variants": null"#, #""variants": 7"#, #""variants": "https://a.url""#, #""variants": {"url": 1}"#,
            #""variants": []"#, #""variants": [null, 7, "a", [], {}]"#,
        ])
    func `A field that can't be used is left out, and the rest of the item counts`(fields: String) throws {
        #expect(
            try image(with: fields) == FeedImage(id: UUID(uuidString: Self.id)!, url: URL(string: "https://a.url/1")!))
    }

    @Test(
        arguments: [
            #"null"#, #"7"#, #"["https://a.url/0"]"#, #"{}"#, #"{"url": "https://a.url/0", "width": 480}"#,
            #"{"url": "https://a.url/0", "width": -480, "height": 360}"#,
            #"{"url": "https://a.url/0", "width": 480, "height": 1e99}"#,
            #"{"url": "ftp://a.url/0", "width": 480, "height": 360}"#,
            #"{"url": "/image/0", "width": 480, "height": 360}"#,
            #"{"url": "file:///etc/passwd", "width": 480, "height": 360}"#,
            #"{"url": "https://user:secret@a.url/0", "width": 480, "height": 360}"#,
            #"{"url": "https://a.url:70000/0", "width": 480, "height": 360}"#,
            #"{"url": "https://a.url/\#(String(repeating: "a", count: 5_000))", "width": 480, "height": 360}"#,
            #"{"url": 1, "width": 480, "height": 360}"#,
            // The URL of an earlier one.
            #"{"url": "https://a.url/1", "width": 480, "height": 360}"#,
        ])
    func `A variant that can't be used is left out, and the others count`(variant: String) throws {
        let image = try image(
            with: #"""
                "variants": [
                    {"url": "https://a.url/1", "width": 1080, "height": 810}, \#(variant),
                    {"url": "https://a.url/2", "width": 2048, "height": 1536}
                ]
                """#)
        #expect(image.variants.map(\.url.absoluteString) == ["https://a.url/1", "https://a.url/2"])
        #expect(image.variants.map(\.size.width) == [1080, 2048])
    }

    @Test func `Of 10,000 variants only the first 16 are read`() throws {
        let variants = (1...10_000).map { #"{"url": "https://a.url/\#($0)", "width": \#($0), "height": \#($0)}"# }
        let image = try image(with: #""variants": [\#(variants.joined(separator: ","))]"#)
        #expect(image.variants.map(\.size.width) == Array(1...16))
    }

    private func image(with fields: String) throws -> FeedImage {
        let images = try FeedPayload.decode(Data(#"{"items":[{\#(Self.contract),\#(fields)}]}"#.utf8))
        return try #require(images.first)
    }
}
