import EssentialFeed
@testable import EssentialFeedStore
import Foundation
import TestSupport
import Testing

@Suite("Falling back on memory")
struct DegradingStorageTests {
    private let fault = Fault()
    private let reports = Reports()
    private let cache: ServerCache

    init() {
        let report = TroubleReport(reports.add)
        cache = ServerCache(DegradingStorage(FaultyDisk(fault), imageLimit: 1_000_000, report: report))
    }

    static let degrading: [StoreError.Kind] = [.full, .readOnly, .inaccessible, .newerVersion, .inputOutput]
    static let failing: [StoreError.Kind] = [.corrupt, .inUse, .busy, .other]

    @Test("N031 What the disk does not take is in memory, and the trouble is reported once", arguments: degrading)
    func test_writes_goToMemoryAfterTrouble(_ kind: StoreError.Kind) async throws {
        try await cache.save(anyCachedFeed())
        try await cache.insert(anyPNG(salt: 1), for: anyImageURL())
        fault.kind = kind
        let feed = anyCachedFeed()
        try await cache.save(feed)
        try await cache.insert(anyPNG(salt: 2), for: anyImageURL())
        #expect(try await cache.retrieve() == feed)
        #expect(try await cache.retrieveImageData(for: anyImageURL())?.data == anyPNG(salt: 2))
        #expect(reports.kinds == [kind])
    }

    @Test("N031 The disk is tried again with each write, and takes the place of memory", arguments: degrading)
    func test_writes_tryDiskAgain(_ kind: StoreError.Kind) async throws {
        fault.kind = kind
        try await cache.save(anyCachedFeed())
        try await cache.insert(anyPNG(salt: 1), for: anyImageURL())
        fault.kind = nil
        let feed = anyCachedFeed()
        try await cache.save(feed)
        try await cache.insert(anyPNG(salt: 2), for: anyImageURL())
        #expect(try await cache.retrieve() == feed)
        #expect(try await cache.retrieveImageData(for: anyImageURL())?.data == anyPNG(salt: 2))
        #expect(try await cache.status().feedImageCount == feed.images.count)
    }

    @Test("N031 A deletion deletes both, and fails whole", arguments: degrading)
    func test_delete_deletesBoth(_ kind: StoreError.Kind) async throws {
        try await cache.save(anyCachedFeed(at: 1))
        try await cache.insert(anyPNG(), for: anyImageURL("on disk"))
        fault.kind = kind
        let feed = anyCachedFeed(at: 2)
        try await cache.save(feed)
        try await cache.insert(anyPNG(), for: anyImageURL("in memory"))
        #expect(try await kindOfFailure { try await cache.delete() } == kind)
        #expect(try await cache.retrieve() == feed)

        fault.kind = nil
        try await cache.delete(loadedAt: Date(timeIntervalSinceReferenceDate: 1))
        #expect(try await cache.retrieve() == feed)
        try await cache.delete(loadedAt: feed.loadedAt)
        #expect(try await cache.retrieve() == nil)
        #expect(try await cache.retrieveImageData(for: anyImageURL("on disk"))?.data == nil)
        #expect(try await cache.retrieveImageData(for: anyImageURL("in memory"))?.data == nil)
    }

    @Test(
        "N025 N031 B237 A removed image counts as not stored where the disk does not let it go, until it is stored again",
        arguments: degrading + failing)
    func test_remove_countsWhereDiskKeepsIt(_ kind: StoreError.Kind) async throws {
        try await cache.insert(anyPNG(salt: 1), for: anyImageURL())
        try await cache.insert(anyPNG(salt: 2), for: anyImageURL("another"))
        fault.kind = kind
        if Self.degrading.contains(kind) {
            try await cache.removeImageData(for: anyImageURL())
        } else {
            #expect(try await kindOfFailure { try await cache.removeImageData(for: anyImageURL()) } == kind)
        }
        #expect(try await cache.retrieveImageData(for: anyImageURL()) == nil)
        #expect(try await cache.retrieveFreshness(for: anyImageURL()) == nil)
        #expect(try await cache.retrieveImageData(for: anyImageURL("another"))?.data == anyPNG(salt: 2))
        fault.kind = nil
        try await cache.insert(anyPNG(salt: 3), for: anyImageURL())
        #expect(try await cache.retrieveImageData(for: anyImageURL())?.data == anyPNG(salt: 3))
    }

    @Test("B131 N013 Other failures are thrown, and memory takes nothing", arguments: failing)
    func test_writes_failOtherwise(_ kind: StoreError.Kind) async throws {
        fault.kind = kind
        #expect(try await kindOfFailure { try await cache.save(anyCachedFeed()) } == kind)
        #expect(try await kindOfFailure { try await cache.insert(anyPNG(), for: anyImageURL()) } == kind)
        #expect(try await cache.retrieve() == nil)
        #expect(try await cache.retrieveImageData(for: anyImageURL())?.data == nil)
        #expect(reports.kinds.isEmpty)
    }
}
