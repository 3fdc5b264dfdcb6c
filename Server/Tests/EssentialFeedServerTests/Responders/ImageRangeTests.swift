import EssentialFeed
import Foundation
import Testing
import TestSupport

@testable import EssentialFeedServer

@Suite struct ImageRangeTests {
    private let folder = PhotoFolder()

    @Test func `Server: a part has the same fields as the whole except for its length and range`() async throws {
        let picture = Pictures.numbered(1_000)
        try folder.write(picture, to: "a.jpg")
        try await folder.serve(try folder.configuration(isPublic: true)) { client in
            let path = "/image/\(contentID(picture))"
            var whole = try await client.answer(path).fields
            #expect(whole["accept-ranges"] == "bytes")
            #expect(whole["cache-control"] == "public, max-age=31536000, immutable")
            #expect(whole["x-content-type-options"] == "nosniff")
            #expect(whole["content-type"] == "image/gif")
            #expect(whole["etag"] == imageTag(picture))
            #expect(whole.updateValue("10", forKey: "content-length") == "1000")
            whole["content-range"] = "bytes 5-14/1000"
            whole["date"] = nil
            var part = try await client.answer(path, fields: ["Range: bytes=5-14"]).fields
            part["date"] = nil
            #expect(part == whole)
        }
    }

    @Test func `Server: the parts of a photo make up the whole photo`() async throws {
        let picture = Pictures.numbered(1_000_003)
        try folder.write(picture, to: "a.jpg")
        try await folder.serve { client in
            let tag = imageTag(picture)
            var received = Data()
            for size in [1, 9, 262_143, 262_144, 262_145, 500_000] {
                let range = "Range: bytes=\(received.count)-\(received.count + size - 1)"
                let part = try await client.answer("/image/\(contentID(picture))", fields: [range, "If-Range: \(tag)"])
                #expect(part.status == 206)
                received += part.body
            }
            #expect(received.firstDifference(from: picture) == nil)
        }
    }
}
