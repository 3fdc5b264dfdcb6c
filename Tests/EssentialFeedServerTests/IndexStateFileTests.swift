import EssentialFeed
import Foundation
import NIOPosix
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct IndexStateFileTests {
    private func stateFile(_ folder: PhotoFolder) throws -> IndexStateFile {
        let root = try #require(FilePath(folder.path).resolved())
        return IndexStateFile(in: folder.state.url.appending(path: "essential-feed"), root: root)
    }

    @Test("Server: the index is one file for each folder, readable by its owner alone, and nothing else remains")
    func test_save_writesOneFileForTheOwner() async throws {
        let folder = try PhotoFolder()
        try folder.write(anyPNG(), to: "a.png")
        _ = try await folder.index()
        _ = try await folder.index()
        let url = try stateFile(folder).url
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let listing = try FileManager.default.subpathsOfDirectory(atPath: folder.state.path)
        #expect(Set(listing) == ["essential-feed", "essential-feed/\(url.lastPathComponent)"])
    }

    @Test(
        "Server: a corrupt index is ignored and built again",
        arguments: ["", "{", "{}", "[1]", "\u{0}\u{1}"])
    func test_load_isEmptyWhenCorrupt(text: String) async throws {
        let folder = try PhotoFolder()
        try folder.write(anyPNG(), to: "a.png")
        _ = try await folder.index()
        let file = try stateFile(folder)
        try Data(text.utf8).write(to: file.url)
        #expect(file.load() == IndexState())
        let result = try await folder.index()
        #expect(result.index.photos.map(\.id) == [contentID(anyPNG())])
        #expect(result.filesRead == 1)
        #expect(file.load().facts.count == 1)
    }

    @Test("N079 Server: an incomplete last line of the index does not affect the other lines")
    func test_load_keepsWholeLinesWhenTheLastIsCut() async throws {
        let folder = try PhotoFolder()
        for salt in 1...3 as ClosedRange<UInt8> { try folder.write(anyPNG(salt: salt), to: "\(salt).png") }
        _ = try await folder.index()
        let file = try stateFile(folder)
        let whole = try Data(contentsOf: file.url)
        try whole.dropLast(5).write(to: file.url)
        #expect(file.load().facts.count == 2)
        #expect(try await folder.index().filesRead == 1)
        #expect(try Data(contentsOf: file.url).count == whole.count)
        try Data(#"{"version":1}"#.utf8).write(to: file.url)
        #expect(file.load() == IndexState())
    }

    @Test("Server: photos are served even if the index cannot be saved, and the reason is logged")
    func test_build_goesOnWhenTheStateCannotBeWritten() async throws {
        let folder = try PhotoFolder()
        try folder.write(anyPNG(), to: "a.png")
        try Data().write(to: folder.state.url.appending(path: "essential-feed"))
        let result = try await folder.index()
        #expect(result.index.photos.count == 1)
        guard case .indexNotSaved? = result.notices.first else { throw CancellationError() }
        #expect(result.notices.count == 1)
    }

    @Test("Server: the index is never saved inside the photo folder")
    func test_build_keepsNothingWhenTheStateFolderIsInside() async throws {
        let folder = try PhotoFolder()
        try folder.write(anyPNG(), to: "a.png")
        let before = try folder.snapshot()
        let result = try await PhotoIndexer(
            folder: folder.path, stateFolder: folder.url("state/essential-feed"), zone: .gmt, threads: .singleton
        ).build()
        #expect(result.index.photos.count == 1)
        #expect(result.notices.count == 1)
        #expect(try folder.snapshot() == before)
    }
}
