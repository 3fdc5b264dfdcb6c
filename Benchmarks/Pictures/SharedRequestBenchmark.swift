import BenchmarkKit
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImagePipeline
import Synchronization

/// 1,000 requests of one URL at the same time, from the server to the picture, beside one request.
struct SharedRequestBenchmark: Benchmark {
    private static let requests = 1_000
    private static let mark = Duration.microseconds(4_500)

    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let photos = folder.appending(path: "photos")
        let (rounds, warmUps) = (effort.rounds(40), effort.warmUps(5))
        let count = 3 * (rounds + warmUps)
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        let photo = try Photo.jpeg(width: 800, height: 600, noise: 8, quality: 60)
        for number in 0..<count {
            try Photo.copy(number, of: photo).write(to: photos.appending(path: "\(number).jpg"))
        }
        let server = try ServerProcess(
            programs.essentialFeed, ["serve", photos.path, "--port", "0"],
            environment: ["XDG_STATE_HOME": folder.path], errors: folder.appending(path: "access.log").path)
        defer { server.stop() }
        let load = try LoadGenerator(server.address, connections: 1)
        // The server answers before it has read all photos.
        let deadline = ContinuousClock.now + .seconds(120)
        var images = try Self.images(load)
        while images.count < count {
            try BenchmarkFailure.check(.now < deadline, "the feed ends after \(images.count) images")
            images = try Self.images(load)
        }
        let urls = images.map(\.url)
        try BenchmarkFailure.check(urls.count == count, "the feed has \(urls.count) images")

        let downloadCount = DownloadCount()
        let loading = try await ImageLoading(
            from: server.address, in: folder.appending(path: "cache"), decoder: TextureDecoder(.built()),
            onDownload: downloadCount.add)
        let samples = try await Samples.interleaved(
            rounds: rounds, warmUps: warmUps,
            { round in try await Self.load(urls[3 * round], Self.requests, loading.pipeline) },
            { round in try await Self.load(urls[3 * round + 1], 1, loading.pipeline) },
            { round in try await Self.share(urls[3 * round + 2], loading.pipeline) })
        try await loading.close()
        let (many, one) = (samples[0].median, samples[1].median)
        let times = downloadCount.most
        return [
            Finding(
                "1,000 requests of one URL at once, to the picture", floor: "1 request: \(Figure.time(one))",
                measured: Figure.time(many), value: "+\(Figure.time(many - one))",
                mark: "≤ +\(Figure.time(Self.mark))", isMet: many - one <= Self.mark),
            Finding("the same", many, floor: "1,000 tasks awaiting one task's request", samples[2].median),
            Finding(
                "the same, downloads of the URL", floor: "1 request: 1", measured: "\(times)", value: "", mark: "1",
                isMet: times == 1),
        ]
    }

    private static func images(_ load: LoadGenerator) throws -> [FeedImage] {
        var images: [FeedImage] = []
        while true {
            let cursor = images.last.map { "&\(FeedQuery.cursorName)=\($0.id.uuidString)" } ?? ""
            let page = try FeedPayload.decode(
                try load.body("\(Route.feed.path)?\(FeedQuery.limitName)=45\(cursor)"))
            if page.isEmpty { return images }
            images += page
        }
    }

    private static func load(_ url: URL, _ requests: Int, _ pipeline: ImageLoader<Texture>) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<requests {
                group.addTask { _ = try await pipeline.picture(for: ImageRequest(url, size: .card)) }
            }
            try await group.waitForAll()
        }
    }

    /// Shares one request among tasks without the means to cancel it or to raise its priority.
    private static func share(_ url: URL, _ pipeline: ImageLoader<Texture>) async throws {
        let task = Task { try await pipeline.picture(for: ImageRequest(url, size: .card)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<requests { group.addTask { _ = try await task.value } }
            try await group.waitForAll()
        }
    }
}

/// Counts how often each URL is downloaded.
private final class DownloadCount: Sendable {
    private let counts = Mutex<[URL: Int]>([:])

    /// The highest count of any URL.
    var most: Int { counts.withLock { $0.values.max() ?? 0 } }

    @Sendable func add(_ url: URL) {
        counts.withLock { $0[url, default: 0] += 1 }
    }
}
