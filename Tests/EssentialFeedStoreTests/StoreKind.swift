import EssentialFeed
@testable import EssentialFeedStore
import Foundation
import TestSupport
import Testing

/// The stores that the contract suites run on.
enum StoreKind: CaseIterable, CustomTestStringConvertible {
    case inMemory
    /// SQLite and files, without anything in between.
    case onDisk
    /// The same as programs use it, with memory to fall back on.
    case degrading
    /// The last one where no folder can be made, so that it works in memory.
    case degraded

    typealias Store = FeedStore & FeedImageDataStore

    var testDescription: String {
        switch self {
        case .inMemory: "in memory"
        case .onDisk: "on disk"
        case .degrading: "on disk or else in memory"
        case .degraded: "in memory for want of a disk"
        }
    }

    /// A store of its own.
    func makeStore(in folder: TemporaryFolder, imageLimit: Int = 1_000_000) async throws -> any Store {
        switch self {
        case .inMemory:
            return InMemoryStore(imageLimit: imageLimit)
        case .onDisk:
            return ServerCache.onDisk(in: folder.url, imageLimit: imageLimit)
        case .degrading:
            return await ServerCache.open(in: folder.url, for: try anyAddress(), imageLimit: imageLimit)
        case .degraded:
            let file = folder.url.appending(path: "file")
            try Data().write(to: file)
            return await ServerCache.open(
                in: file.appending(path: "cache"), for: try anyAddress(), imageLimit: imageLimit)
        }
    }
}

/// A store of a kind in a folder that lives as long as it.
struct StoreUnderTest {
    let folder: TemporaryFolder
    let store: any StoreKind.Store

    init(_ kind: StoreKind, imageLimit: Int = 1_000_000) async throws {
        folder = try TemporaryFolder()
        store = try await kind.makeStore(in: folder, imageLimit: imageLimit)
    }
}

extension ServerCache {
    /// The store without memory to fall back on.
    static func onDisk(in folder: URL, imageLimit: Int = 1_000_000) -> ServerCache {
        ServerCache(DiskStorage(StoreFolder(in: folder, name: StoreFolder.anyName), imageLimit: imageLimit))
    }
}

extension StoreFolder {
    static let anyName = "server"
}

func anyAddress() throws -> ServerAddress {
    try ServerAddress("http://a-server.com")
}

/// A feed like no other; its loadedAt does not survive as seconds since 1970.
func anyCachedFeed(_ images: [FeedImage] = uniqueFeed(), at seconds: TimeInterval = 700_000_000.1) -> CachedFeed {
    CachedFeed(
        images: images.map(LocalFeedImage.init), loadedAt: Date(timeIntervalSinceReferenceDate: seconds),
        entityTag: "\"an entity tag\"")
}

func anyImageURL(_ name: String = "a") -> URL {
    URL(string: "https://a-host.com/\(name).png")!
}

extension FeedStore {
    /// Replaces the feed as the use case does.
    func save(_ feed: CachedFeed) async throws {
        try await transaction { transaction in
            try transaction.delete()
            try transaction.insert(feed)
        }
    }
}

/// The kind of ``StoreError`` that the work fails with.
func kindOfFailure<Value>(_ work: () async throws -> Value) async throws -> StoreError.Kind? {
    do {
        _ = try await work()
        return nil
    } catch let error as StoreError {
        return error.kind
    }
}
