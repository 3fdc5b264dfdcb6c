import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
import EssentialFeedStore
import HTTPTransport
import ImageFormats
import ImagePipeline
@testable import essential_feed
import Foundation
import TestSupport
import Testing

@Suite struct MainThreadTests {
    @Test func `B171 With a blocked main thread, feed, comments and pictures are loaded, cached and decoded`() async {
        // In a separate process: the other tests need this one's main thread.
        await #expect(processExitsWith: .success) {
            let server = try await LyingServer()
            let id = UUID()
            let feed = #"{"items":[{"id":"\#(id)","image":"\#(server.url("/image"))"}]}"#
            server.answer("/feed", with: .json(feed), .json(#"{"items":[]}"#))
            server.answer(
                "/image", with: .response(body: anyPNG()).cut(after: 90, with: .close), .response(body: anyPNG()))
            server.answer("/image/\(id)/comments", with: .json(#"{"items":[]}"#))
            let folder = TemporaryFolder()
            let end = DispatchSemaphore(value: 0)
            let work = Task.detached {
                defer { end.signal() }
                return try await MainThreadTests.loadEverything(from: server, of: id, in: folder.url)
            }
            await holdUpMainThread(until: end)
            #expect(try await work.value == anyPNG())
            try await server.stop()
        }
    }

    /// - Returns: The picture of the feed's image.
    fileprivate static func loadEverything(from server: LyingServer, of id: UUID, in folder: URL) async throws -> Data {
        let address = try ServerAddress(server.url().absoluteString)
        let now: @Sendable () -> Date = { Date() }
        let cache = await ServerCache.open(in: folder, for: address)
        let network = NetworkHTTPClient(settings: try NetworkSettings(), server: address)
        let client = RetryingHTTPClient(client: network, clock: ContinuousClock(), jitter: { 0 }, now: now)
        let images = RetryingHTTPClient(
            client: ResumingHTTPClient(client: network, store: cache), clock: ContinuousClock(), jitter: { 0 }, now: now
        )
        let pictures = ImageLoader(source: LoadFeedImageData(client: images, store: cache), decoder: EncodedImages())
        let page = try await LoadFeed(address: address, client: client, store: cache, now: now).load()
        _ = try await page.loadMore?()
        _ = try await LoadImageCommentsFromRemote(address: address, client: client).load(imageID: id)
        let url = try #require(page.images.first).url
        let save = SaveFeedImages(
            images: cache, count: { try await cache.status().cachedFeedImageCount },
            losses: { await cache.lossCount },
            store: { try await pictures.cacheData(of: $0) })
        _ = try await save.save([url])
        let picture = try await pictures.picture(for: ImageRequest(url, size: EncodedImages.size))
        try await ValidateFeedCache(store: cache, now: now).validate()
        try await network.shutdown()
        try await cache.close()
        return picture
    }

    @Test func `B171 Program: a failed validation is logged and doesn't change the status of the call`() async throws {
        let clock = try await ShiftedClock()
        let home = Home()
        let server = try await LyingServer()
        let address = server.url().absoluteString
        server.answer("/feed", with: .json(#"{"items":[]}"#), .hang)
        let id = UUID().uuidString
        server.answer("/image/\(id)/comments", with: .json(#"{"items":[]}"#))
        #expect(try await home.run("feed", at: address).status == 0)
        let writer = try await home.start("feed", at: address)
        _ = try await server.requests.wait(for: 2)

        // Another program has the cache, and keeps it, so the expired feed can't be deleted.
        writer.send(SIGSTOP)
        let later = Program(environment: home.environment.merging(clock.environment(shiftedBy: World.sevenDays)) { $1 })
        let options = ["--url", address, "--cache-dir", home.cacheFolder.path]
        let quiet = try await later.run(["comments", id] + options)
        #expect(quiet.status == 0)
        #expect(quiet.errors == "")
        let loud = try await later.run(["comments", id, "--verbose"] + options)
        #expect(loud.status == 0)
        #expect(loud.errors.ranges(of: "warning").count >= 2, "\(loud.errors)")

        writer.send(SIGKILL)
        _ = await writer.result()
        try await server.stop()
    }
}

/// Blocks the main thread until the end is signalled, or fails after five minutes.
@MainActor private func holdUpMainThread(until end: DispatchSemaphore) {
    #expect(end.wait(timeout: .now() + 300) == .success, "something needs the main thread")
}
