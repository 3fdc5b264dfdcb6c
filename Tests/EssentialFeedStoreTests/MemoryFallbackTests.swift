import EssentialFeed
@testable import EssentialFeedStore
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite("Memory in place of the disk")
struct MemoryFallbackTests {
    private let fault = Fault()
    private let reports = Reports()
    private let cache: ServerCache

    init() {
        let report = ReportOnce(reports.add)
        cache = ServerCache(MemoryFallback(for: FaultyDisk(fault), imageLimit: 1_000_000, report: report))
    }

    static let degrading: [StoreError.Kind] = [.full, .readOnly, .inaccessible, .newerVersion, .inputOutput]
    static let failing: [StoreError.Kind] = [.corrupt, .inUse, .busy, .other]

    @Test(arguments: degrading)
    func `Memory takes what the disk doesn't, and the error is reported once`(_ kind: StoreError.Kind) async throws {
        try await cache.save(anyCachedFeed())
        try await cache.insert(anyPNG(salt: 1), for: anyImageURL())
        fault.kind = kind
        let feed = anyCachedFeed()
        try await cache.save(feed)
        try await cache.insert(anyPNG(salt: 2), for: anyImageURL())
        #expect(try await cache.retrieve() == feed)
        #expect(try await cache.retrieveImageData(for: anyImageURL()) == anyPNG(salt: 2))
        #expect(reports.kinds == [kind])
    }

    @Test("Each write tries the disk again, and what the disk takes replaces memory", arguments: degrading)
    func writesTryDiskAgain(_ kind: StoreError.Kind) async throws {
        fault.kind = kind
        try await cache.save(anyCachedFeed())
        try await cache.insert(anyPNG(salt: 1), for: anyImageURL())
        fault.kind = nil
        let feed = anyCachedFeed()
        try await cache.save(feed)
        try await cache.insert(anyPNG(salt: 2), for: anyImageURL())
        #expect(try await cache.retrieve() == feed)
        #expect(try await cache.retrieveImageData(for: anyImageURL()) == anyPNG(salt: 2))
        #expect(try await cache.status().feedImageCount == feed.images.count)
    }

    @Test(
        "The steps of a transaction in memory find the feed on disk, and leave it if they throw",
        arguments: degrading)
    func transactionFindsFeedOnDisk(_ kind: StoreError.Kind) async throws {
        let (onDisk, inMemory) = (anyCachedFeed(at: 1), anyCachedFeed(at: 2))
        try await cache.save(onDisk)
        fault.kind = kind
        await #expect(throws: anyError()) {
            try await cache.transaction { transaction in
                let found = try transaction.retrieve()
                #expect(found == onDisk)
                try transaction.delete()
                throw anyError()
            }
        }
        #expect(try await cache.retrieve() == onDisk)
        try await cache.save(inMemory)
        try await cache.transaction { transaction in
            let found = try transaction.retrieve()
            #expect(found == inMemory)
        }
        #expect(try await cache.retrieve() == inMemory)
    }

    @Test(arguments: degrading)
    func `Deleting deletes from both, or fails as a whole`(_ kind: StoreError.Kind) async throws {
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
        #expect(try await cache.retrieveImageData(for: anyImageURL("on disk")) == nil)
        #expect(try await cache.retrieveImageData(for: anyImageURL("in memory")) == nil)
    }

    @Test(
        "B237 A removed image that the disk keeps counts as not cached until it is cached again",
        arguments: degrading + failing)
    func removeCountsWhereDiskKeepsIt(_ kind: StoreError.Kind) async throws {
        try await cache.insert(anyPNG(salt: 1), for: anyImageURL())
        try await cache.insert(anyPNG(salt: 2), for: anyImageURL("another"))
        fault.kind = kind
        if Self.degrading.contains(kind) {
            try await cache.deleteImageData(for: anyImageURL())
        } else {
            #expect(try await kindOfFailure { try await cache.deleteImageData(for: anyImageURL()) } == kind)
        }
        #expect(try await cache.retrieveImageData(for: anyImageURL()) == nil)
        #expect(try await !cache.containsImageData(for: anyImageURL()))
        #expect(try await cache.retrieveImageData(for: anyImageURL("another")) == anyPNG(salt: 2))
        fault.kind = nil
        try await cache.insert(anyPNG(salt: 3), for: anyImageURL())
        #expect(try await cache.retrieveImageData(for: anyImageURL()) == anyPNG(salt: 3))
    }

    @Test(arguments: failing)
    func `B131 Other errors are thrown, and memory takes nothing`(_ kind: StoreError.Kind) async throws {
        fault.kind = kind
        #expect(try await kindOfFailure { try await cache.save(anyCachedFeed()) } == kind)
        #expect(try await kindOfFailure { try await cache.insert(anyPNG(), for: anyImageURL()) } == kind)
        #expect(try await cache.retrieve() == nil)
        #expect(try await cache.retrieveImageData(for: anyImageURL()) == nil)
        #expect(reports.kinds.isEmpty)
    }
}
