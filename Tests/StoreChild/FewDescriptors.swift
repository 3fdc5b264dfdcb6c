#if DEBUG
    import EssentialFeed
    import EssentialFeedStore
    import Foundation

    /// The part that opens files until no descriptor is left.
    struct FewDescriptors {
        let folder: URL

        func run() async throws {
            let address = try ServerAddress(StoreChild.address)
            let feed = AlternatingFeeds(turn: 0).feed
            let saving = await ServerCache.open(in: folder, for: address)
            try await saving.transaction { try $0.insert(feed) }
            try await saving.close()

            let cache = await ServerCache.open(in: folder, for: address)
            try await cache.close()
            try limitDescriptors(to: 3)
            await say("retrieve") { _ = try await cache.retrieve() }
            await say("validate") {
                try await ValidateFeedCache(store: cache, now: { feed.loadedAt }).validate()
            }
            try limitDescriptors(to: 200)
            StoreChild.say("feed stays \(try await cache.retrieve() == feed)")
            try await cache.close()
        }

        private func limitDescriptors(to count: rlim_t) throws {
            var limit = rlimit(rlim_cur: count, rlim_max: 200)
            guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
                throw CocoaError(.featureUnsupported)
            }
        }

        private func say(_ name: String, _ work: () async throws -> Void) async {
            do {
                try await work()
                StoreChild.say("\(name) done")
            } catch {
                StoreChild.say("\(name) failed")
            }
        }
    }
#endif
