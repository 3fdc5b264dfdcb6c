import EssentialFeed
import Foundation
import Testing
import TestSupport

@testable import EssentialFeedServer

@Suite struct ImageRangeTests {
    private let folder: PhotoFolder

    init() throws {
        folder = try PhotoFolder()
    }

    @Test(
        "N034 Server: a range is a 206 with its bytes alone, or a 416 if it cannot be satisfied",
        arguments: RangeCase.ranges)
    func test_image_answersTheRange(_ expected: RangeCase) async throws {
        try await check(expected)
    }

    @Test("N034 Server: a malformed range and several ranges are ignored", arguments: RangeCase.ignored)
    func test_image_answersTheWholeWhenTheRangeIsNotOne(_ expected: RangeCase) async throws {
        try await check(expected)
    }

    @Test(
        "N034 Server: If-Match precedes If-None-Match, which precedes If-Range, which only our strong entity tag meets",
        arguments: RangeCase.conditional)
    func test_image_weighsConditionsInTheirOrder(_ expected: RangeCase) async throws {
        try await check(expected)
    }

    @Test("N034 Server: HEAD ignores a range and returns the whole length", arguments: RangeCase.heads)
    func test_image_ignoresTheRangeWhenHead(_ expected: RangeCase) async throws {
        try await check(expected)
    }

    @Test("N034 Server: a part has the same fields as the whole except for its length and range")
    func test_image_keepsTheFieldsWhenPartial() async throws {
        let picture = Pictures.numbered(1_000)
        try folder.write(picture, to: "a.jpg")
        try await RunningServer.with(try folder.configuration()) { server in
            try await RawClient.with(port: server.port) { client in
                let path = "/image/\(contentID(picture))"
                var whole = try await client.answer(path).fields
                #expect(whole["accept-ranges"] == "bytes")
                #expect(whole["cache-control"] == "public, max-age=31536000, immutable")
                #expect(whole["x-content-type-options"] == "nosniff")
                #expect(whole["content-type"] == "image/jpeg")
                #expect(whole["etag"] == ContentDigest(of: picture).entityTag)
                #expect(whole.updateValue("10", forKey: "content-length") == "1000")
                whole["content-range"] = "bytes 5-14/1000"
                whole["date"] = nil
                var part = try await client.answer(path, fields: ["Range: bytes=5-14"]).fields
                part["date"] = nil
                #expect(part == whole)
            }
        }
    }

    @Test("N034 Server: the parts of a photo make up the whole photo")
    func test_image_isWholeWhenFetchedInParts() async throws {
        let picture = Pictures.numbered(1_000_003)
        try folder.write(picture, to: "a.jpg")
        try await RunningServer.with(try folder.configuration()) { server in
            try await RawClient.with(port: server.port) { client in
                let tag = ContentDigest(of: picture).entityTag
                var received = Data()
                for size in [1, 9, 262_143, 262_144, 262_145, 500_000] {
                    let range = "Range: bytes=\(received.count)-\(received.count + size - 1)"
                    let part = try await client.answer(
                        "/image/\(contentID(picture))", fields: [range, "If-Range: \(tag)"])
                    #expect(part.status == 206)
                    received += part.body
                }
                #expect(received.firstDifference(from: picture) == nil)
            }
        }
    }

    @Test(
        "N034 Server: ranges of the feed and of comments are ignored",
        arguments: ["bytes=0-4", "bytes=1000000-", "bytes=-0"])
    func test_feed_ignoresTheRange(range: String) async throws {
        try folder.write(Pictures.numbered(1_000), to: "a.jpg")
        try await RunningServer.with(try folder.configuration()) { server in
            try await RawClient.with(port: server.port) { client in
                for path in ["/feed", "/image/\(contentID(Pictures.numbered(1_000)))/comments"] {
                    let whole = try await client.answer(path)
                    let answer = try await client.answer(path, fields: ["Range: \(range)"])
                    #expect(answer.status == 200)
                    #expect(answer.body == whole.body)
                    #expect(answer.fields["content-range"] == nil)
                    #expect(answer.fields["accept-ranges"] == nil)
                }
            }
        }
    }

    private func check(_ expected: RangeCase) async throws {
        let picture = Pictures.numbered(expected.length)
        try folder.write(picture, to: "a.jpg")
        let tag = ContentDigest(of: picture).entityTag
        let path = "/image/\(contentID(picture))"
        try await RunningServer.with(try folder.configuration()) { server in
            try await RawClient.with(port: server.port) { client in
                var hasBody = true
                if case .nothing = expected.body { hasBody = false }
                let answer = try await client.answer(
                    path, method: expected.method,
                    fields: expected.fields.map { $0.replacingOccurrences(of: "TAG", with: tag) }, hasBody: hasBody)
                #expect(answer.status == expected.status)
                #expect(answer.fields["content-range"] == expected.contentRange)
                #expect(answer.fields["x-content-type-options"] == "nosniff")
                switch expected.body {
                case .bytes(let range):
                    #expect(answer.body.firstDifference(from: picture.subdata(in: range)) == nil)
                    #expect(answer.fields["content-length"] == "\(range.count)")
                    #expect(answer.fields["accept-ranges"] == "bytes")
                    #expect(answer.fields["etag"] == tag)
                case .problem:
                    #expect(answer.fields["content-type"] == "application/problem+json")
                    #expect(answer.fields["cache-control"] == "no-store")
                    let problem = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
                    #expect(problem?["status"] as? Int == expected.status)
                case .nothing where expected.status == 200:
                    #expect(answer.fields["content-length"] == "\(expected.length)")
                    #expect(answer.fields["accept-ranges"] == "bytes")
                case .nothing: break
                }
                // The next response follows directly, so the length was right.
                #expect(try await client.answer("/feed").status == 200)
            }
        }
    }
}
