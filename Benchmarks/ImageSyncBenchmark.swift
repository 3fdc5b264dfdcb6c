import BenchmarkKit
import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline

/// Loading 100 images of 200 KB from the server through the pipeline into the cache, beside curl writing them to files.
struct ImageSyncBenchmark: Benchmark {
    private static let count = 100
    private static let byteCount = 200_000

    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let photos = folder.appending(path: "photos")
        try PhotoFolder.fill(photos, count: Self.count, byteCount: Self.byteCount)
        let server = try ServerProcess(
            programs.essentialFeed, ["serve", photos.path, "--port", "0", "--public"],
            environment: ["XDG_STATE_HOME": folder.path], errors: folder.appending(path: "access.log").path)
        defer { server.stop() }
        let load = try LoadGenerator(server.address, connections: 1)
        // The server answers before it has read all photos.
        let deadline = ContinuousClock.now + .seconds(120)
        var urls: [URL] = []
        while urls.count < Self.count {
            try BenchmarkFailure.check(.now < deadline, "the feed has \(urls.count) images")
            urls = try FeedPayload.decode(try load.body("\(Route.feed.path)?\(FeedQuery.limitName)=\(Self.count)"))
                .map(\.url)
        }
        let curl = try Curl(urls, in: folder)

        var (stored, processorTime) = (Samples(), Samples())
        var (downloads, starts, curlProcessorTime) = (Samples(), Samples(), Samples())
        let warmUps = effort.warmUps(2)
        for round in 0..<effort.rounds(15) + warmUps {
            let ours = try await store(urls, from: server.address, in: folder.appending(path: "cache-\(round)"))
            let theirs = try curl.download()
            try curl.check(byteCount: Self.byteCount)
            let start = try curl.start()
            guard round >= warmUps else { continue }
            stored.append(ours.time)
            processorTime.append(ours.processorTime)
            downloads.append(theirs.time)
            starts.append(start)
            curlProcessorTime.append(theirs.processorTime)
        }
        let what = "100 images of 200 KB from the server into the cache"
        return [
            Finding(
                what, stored.median, floor: "`curl --parallel` to files, without its start",
                downloads.median - starts.median, mark: 1.3),
            Finding(
                "the same, the client's processor time", processorTime.median, floor: "the whole of curl",
                curlProcessorTime.median),
        ]
    }

    private func store(
        _ urls: [URL], from address: URL, in folder: URL
    ) async throws -> (time: Duration, processorTime: Duration) {
        let loading = try await ImageLoading(from: address, in: folder, decoder: NoDecoder())
        func storeAll() async throws -> Int {
            try await withThrowingTaskGroup(of: ImageCaching.self) { group in
                for url in urls {
                    group.addTask { try await loading.pipeline.cacheData(of: url, priority: .visible) }
                }
                return try await group.reduce(0) { $1 == .downloaded(bytes: Self.byteCount) ? $0 + 1 : $0 }
            }
        }
        let clock = ContinuousClock()
        let before = try ThisProcess.processorTime()
        let start = clock.now
        let downloaded = try await storeAll()
        let stored = clock.now
        let processorTime = try ThisProcess.processorTime() - before
        try BenchmarkFailure.check(downloaded == urls.count, "\(downloaded) were downloaded")
        try await loading.close()
        try FileManager.default.removeItem(at: folder)
        return (start.duration(to: stored), processorTime)
    }
}
