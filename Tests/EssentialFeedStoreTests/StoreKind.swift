import EssentialFeed
@testable import EssentialFeedStore
import Foundation
import TestSupport
import Testing

/// The stores for the contract suites.
enum StoreKind: CaseIterable, CustomTestStringConvertible {
    /// A store with only the core's protocols from this package.
    case foreign
    case inMemory
    /// Only SQLite and files.
    case onDisk
    /// SQLite and files with memory to fall back on, as in programs.
    case onDiskOrInMemory
    /// Like `onDiskOrInMemory` where no folder can be created: the store works in memory.
    case inMemoryWithoutDisk

    /// The kinds of ``ServerCache``, which also have limits and a status.
    static let caches = allCases.filter { $0 != .foreign }

    var testDescription: String {
        switch self {
        case .foreign: "foreign"
        case .inMemory: "in memory"
        case .onDisk: "on disk"
        case .onDiskOrInMemory: "on disk or else in memory"
        case .inMemoryWithoutDisk: "in memory without a disk"
        }
    }

    fileprivate func makeCache(in folder: TemporaryFolder, imageLimit: Int) async throws -> ServerCache? {
        switch self {
        case .foreign:
            return nil
        case .inMemory:
            return ServerCache.inMemory(imageLimit: imageLimit)
        case .onDisk:
            return ServerCache.onDisk(in: folder.url, imageLimit: imageLimit)
        case .onDiskOrInMemory:
            return await ServerCache.open(in: folder.url, for: try anyAddress(), imageLimit: imageLimit)
        case .inMemoryWithoutDisk:
            let file = folder.url.appending(path: "file")
            try Data().write(to: file)
            return await ServerCache.open(
                in: file.appending(path: "cache"), for: try anyAddress(), imageLimit: imageLimit)
        }
    }
}

/// A store of a kind, with a folder of the same lifetime.
struct StoreUnderTest {
    let store: any FeedStore & FeedImageDataStore

    init(_ kind: StoreKind) async throws {
        folder = TemporaryFolder()
        store = try await kind.makeCache(in: folder, imageLimit: 1_000_000) ?? InMemoryStore()
    }

    private let folder: TemporaryFolder
}

/// A cache of one of ``StoreKind/caches``, with a folder of the same lifetime.
struct CacheUnderTest {
    let folder: TemporaryFolder
    let store: ServerCache

    init(_ kind: StoreKind, imageLimit: Int = 1_000_000) async throws {
        folder = TemporaryFolder()
        store = try #require(try await kind.makeCache(in: folder, imageLimit: imageLimit))
    }
}

extension ServerCache {
    /// Creates a store without memory to fall back on.
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

/// Returns a unique feed. Its `loadedAt` isn't exact as seconds since 1970.
func anyCachedFeed(_ images: [FeedImage] = uniqueFeed(), at seconds: TimeInterval = 700_000_000.1) -> CachedFeed {
    CachedFeed(
        images: images, loadedAt: Date(timeIntervalSinceReferenceDate: seconds),
        entityTag: "\"an entity tag\"")
}

func anyImageURL(_ name: String = "a") -> URL {
    URL(string: "https://a-host.com/\(name).png")!
}

extension FeedStore {
    /// Replaces the feed in the way of the use case.
    func save(_ feed: CachedFeed) async throws {
        try await transaction { transaction in
            try transaction.delete()
            try transaction.insert(feed)
        }
    }
}

/// Returns the kind of the ``StoreError`` thrown by the work, or `nil` if it succeeds.
func kindOfFailure<Value>(_ work: () async throws -> Value) async throws -> StoreError.Kind? {
    do {
        _ = try await work()
        return nil
    } catch let error as StoreError {
        return error.kind
    }
}
