@testable import EssentialFeedStore
import Foundation
import Synchronization

/// The error that a ``FaultyDisk`` throws at the moment.
final class Fault: Sendable {
    private let current = Mutex<StoreError.Kind?>(nil)

    var kind: StoreError.Kind? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

/// A disk whose writes fail on command.
final class FaultyDisk: CacheStorage {
    private let content = MemoryStorage(imageLimit: 1_000_000)
    private let fault: Fault

    init(_ fault: Fault) {
        self.fault = fault
    }

    func open() -> CacheAccess { .writer }
    func read<Value>(_ part: CachePart, _ work: (any CacheContent) throws -> Value?) throws -> Value? {
        try content.read(part, work)
    }
    func write(_ change: CacheChange, _ work: (CacheWriter) throws -> Void) throws {
        if let kind = fault.kind { throw StoreError(kind) }
        try content.write(change, work)
    }
    func delete(loadedAt: Date?) throws -> Bool {
        if let kind = fault.kind { throw StoreError(kind) }
        return try content.delete(loadedAt: loadedAt)
    }
    func setImageLimit(_ limit: Int) throws { try content.setImageLimit(limit) }
    func status() throws -> CacheStatus { try content.status() }
    func close() throws {}
}
