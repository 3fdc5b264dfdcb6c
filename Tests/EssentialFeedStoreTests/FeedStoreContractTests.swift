import EssentialFeed
import EssentialFeedStore
import Foundation
import TestSupport
import Testing

@Suite("Feed store contract")
struct FeedStoreContractTests {
    @Test(arguments: StoreKind.allCases)
    func `B120 B121 B127 B128 An empty store delivers no feed, also once deleted`(_ kind: StoreKind) async throws {
        for retrievals in [0, 2] {
            let test = try await StoreUnderTest(kind)
            for _ in 0..<retrievals { #expect(try await test.store.retrieve() == nil) }
            try await test.store.delete()
            #expect(try await test.store.retrieve() == nil)
            try await test.store.transaction { try $0.delete() }
            #expect(try await test.store.retrieve() == nil)
        }
    }

    @Test(
        "B122 B123 B138 Retrieving delivers the same feed, even an empty one, in order with its exact time, each time",
        arguments: StoreKind.allCases)
    func retrieveDeliversFeedAsInserted(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        let images = (0..<300).flatMap { _ in uniqueFeed() } + [uniqueImage(description: "", location: "a\0b 🌍")]
        let times = [0.1, 700_000_000.123_456_7, -1e9 / 3, Double.leastNonzeroMagnitude]
        for feed in times.map({ anyCachedFeed(images.shuffled(), at: $0) }) + [anyCachedFeed([])] {
            try await test.store.save(feed)
            for _ in 0..<2 { #expect(try await test.store.retrieve() == feed) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `B122 Retrieving delivers pages as inserted, with their times and the end`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        let pages = [700_000_000.1, 0.1, -1e9 / 3].map { seconds in
            CachedFeedPage(
                images: uniqueFeed(), loadedAt: Date(timeIntervalSinceReferenceDate: seconds),
                isEnd: seconds < 0)
        }
        for count in 0...pages.count {
            let first = CachedFeedPage(
                images: uniqueFeed(), loadedAt: Date(timeIntervalSinceReferenceDate: 7),
                isEnd: count == 0)
            let feed = CachedFeed(pages: [first] + pages.prefix(count))
            try await test.store.transaction { transaction in
                try transaction.delete()
                #expect(try transaction.retrieve() == nil)
                try transaction.insert(feed)
                #expect(try transaction.retrieve() == feed)
            }
            #expect(try await test.store.retrieve() == feed)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `B004 Retrieving delivers each field of an image as inserted, and the order`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        let feed = anyCachedFeed((0..<100).flatMap { _ in [detailedImage(), uniqueImage(), detailedImage()] })
        try await test.store.save(anyCachedFeed([uniqueImage(), detailedImage()]))
        try await test.store.save(feed)
        #expect(try await test.store.retrieve() == feed)
        let shorter = anyCachedFeed([uniqueImage(), detailedImage()])
        try await test.store.save(shorter)
        #expect(try await test.store.retrieve() == shorter)
    }

    @Test(
        "B124 B125 B126 B140 Inserting succeeds, and overrides the earlier feed, time of load and entity tag",
        arguments: StoreKind.allCases)
    func insertOverridesEarlierFeed(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        try await test.store.transaction { try $0.insert(anyCachedFeed()) }
        let latest = CachedFeed(
            images: [uniqueImage()], loadedAt: Date(timeIntervalSinceReferenceDate: 1))
        try await test.store.transaction { try $0.insert(latest) }
        #expect(try await test.store.retrieve() == latest)
        let last = anyCachedFeed()
        try await test.store.transaction { transaction in
            try transaction.insert(anyCachedFeed())
            try transaction.insert(last)
        }
        #expect(try await test.store.retrieve() == last)
    }

    @Test(arguments: StoreKind.allCases)
    func `B129 B130 B139 Deleting empties a store, of all image data, too`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        let feed = anyCachedFeed()
        try await test.store.save(feed)
        for url in [feed.images[0].url, anyImageURL()] { try await test.store.insert(anyPNG(), for: url) }
        try await test.store.delete()
        #expect(try await test.store.retrieve() == nil)
        for url in [feed.images[0].url, anyImageURL()] {
            #expect(try await test.store.retrieveImageData(for: url) == nil)
        }
        try await test.store.save(anyCachedFeed())
        try await test.store.transaction { try $0.delete() }
        #expect(try await test.store.retrieve() == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `B130 Deleting by time of load deletes only the feed of that time`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        let feed = anyCachedFeed()
        try await test.store.save(feed)
        try await test.store.insert(anyPNG(), for: anyImageURL())

        let almost = Date(timeIntervalSinceReferenceDate: feed.loadedAt.timeIntervalSinceReferenceDate.nextUp)
        try await test.store.delete(loadedAt: almost)
        #expect(try await test.store.retrieve() == feed)
        #expect(try await test.store.retrieveImageData(for: anyImageURL()) == anyPNG())

        try await test.store.delete(loadedAt: feed.loadedAt)
        #expect(try await test.store.retrieve() == nil)
        #expect(try await test.store.retrieveImageData(for: anyImageURL()) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `B137 Calls of one task take effect in order`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        for turn in 0..<20 {
            let feed = anyCachedFeed(at: TimeInterval(turn))
            try await test.store.save(feed)
            #expect(try await test.store.retrieve() == feed)
            try await test.store.delete()
            #expect(try await test.store.retrieve() == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `B137 Calls of two tasks never interleave`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        let store = test.store
        let running = Counter()
        try await withThrowingTaskGroup { group in
            for turn in 0..<8 {
                group.addTask {
                    for _ in 0..<10 {
                        try await store.transaction { transaction in
                            #expect(running.add(1) == 1)
                            try transaction.delete()
                            try transaction.insert(anyCachedFeed(at: TimeInterval(turn)))
                            running.add(-1)
                        }
                        #expect(try await store.retrieve()?.images.count == 4)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `B061 A transaction whose step throws leaves the feed as it was`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        let feed = anyCachedFeed()
        try await test.store.save(feed)
        await #expect(throws: anyError()) {
            try await test.store.transaction { transaction in
                try transaction.delete()
                try transaction.insert(anyCachedFeed(at: 1))
                throw anyError()
            }
        }
        #expect(try await test.store.retrieve() == feed)
    }

    @Test(arguments: StoreKind.allCases)
    func `B066 A cancelled task begins no transaction`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        let store = test.store
        let begun = Counter()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await store.transaction { _ in begun.add(1) }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(begun.add(0) == 0)
    }
}
