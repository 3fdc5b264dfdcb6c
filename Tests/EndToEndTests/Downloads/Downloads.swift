import EssentialFeed
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import HTTPTransport
import TestSupport

/// A server with one picture, and programs that load it one after the other on one cache folder.
final class Downloads: Sendable {
    static let path = "/picture"
    let server: LyingServer
    let folder: TemporaryFolder
    /// What went wrong without failing a load.
    let reports = EventLog<String>()
    var url: URL { server.url(Self.path) }

    private init() async throws {
        server = try await LyingServer()
        folder = try TemporaryFolder()
    }

    /// Runs a test, and leaves no server behind.
    static func run(_ test: (Downloads) async throws -> Void) async throws {
        let downloads = try await Downloads()
        do {
            try await test(downloads)
        } catch {
            try await downloads.server.stop()
            throw error
        }
        try await downloads.server.stop()
    }

    /// Loads the picture as a program does that starts for it and ends after it.
    func load(
        clock: any Clock<Duration> = ContinuousClock(),
        progress: @escaping NetworkHTTPClient.Progress = { _, _ in }
    ) async throws -> Data {
        try await program(clock: clock, progress: progress) { load, _ in try await load.download(self.url) }
    }

    /// Starts a program, and ends it in the order that saves what was cut: the network first.
    func program<Value: Sendable>(
        clock: any Clock<Duration> = ContinuousClock(), progress: @escaping NetworkHTTPClient.Progress = { _, _ in },
        _ work: (DownloadFeedImageData, ServerCache) async throws -> Value
    ) async throws -> Value {
        let cache = await ServerCache.open(in: folder.url, for: try ServerAddress(server.url().absoluteString))
        let network = NetworkHTTPClient(settings: try NetworkSettings(), clock: clock, progress: progress)
        let client = RetryingHTTPClient(
            client: ResumingHTTPClient(client: network, store: cache, report: report), clock: ContinuousClock(),
            jitter: { 0 }, now: { Date() })
        let load = DownloadFeedImageData(client: client, store: cache, now: { Date() }, report: report)
        let result: Result<Value, any Error>
        do {
            result = .success(try await work(load, cache))
        } catch {
            result = .failure(error)
        }
        try await network.shutdown()
        try await cache.close()
        return try result.get()
    }

    /// What the next program finds of the picture's part.
    func kept() async throws -> PartialDownload? {
        let cache = await ServerCache.open(in: folder.url, for: try ServerAddress(server.url().absoluteString))
        let partial = try await cache.retrieve(partialFor: url)
        try await cache.close()
        return partial
    }

    /// The `Range` of each request.
    var ranges: [String?] { server.requests.events.map { $0["Range"] } }

    private var report: @Sendable (any Error) -> Void {
        { [reports] in reports.append("\($0)") }
    }
}

/// The bytes of a picture on the server, and its answers.
struct ServedPicture {
    let body: Data
    var tag: String? = "\"one\""

    init(byteCount: Int = 200_000, salt: UInt8 = 1, tag: String? = "\"one\"") {
        // A prime number of bytes again and again, so that bytes in a wrong place differ.
        let block = Data((0..<251).map { UInt8($0) ^ salt })
        var body = anyPNG()
        while body.count < byteCount { body.append(block.prefix(byteCount - body.count)) }
        self.body = body
        self.tag = tag
    }

    private var headers: [(String, String)] { tag.map { [("ETag", $0)] } ?? [] }

    var whole: LyingServer.Answer { .response(headers: headers, body: body) }

    /// All of it, with so many bytes of the body before the end.
    func cut(after count: Int, with end: LyingServer.Answer = .close, headers more: [(String, String)] = [])
        -> LyingServer.Answer
    {
        let answer = LyingServer.Answer.response(headers: headers + more, body: body)
        return answer.cut(after: answer.bytes.count - body.count + count, with: end)
    }

    /// The bytes from one on, with a `Content-Range` that says so or something else.
    func rest(from first: Int, saying range: String? = nil) -> LyingServer.Answer {
        .response(
            status: 206,
            headers: headers + [("Content-Range", range ?? "bytes \(first)-\(body.count - 1)/\(body.count)")],
            body: body.dropFirst(first))
    }
}
