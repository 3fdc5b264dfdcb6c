import EssentialFeed
@testable import EssentialFeedStore
import Foundation
import TestSupport
import Testing

@Suite("Stored image files")
struct ImageIntegrityTests {
    enum Damage: CaseIterable {
        case flippedByte, truncated, emptied, lengthened, otherImage, removed

        func apply(to path: String) throws {
            let url = URL(filePath: path)
            var data = try Data(contentsOf: url)
            switch self {
            case .flippedByte: data[data.count / 2] ^= 1
            case .truncated: data.removeLast()
            case .emptied: data = Data()
            case .lengthened: data.append(0)
            case .otherImage: data.reverse()
            case .removed: return try FileManager.default.removeItem(at: url)
            }
            try data.write(to: url)
        }
    }

    @Test("N024 Bytes that are not whole any more are removed and count as not stored", arguments: Damage.allCases)
    func test_retrieve_removesDamagedImage(_ damage: Damage) async throws {
        let test = try await SavedCache()
        let files = ImageFiles(folder: test.storeFolder.images)
        try damage.apply(to: files.folder + "/" + #require(try files.names().first))

        let store = test.store()
        #expect(try await store.retrieveImageData(for: anyImageURL())?.data == nil)
        #expect(try files.names().isEmpty)
        #expect(try await store.status().storedImageBytes == 0)
        try await store.insert(anyPNG(salt: 3), for: anyImageURL())
        #expect(try await store.retrieveImageData(for: anyImageURL())?.data == anyPNG(salt: 3))
    }

    @Test("N024 Storing the bytes again mends a damaged file")
    func test_insert_mendsDamagedFile() async throws {
        let test = try await SavedCache()
        let files = ImageFiles(folder: test.storeFolder.images)
        try Damage.flippedByte.apply(to: files.folder + "/" + #require(try files.names().first))
        let store = test.store()
        try await store.insert(anyPNG(), for: anyImageURL())
        #expect(try await store.retrieveImageData(for: anyImageURL())?.data == anyPNG())
    }

    @Test("N026 Bytes are published by a rename, so that whoever has the earlier file open still sees it whole")
    func test_insert_publishesNewFile() async throws {
        let test = try await SavedCache()
        let files = ImageFiles(folder: test.storeFolder.images)
        let path = files.folder + "/" + (try #require(try files.names().first))
        let earlier = try #require(FileHandle(forReadingAtPath: path))
        let inode = try FileSystem.status(path)?.st_ino
        let store = test.store()
        try await store.insert(anyPNG(), for: anyImageURL())
        #expect(try FileSystem.status(path) != nil)
        #expect(try FileSystem.status(path)?.st_ino != inode)
        #expect(try earlier.readToEnd() == anyPNG())
    }

    @Test("N026 Leftovers are swept with the first image that is stored, and at the end", arguments: [true, false])
    func test_sweep_removesLeftovers(whenClosing: Bool) async throws {
        let test = try await SavedCache()
        for name in ["incoming", "0123", "image.png"] {
            try Data(count: 10).write(to: URL(filePath: test.storeFolder.images + "/" + name))
        }
        let store = test.store()
        #expect(try await store.retrieveImageData(for: anyImageURL())?.data == anyPNG())
        if whenClosing {
            try await store.close()
        } else {
            try await store.insert(anyPNG(salt: 1), for: anyImageURL())
        }
        #expect(try ImageFiles(folder: test.storeFolder.images).names().count == 1)
        let image = try await test.store().retrieveImageData(for: anyImageURL())?.data
        #expect(whenClosing ? image == anyPNG() : image != nil)
    }

    @Test("N026 A sweep forgets images whose files are gone")
    func test_sweep_forgetsImagesWithoutFile() async throws {
        let test = try await SavedCache()
        try ImageFiles(folder: test.storeFolder.images).removeAll()
        let store = test.store()
        #expect(try await store.status().storedImageCount == 1)
        try await store.close()
        #expect(try await test.store().status().storedImageCount == 0)
    }

    @Test("N027 A read counts as a use also in the next run")
    func test_close_keepsUses() async throws {
        let folder = try TemporaryFolder()
        let urls = ["a", "b", "c"].map(anyImageURL)
        let store = ServerCache.onDisk(in: folder.url, imageLimit: 200)
        for url in urls[..<2] { try await store.insert(Data(count: 100), for: url) }
        _ = try await store.retrieveImageData(for: urls[0])?.data
        try await store.close()

        let reopened = ServerCache.onDisk(in: folder.url, imageLimit: 200)
        try await reopened.insert(Data(count: 100), for: urls[2])
        #expect(try await reopened.retrieveImageData(for: urls[0])?.data != nil)
        #expect(try await reopened.retrieveImageData(for: urls[1])?.data == nil)
    }

    @Test("N027 A lower limit holds at once")
    func test_setImageLimit_evictsAtOnce() async throws {
        let test = try await StoreUnderTest(.degrading, imageLimit: 1000)
        let store = try #require(test.store as? ServerCache)
        for name in ["a", "b", "c"] { try await store.insert(Data(count: 100), for: anyImageURL(name)) }
        try await store.setImageLimit(250)
        #expect(try await store.status().storedImageBytes == 200)
        #expect(try test.bytesOfImageFiles() == 200)
        #expect(try await test.stored(["a", "b", "c"].map(anyImageURL)) == [1, 2])
    }

    @Test("Removed bytes are gone")
    func test_remove_removesData() async throws {
        let test = try await StoreUnderTest(.degrading)
        let store = try #require(test.store as? ServerCache)
        try await store.insert(anyPNG(), for: anyImageURL())
        try await store.removeImageData(for: anyImageURL())
        #expect(try await store.retrieveImageData(for: anyImageURL())?.data == nil)
        #expect(try test.bytesOfImageFiles() == 0)
    }
}
