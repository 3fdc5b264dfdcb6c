import EssentialFeed
import EssentialFeedComposition
import Foundation
import Testing
import TestSupport

/// An answer that cannot be used leaves the cached feed, its `loadedAt` and all image data unchanged (B158).
@Suite struct BadAnswerTests {
    private static let image = "https://a.url"

    @Test func `B021 B158 A payload that is cut at any byte is invalid data and changes nothing`() async throws {
        let payload = FeedPayload.encode([uniqueImage(description: "Ναός 🙂", location: "\"\\"), uniqueImage()])

        for count in 0..<payload.count {
            try await expectNothingChanged(payload.prefix(count), "cut at \(count)")
        }
    }

    @Test func `B021 B158 JSON of 100,000 levels is invalid data and changes nothing`() async throws {
        func nested(_ open: String, _ middle: String, _ close: String) -> String {
            String(repeating: open, count: 100_000) + middle + String(repeating: close, count: 100_000)
        }
        let payloads = [
            nested("[", "", "]"), nested(#"{"items":"#, "[]", "}"), #"{"items":[],"x":\#(nested("[", "", "]"))}"#,
            #"{"items":[],"x":\#(nested(#"{"a":"#, "1", "}"))}"#, nested("[", "", ""), nested(#"{"a":"#, "", ""),
        ]

        for payload in payloads { try await expectNothingChanged(Data(payload.utf8), "\(payload.prefix(20))…") }
    }

    @Test func `B021 B158 Bytes that are not UTF-8 are invalid data anywhere, and change nothing`() async throws {
        let texts = [
            #"{"items":[{"id":"\#(UUID())","image":"\#(Self.image)","description":"#,
            #"{"items":[{"id":"\#(UUID())","image":"\#(Self.image)","unknown":"#, #"{"unknown":"#,
        ]
        for text in texts {
            for bytes in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]] {
                let end = text.contains("[") ? #""}]}"# : #"","items":[]}"#
                let payload = Data((text + "\"").utf8) + Data(bytes) + Data(end.utf8)

                try await expectNothingChanged(payload, "\(bytes) after \(text)")
            }
        }
        let whole = String(decoding: FeedPayload.encode(uniqueFeed()), as: UTF8.self)
        let encodings: [String.Encoding] = [
            .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian,
        ]
        for encoding in encodings {
            try await expectNothingChanged(try #require(whole.data(using: encoding)), "\(encoding)")
        }
    }

    @Test(
        arguments: [
            "not JSON", "<html></html>", "{}}", #"{"items":[]} x"#, #"{'items':[]}"#, "\u{0}", #"{"items":null}"#,
            "null", "true", "1e999", #""text""#, "[]", "{}", #"{"items":1}"#, #"{"items":{"0":{}}}"#, #"{"items":[1]}"#,
            #"{"items":[null]}"#, #"{"items":[[]]}"#, #"{"items":[{}]}"#,
            #"{"items":[{"id":1,"image":"https://a.url"}]}"#,
            #"{"items":[{"id":"\#(UUID())","image":["https://a.url"]}]}"#,
            #"{"items":[{"id":"\#(UUID())","image":"https://a.url","description":{}}]}"#,
            #"{"items":[{"id":"\#(UUID())","image":"https://a.url","location":false}]}"#,
            #"{"items":[{"id":"\#(UUID())","image":"image.jpg"}]}"#,
            #"{"items":[{"id":"\#(UUID())","image":"../image.jpg"}]}"#,
            #"{"items":[{"id":"\#(UUID())","image":"file:///etc/passwd"}]}"#,
            #"{"items":[{"id":"\#(UUID())","image":"https:///image.jpg"}]}"#,
        ])
    func `B021 B024 B026 B158 No JSON, wrong types, relative and file URLs change nothing`(text: String) async throws {
        try await expectNothingChanged(Data(text.utf8), text)
    }

    @Test func `B024a B161 Duplicate ids never make a duplicate in what is shown or saved`() async throws {
        let images = uniqueFeed()
        let fixture = LoadFeedFixture(
            client: .answering(
                .success(feedAnswer(images + images)), .success(feedAnswer([images[0], images[0]])),
                .success(feedAnswer([]))))

        let page = try await fixture.load.load()
        let more = try await page.loadMore?()

        #expect(page.images == images)
        #expect(more?.images == images)
        #expect(fixture.store.cached?.images == images)
    }

    @Test func `B041 B044 B158 Comments that are cut, deep, not UTF-8 or without zone are invalid`() async throws {
        let comment = ImageComment(
            id: UUID(), message: "μήνυμα", createdAt: .init(timeIntervalSince1970: 0), author: .init(username: "a"))
        let payload = ImageCommentsPayload.encode([comment])
        let text = String(decoding: payload, as: UTF8.self)
        var bad = (0..<payload.count).map { payload.prefix($0) }
        bad.append(Data(String(repeating: "[", count: 100_000).utf8))
        bad.append(Data(text.replacing("00Z", with: "00").utf8))
        bad.append(try #require(text.data(using: .utf16)))
        bad.append(Data(text.replacing("μήνυμα", with: "m").utf8) + Data([0xFF]))

        for body in bad {
            let load = LoadImageCommentsFromRemote(address: anyAddress, client: .answering(.success(answer(200, body))))

            #expect(await fault(of: { try await load.load(imageID: UUID()) }) == .malformed)
        }
    }

    /// Answers a refresh, a load-more and an image load with the body, and expects that a valid cached feed and its
    /// image data stay unchanged.
    private func expectNothingChanged(_ body: Data, _ comment: String) async throws {
        let time = TestTime()
        let saved = cached(uniqueFeed(), at: time.value - 60, entityTag: "\"a\"")
        let url = saved.images[0].url
        let imageStore = FeedImageDataStoreSpy([url: anyPNG()])
        let client = HTTPClientSpy { _ in answer(200, body) }
        let fixture = LoadFeedFixture(client: client, store: FeedStoreSpy(saved), time: time)

        let page = try await fixture.load.load()
        let loadMore = try #require(page.loadMore)
        let loadMoreFault = await fault { try await loadMore() }
        let loadImage = LoadFeedImageData(client: client, store: imageStore)
        let imageFault = await fault { try await loadImage.load(anyURL()) }

        #expect(page.images == saved.images, "\(comment)")
        #expect(page.loadedAt == saved.loadedAt, "\(comment)")
        #expect(page.remoteFault == .malformed, "\(comment)")
        #expect(loadMoreFault == .malformed, "\(comment)")
        #expect(imageFault == (body.isEmpty ? .empty : .notAnImage), "\(comment)")
        #expect(fixture.store.cached == saved, "\(comment)")
        #expect(fixture.store.writes.isEmpty, "\(comment)")
        #expect(imageStore.data == [url: anyPNG()], "\(comment)")
    }
}
