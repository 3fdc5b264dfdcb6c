import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The contract of every store of bytes.
@Suite struct BlobStoreTests {
    private let folder = TemporaryFolder()

    /// Opens the store, as each server does.
    private func open() -> any BlobStore { FolderBlobStore(folder: FilePath(folder.path).appending("blobs")) }

    private func text(_ file: OpenFile) throws -> String {
        String(decoding: try file.data(), as: UTF8.self)
    }

    @Test func `Bytes are read by the next server; whoever reads amid a replacement gets earlier ones`() throws {
        let (store, id) = (open(), UUID())
        try store.put(Data("first".utf8), for: id)
        try store.put(Data("another".utf8), for: UUID())
        let first = try open().open(id)
        try store.put(Data("second".utf8), for: id)
        #expect(try text(first) == "first")
        #expect(try text(open().open(id)) == "second")
    }

    @Test func `Bytes that were never put or have been deleted are missing, and the others stay`() throws {
        let (store, id, other) = (open(), UUID(), UUID())
        for isPut in [false, true] {
            if isPut {
                for id in [id, other] { try store.put(Data("bytes".utf8), for: id) }
                #expect(store.has(id))
            }
            for _ in 0..<2 { try store.delete(id) }
            #expect(!store.has(id))
            #expect(throws: FileError.system(.noSuchFileOrDirectory)) { try store.open(id) }
        }
        #expect(try text(store.open(other)) == "bytes")
    }

    @Test func `A sweep leaves the bytes that a row names, and no others`() throws {
        let (store, ids) = (open(), (0..<3).map { _ in UUID() })
        try store.sweep(keeping: [], putBefore: .distantFuture)
        for id in ids { try store.put(Data(id.uuidString.utf8), for: id) }
        // Another process may be about to save their rows.
        try store.sweep(keeping: [], putBefore: Date() - 3_600)
        #expect(ids.allSatisfy { store.has($0) })
        try store.sweep(keeping: [ids[1], UUID()], putBefore: .distantFuture)
        #expect(ids.map { store.has($0) } == [false, true, false])
        #expect(try text(store.open(ids[1])) == ids[1].uuidString)
    }

    @Test func `A sweep removes killed writers' files even if it can't remove everything`() throws {
        let store = open()
        try store.put(Data("bytes".utf8), for: UUID())
        let blobs = folder.url.appending(path: "blobs")
        let (folderName, part) = (FolderBlobStore.name(of: UUID()), ".\(UUID().uuidString).part")
        try FileManager.default.createDirectory(
            at: blobs.appending(path: folderName), withIntermediateDirectories: false)
        try Data("unfinished".utf8).write(to: blobs.appending(path: part))
        #expect(throws: FileError.self) { try store.sweep(keeping: [], putBefore: .distantFuture) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: blobs.path) == [folderName])
    }
}
