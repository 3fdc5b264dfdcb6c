import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The data about a photo for feed readers and programs that save images.
@Suite struct AtomDatesTests {
    private let folder = PhotoFolder()

    init() throws {
        try folder.write(Pictures.animation(salt: 1), to: "private name.png", seconds: -9)
    }

    @Test func `Readers: a photo is published when it enters the feed, updated when its text changes`() async throws {
        let (folder, start) = (folder, Date())
        try await LiveFolder.with(try folder.configuration()) { live in
            _ = try await live.untilComplete()
            let first = try #require(try live.catalog.page(after: nil, limit: 1)?.first)
            let added = try #require(first.added)
            #expect((start...Date()).contains(added))
            #expect(first.date < start)
            #expect(try #require(first.updated) >= added)
            try folder.write("photos: [{file: private name.png, description: corrected}]", to: "feed.yaml")
            try await live.until { try $0.page(after: nil, limit: 1)?.first?.description == "corrected" }
            let second = try #require(try live.catalog.page(after: nil, limit: 1)?.first)
            #expect(second.added == added)
            #expect(try #require(second.updated) > added)
        }
    }

    @Test func `Server: a saved image is named after its date and caption, never after its file`() async throws {
        let caption = "Ναύπλιο: \\\"a/b\\\"\\r\\nX-Evil: 1"
        try folder.write("photos: [{file: private name.png, description: \"\(caption)\"}]", to: "feed.yaml")
        let photo = try #require(try await folder.index().photos.first)
        let value = ImageDisposition.inline(photo, "image/jpeg", .gmt)
        #expect(value.hasPrefix("inline; filename=\"2019-12-31 23-59-51.jpg\";"))
        #expect(value.contains("; filename*=UTF-8''2019-12-31%2023-59-51%20%CE%9D"))
        #expect(value.hasSuffix(".jpg"))
        #expect(value.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) })
        #expect(value.count { $0 == "\"" } == 2)
        #expect(!value.contains("/") && !value.contains("private"))
    }
}
