import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite(.detectsHangs) struct ResumedDownloadTests {
    private let picture = ServedPicture()

    @Test(arguments: [ResumingHTTPClient.minimumBytes, 40_001, 131_072, 199_999])
    func `A cut download continues in the next run where it stopped; all is cached`(count: Int) async throws {
        try await Downloads.run { downloads async throws in
            downloads.server.answer(Downloads.path, with: picture.cut(after: count), picture.rest(from: count))
            _ = await #expect(throws: RemoteError.self) { try await downloads.load() }
            #expect(try await downloads.kept()?.bytes == picture.body.prefix(count))

            #expect(try await downloads.load() == picture.body)

            #expect(downloads.ranges == [nil, "bytes=\(count)-"])
            let request = try #require(downloads.server.requests.events.last)
            #expect(request["If-Range"] == "\"one\"")
            #expect(request["Accept-Encoding"] == "identity")
            #expect(try await downloads.kept() == nil)
            let stored = try await downloads.program { _, cache in
                try await cache.retrieveImageData(for: downloads.url)
            }
            #expect(stored == picture.body)
            #expect(downloads.reports.events.isEmpty)
        }
    }

    @Test func `A download continues as often as it is cut, also within one run`() async throws {
        try await Downloads.run { downloads async throws in
            func part(_ first: Int, _ last: Int) -> LyingServer.Answer {
                let answer = picture.rest(from: first)
                let head = answer.bytes.count - (picture.body.count - first)
                return answer.cut(after: head + last - first, with: .close)
            }
            downloads.server.answer(
                Downloads.path, with: picture.cut(after: 50_000), part(50_000, 50_001), part(50_001, 150_000),
                part(150_000, 150_000), picture.rest(from: 150_000))
            try await downloads.program { load, cache async throws in
                for count in [50_000, 50_001, 150_000, 150_000] {
                    _ = await #expect(throws: RemoteError.self) { try await load.download(downloads.url) }
                    #expect(try await cache.retrievePartialDownload(for: downloads.url)?.bytes.count == count)
                }
                #expect(try await load.download(downloads.url) == picture.body)
            }
            #expect(downloads.ranges == [nil, "bytes=50000-", "bytes=50001-", "bytes=150000-", "bytes=150000-"])
        }
    }

    @Test func `A changed file starts again: the server sends it whole`() async throws {
        let changed = ServedPicture(salt: 9, tag: "\"two\"")
        try await Downloads.run { downloads async throws in
            downloads.server.answer(Downloads.path, with: picture.cut(after: 50_000), changed.whole)
            _ = await #expect(throws: RemoteError.self) { try await downloads.load() }
            #expect(try await downloads.load() == changed.body)
            #expect(downloads.ranges == [nil, "bytes=50000-"])
            #expect(try await downloads.kept() == nil)
        }
    }

    @Test func `A changed file that is cut in turn replaces the cached part`() async throws {
        let changed = ServedPicture(salt: 9, tag: "\"two\"")
        try await Downloads.run { downloads async throws in
            downloads.server.answer(
                Downloads.path, with: picture.cut(after: 90_000), changed.cut(after: 40_000),
                changed.rest(from: 40_000))
            for _ in 0..<2 { _ = await #expect(throws: RemoteError.self) { try await downloads.load() } }
            #expect(try await downloads.load() == changed.body)
            #expect(downloads.ranges == [nil, "bytes=90000-", "bytes=40000-"])
        }
    }

    @Test(
        "No part is kept without a strong entity tag, of an encoded answer, without ranges, or of few bytes",
        arguments: [
            (ServedPicture(tag: "W/\"one\""), 50_000, [:]), (ServedPicture(tag: nil), 50_000, [:]),
            (ServedPicture(tag: "one"), 50_000, [:]),
            (ServedPicture(), 50_000, ["Content-Encoding": "x-new"]),
            (ServedPicture(), 50_000, ["Accept-Ranges": "none"]),
            (ServedPicture(), ResumingHTTPClient.minimumBytes - 1, [:]),
        ] as [(ServedPicture, Int, [String: String])])
    func loadAsksForNoRange(picture: ServedPicture, count: Int, headers: [String: String]) async throws {
        try await Downloads.run { downloads async throws in
            downloads.server.answer(
                Downloads.path,
                with: picture.cut(after: count, headers: headers.map { ($0.key, $0.value) }), picture.whole)
            _ = await #expect(throws: RemoteError.self) { try await downloads.load() }
            #expect(try await downloads.kept() == nil)
            #expect(try await downloads.load() == picture.body)
            #expect(downloads.ranges == [nil, nil])
        }
    }

    /// Answers that aren't the rest of the picture behind its first 50,000 bytes: for their range, tag, length or status.
    private static let wrongRests: [LyingServer.Answer] = {
        let picture = ServedPicture()
        let ranges = [
            "bytes 49999-199999/200000", "bytes 50001-199999/200000", "bytes 0-199999/200000",
            "bytes 50000-199999/200001", "bytes 50000-199999/*", "bytes 50000-199998/200000", "bytes */200000",
            "50000-199999/200000", "",
        ]
        let tags = ["\"two\"", "W/\"one\"", nil]
        let fields = [("ETag", "\"one\""), ("Content-Range", "bytes 50000-199999/200000")]
        var answers = ranges.map { picture.rest(from: 50_000, saying: $0) }
        for tag in tags { answers.append(ServedPicture(tag: tag).rest(from: 50_000)) }
        for first in [50_001, 49_999] {
            answers.append(.response(status: 206, headers: fields, body: picture.body.dropFirst(first)))
        }
        return answers + [.response(status: 416, headers: [("Content-Range", "bytes */10")])]
    }()

    @Test(arguments: wrongRests.indices)
    func `An answer that isn't the rest of the cached part is refused, then all asked for`(number: Int) async throws {
        try await Downloads.run { downloads async throws in
            downloads.server.answer(
                Downloads.path, with: picture.cut(after: 50_000), Self.wrongRests[number], picture.whole)
            _ = await #expect(throws: RemoteError.self) { try await downloads.load() }
            #expect(try await downloads.load() == picture.body)
            #expect(downloads.ranges == [nil, "bytes=50000-", nil])
            #expect(try await downloads.kept() == nil)
        }
    }

    @Test func `A failing server in between loses nothing of the cached part`() async throws {
        try await Downloads.run { downloads async throws in
            downloads.server.answer(
                Downloads.path, with: picture.cut(after: 50_000), .response(status: 500), picture.rest(from: 50_000))
            for _ in 0..<2 { _ = await #expect(throws: RemoteError.self) { try await downloads.load() } }
            #expect(try await downloads.load() == picture.body)
            #expect(downloads.ranges == [nil, "bytes=50000-", "bytes=50000-"])
        }
    }

    @Test func `A cancelled download continues`() async throws {
        try await Downloads.run { downloads async throws in
            downloads.server.answer(
                Downloads.path, with: picture.cut(after: 70_000, with: .hang), picture.rest(from: 70_000))
            let received = EventLog<Int>()
            let task = Task { try await downloads.load { count, _ in received.append(count) } }
            try await received.wait { $0.last == 70_000 }
            task.cancel()
            _ = await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await downloads.load() == picture.body)
            #expect(downloads.ranges == [nil, "bytes=70000-"])
        }
    }

    @Test func `A download that timed out continues`() async throws {
        try await Downloads.run { downloads async throws in
            downloads.server.answer(
                Downloads.path, with: picture.cut(after: 70_000, with: .hang), picture.rest(from: 70_000))
            let received = EventLog<Int>()
            let clock = VirtualClock()
            let task = Task { try await downloads.load(clock: clock) { count, _ in received.append(count) } }
            try await received.wait { $0.last == 70_000 }
            clock.advance(by: LoadFeedImageDataFromRemote.timeLimit)
            let error = await #expect(throws: RemoteError.self) { try await task.value }
            guard case .connectivity(let cause as HTTPClientError) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause.kind == .timeout)
            #expect(try await downloads.load() == picture.body)
            #expect(downloads.ranges == [nil, "bytes=70000-"])
        }
    }

    @Test func `The joined parts are cached only if they are an image, and never continued`() async throws {
        try await Downloads.run { downloads async throws in
            let page = Data(repeating: UInt8(ascii: " "), count: 60_000)
            let headers = [("ETag", "\"one\"")]
            let whole = LyingServer.Answer.response(headers: headers, body: page)
            downloads.server.answer(
                Downloads.path, with: whole.cut(after: whole.bytes.count - 10_000),
                .response(
                    status: 206, headers: headers + [("Content-Range", "bytes 50000-59999/60000")],
                    body: page.dropFirst(50_000)), picture.whole)
            for _ in 0..<2 { _ = await #expect(throws: RemoteError.self) { try await downloads.load() } }
            #expect(downloads.ranges == [nil, "bytes=50000-"])
            #expect(try await downloads.kept() == nil)
            #expect(try await downloads.load() == picture.body)
        }
    }
}
