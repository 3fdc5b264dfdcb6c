import EssentialFeed
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import HTTPTransport
import TestSupport

/// A server with one image, and programs that load it one after the other with one cache folder.
final class Downloads: Sendable {
    static let path = "/picture"
    let server: LyingServer
    let folder: TemporaryFolder
    /// The errors that failed no load.
    let reports = EventLog<String>()
    var url: URL { server.url(Self.path) }

    private init() async throws {
        server = try await LyingServer()
        folder = TemporaryFolder()
    }

    /// Runs a test and stops the server.
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

    /// Loads the image in a program that starts for it and ends after it.
    func load(
        clock: any Clock<Duration> = ContinuousClock(),
        progress: @escaping NetworkHTTPClient.Progress = { _, _ in }
    ) async throws -> Data {
        try await program(clock: clock, progress: progress) { load, _ in try await load.download(self.url) }
    }

    /// Runs a program's work, then closes the network before the cache, to save a cut download.
    func program<Value: Sendable>(
        clock: any Clock<Duration> = ContinuousClock(), progress: @escaping NetworkHTTPClient.Progress = { _, _ in },
        _ work: (DownloadFeedImageData, ServerCache) async throws -> Value
    ) async throws -> Value {
        let cache = await ServerCache.open(in: folder.url, for: try ServerAddress(server.url().absoluteString))
        let network = NetworkHTTPClient(settings: try NetworkSettings(), clock: clock, progress: progress)
        let client = RetryingHTTPClient(
            client: ResumingHTTPClient(client: network, store: cache, report: report), clock: ContinuousClock(),
            jitter: { 0 }, now: { Date() })
        let load = DownloadFeedImageData(
            LoadFeedImageDataFromRemote(client: client), cachingIn: CacheFeedImageData(store: cache),
            report: report)
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

    /// Returns the part of the image available to the next program.
    func kept() async throws -> PartialDownload? {
        let cache = await ServerCache.open(in: folder.url, for: try ServerAddress(server.url().absoluteString))
        let partial = try await cache.retrievePartialDownload(for: url)
        try await cache.close()
        return partial
    }

    /// The `Range` field of each request.
    var ranges: [String?] { server.requests.events.map { $0["Range"] } }

    private var report: @Sendable (any Error) -> Void {
        { [reports] in reports.append("\($0)") }
    }
}

/// The bytes of an image on the server, and the server's answers.
struct ServedPicture {
    let body: Data
    var tag: String? = "\"one\""

    init(salt: UInt8 = 1, tag: String? = "\"one\"") {
        // The pattern has a prime length; misplaced bytes differ.
        let block = Data((0..<251).map { UInt8($0) ^ salt })
        var body = anyPNG()
        while body.count < 200_000 { body.append(block.prefix(200_000 - body.count)) }
        self.body = body
        self.tag = tag
    }

    private var headers: [(String, String)] { tag.map { [("ETag", $0)] } ?? [] }

    var whole: LyingServer.Answer { .response(headers: headers, body: body) }

    /// Returns an answer with the whole image, cut after `count` bytes of the body.
    func cut(after count: Int, with end: LyingServer.Answer = .close, headers more: [(String, String)] = [])
        -> LyingServer.Answer
    {
        let answer = LyingServer.Answer.response(headers: headers + more, body: body)
        return answer.cut(after: answer.bytes.count - body.count + count, with: end)
    }

    /// Returns an answer with the bytes from an offset on, with the given or the true `Content-Range`.
    func rest(from first: Int, saying range: String? = nil) -> LyingServer.Answer {
        .response(
            status: 206,
            headers: headers + [("Content-Range", range ?? "bytes \(first)-\(body.count - 1)/\(body.count)")],
            body: body.dropFirst(first))
    }
}
