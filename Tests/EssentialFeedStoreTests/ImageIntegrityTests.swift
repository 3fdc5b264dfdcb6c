import EssentialFeed
@testable import EssentialFeedStore
import Files
import Foundation
import TestSupport
import Testing

@Suite("Image files")
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

    @Test(arguments: Damage.allCases)
    func `Damaged bytes are removed and count as not cached`(_ damage: Damage) async throws {
        let test = try await SavedCache()
        let files = ImageFiles(folder: test.storeFolder.images)
        try damage.apply(to: files.folder + "/" + #require(try files.names().first))

        let store = test.store()
        #expect(try await store.retrieveImageData(for: anyImageURL()) == nil)
        #expect(try files.names().isEmpty)
        #expect(try await store.status().cachedImageBytes == 0)
        try await store.insert(anyPNG(salt: 3), for: anyImageURL())
        #expect(try await store.retrieveImageData(for: anyImageURL()) == anyPNG(salt: 3))
    }

    @Test func `Inserting renames a new file into place: a reader of the earlier file sees all of it`() async throws {
        let test = try await SavedCache()
        let files = ImageFiles(folder: test.storeFolder.images)
        let path = files.folder + "/" + (try #require(try files.names().first))
        let earlier = try #require(FileHandle(forReadingAtPath: path))
        let inode = try FileSystem.status(path)?.identity
        let store = test.store()
        try await store.insert(anyPNG(), for: anyImageURL())
        #expect(try FileSystem.status(path) != nil)
        #expect(try FileSystem.status(path)?.identity != inode)
        #expect(try earlier.readToEnd() == anyPNG())
    }

    @Test(arguments: [true, false])
    func `The first insertion sweeps leftovers, and so does closing`(whenClosing: Bool) async throws {
        let test = try await SavedCache()
        for name in ["incoming", "0123", "image.png"] {
            try Data(count: 10).write(to: URL(filePath: test.storeFolder.images + "/" + name))
        }
        let store = test.store()
        #expect(try await store.retrieveImageData(for: anyImageURL()) == anyPNG())
        if whenClosing {
            try await store.close()
        } else {
            try await store.insert(anyPNG(salt: 1), for: anyImageURL())
        }
        #expect(try ImageFiles(folder: test.storeFolder.images).names().count == 1)
        let image = try await test.store().retrieveImageData(for: anyImageURL())
        #expect(whenClosing ? image == anyPNG() : image != nil)
    }

    @Test func `A sweep forgets images whose files are gone`() async throws {
        let test = try await SavedCache()
        try ImageFiles(folder: test.storeFolder.images).removeAll()
        let store = test.store()
        #expect(try await store.status().cachedImageCount == 1)
        try await store.close()
        #expect(try await test.store().status().cachedImageCount == 0)
    }

    @Test func `Reading counts as using in the next run, too`() async throws {
        let folder = TemporaryFolder()
        let urls = ["a", "b", "c"].map(anyImageURL)
        let store = ServerCache.onDisk(in: folder.url, imageLimit: 200)
        for url in urls[..<2] { try await store.insert(Data(count: 100), for: url) }
        _ = try await store.retrieveImageData(for: urls[0])
        try await store.close()

        let reopened = ServerCache.onDisk(in: folder.url, imageLimit: 200)
        try await reopened.insert(Data(count: 100), for: urls[2])
        #expect(try await reopened.retrieveImageData(for: urls[0]) != nil)
        #expect(try await reopened.retrieveImageData(for: urls[1]) == nil)
    }

    @Test func `A lower limit applies at once`() async throws {
        let test = try await CacheUnderTest(.onDiskOrInMemory, imageLimit: 1000)
        let store = test.store
        for name in ["a", "b", "c"] { try await store.insert(Data(count: 100), for: anyImageURL(name)) }
        try await store.setImageLimit(250)
        #expect(try await store.status().cachedImageBytes == 200)
        #expect(try test.bytesOfImageFiles() == 200)
        #expect(try await test.cached(["a", "b", "c"].map(anyImageURL)) == [1, 2])
    }

    @Test func `Removing data removes its file`() async throws {
        let test = try await CacheUnderTest(.onDiskOrInMemory)
        let store = test.store
        try await store.insert(anyPNG(), for: anyImageURL())
        try await store.deleteImageData(for: anyImageURL())
        #expect(try await store.retrieveImageData(for: anyImageURL()) == nil)
        #expect(try test.bytesOfImageFiles() == 0)
    }
}
