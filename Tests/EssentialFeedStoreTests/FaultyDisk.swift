import EssentialFeed
@testable import EssentialFeedStore
import Foundation
import HTTPTransport
import Synchronization

/// What is wrong with a ``FaultyDisk`` at the moment.
final class Fault: Sendable {
    private let current = Mutex<StoreError.Kind?>(nil)

    var kind: StoreError.Kind? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

/// A disk whose writes fail on command.
final class FaultyDisk: Storage {
    private var content = MemoryStorage(imageLimit: 1_000_000)
    private var partials: [URL: PartialDownload] = [:]
    private let fault: Fault

    init(_ fault: Fault) {
        self.fault = fault
    }

    private func write<Value>(_ work: () throws -> Value) throws -> Value {
        if let kind = fault.kind { throw StoreError(kind) }
        return try work()
    }

    func open() -> CacheAccess { .writer }
    func retrieve() throws -> CachedFeed? { content.feed }
    func transaction(_ steps: (any FeedStoreTransaction) throws -> Void) throws {
        try write { try content.transaction(steps) }
    }
    func delete(loadedAt: Date?) throws -> Bool { try write { content.delete(loadedAt: loadedAt) } }
    func retrieveImageData(for url: URL) throws -> CachedImageData? { content.retrieveImageData(for: url) }
    func retrieveFreshness(for url: URL) throws -> Freshness? { content.freshness(for: url) }
    func insert(_ image: CachedImageData, digest: Data, for url: URL) throws {
        try write { try content.insert(image, for: url) }
    }
    func renew(_ freshness: Freshness, for url: URL) throws {
        try write { _ = content.renew(freshness, for: url) }
    }
    func retrieve(partialFor url: URL) throws -> PartialDownload? { partials[url] }
    func insert(_ partial: PartialDownload) throws { try write { partials[partial.url] = partial } }
    func remove(partialFor url: URL) throws { try write { partials[url] = nil } }
    func removeImageData(for url: URL) throws { try write { content.removeImageData(for: url) } }
    func setImageLimit(_ limit: Int) throws { content.setImageLimit(limit) }
    func status() throws -> CacheStatus { content.status }
    func close() throws {}
}
