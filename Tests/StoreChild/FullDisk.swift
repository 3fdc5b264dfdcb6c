import HTTPTransport

#if DEBUG
    @testable import EssentialFeedStore
    import EssentialFeed
    import Foundation
    import Synchronization

    /// The part in which no file may grow beyond 256 KiB.
    struct FullDisk {
        let folder: URL

        func run() async throws {
            try limitFiles(to: 256 << 10)
            let address = try ServerAddress(StoreChild.address)
            let small = AlternatingFeeds(turn: 0)
            let largeFeed = makeLargeFeed()
            let disk = ServerCache(
                DiskStorage(StoreFolder(in: folder, for: address), imageLimit: ServerCache.defaultImageLimit))
            try await disk.transaction { try $0.insert(small.feed) }
            try await disk.insert(small.data(0), for: AlternatingFeeds.url(0))

            await say("large feed") { try await disk.transaction { try $0.insert(largeFeed) } }
            StoreChild.say("feed stays \(try await disk.retrieve() == small.feed)")
            await say("large image") { try await disk.insert(largeImage, for: AlternatingFeeds.url(0)) }
            await say("large partial") { try await disk.insert(largePartial) }
            StoreChild.say(
                "image stays \(try await disk.retrieveImageData(for: AlternatingFeeds.url(0)) == small.data(0))")
            let files = try FileManager.default.contentsOfDirectory(
                atPath: StoreFolder(in: folder, for: address).images)
            StoreChild.say("files \(files.count)")
            try await disk.close()

            let reports = Mutex<[StoreError.Kind]>([])
            let cache = await ServerCache.open(in: folder, for: address) { error in
                reports.withLock { $0.append(error.kind) }
            }
            await say("degrading feed") { try await cache.transaction { try $0.insert(largeFeed) } }
            await say("degrading image") { try await cache.insert(largeImage, for: AlternatingFeeds.url(0)) }
            await say("degrading image again") { try await cache.insert(largeImage, for: AlternatingFeeds.url(1)) }
            await say("degrading partial") { try await cache.insert(largePartial) }
            let partial = try await cache.retrievePartialDownload(for: AlternatingFeeds.url(0))
            StoreChild.say("partial lost \(partial == nil)")
            StoreChild.say("feed in memory \(try await cache.retrieve() == largeFeed)")
            StoreChild.say(
                "image in memory \(try await cache.retrieveImageData(for: AlternatingFeeds.url(0)) == largeImage)"
            )
            StoreChild.say("each reported once \(reports.withLock { !$0.isEmpty && Set($0).count == $0.count })")

            await say("delete") { try await cache.delete() }
            StoreChild.say("empty \(try await cache.retrieve() == nil)")
            await say("disk again") { try await cache.transaction { try $0.insert(small.feed) } }
            try await cache.close()
            let reopened = await ServerCache.open(in: folder, for: address)
            StoreChild.say("on disk \(try await reopened.retrieve() == small.feed)")
            try await reopened.close()
        }

        /// Called late, to let a sanitizer start up before.
        private func limitFiles(to bytes: UInt) throws {
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
            guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
        }

        private func makeLargeFeed() -> CachedFeed {
            let image = FeedImage(
                id: UUID(), description: String(repeating: "long ", count: 100), url: AlternatingFeeds.url(0))
            return CachedFeed(
                images: Array(repeating: image, count: 2000), loadedAt: Date(timeIntervalSinceReferenceDate: 7))
        }

        private var largePartial: PartialDownload {
            PartialDownload(url: AlternatingFeeds.url(0), entityTag: "\"a\"", bytes: largeImage, total: 500_000)
        }

        private var largeImage: Data { Data(repeating: 7, count: 400_000) }

        private func say(_ name: String, _ work: () async throws -> Void) async {
            do {
                try await work()
                StoreChild.say("\(name) done")
            } catch let error as StoreError {
                StoreChild.say("\(name) failed \(error.kind)")
            } catch {
                StoreChild.say("\(name) failed otherwise \(error)")
            }
        }
    }
#endif
