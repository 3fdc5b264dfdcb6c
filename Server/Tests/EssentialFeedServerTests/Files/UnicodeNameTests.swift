import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Names whose letters have several Unicode forms, which file systems and editors change.
@Suite struct UnicodeNameTests {
    private let folder = PhotoFolder()
    private static let composed = "Ναύπλιο café/ό.png".precomposedStringWithCanonicalMapping
    private static let decomposed = "Ναύπλιο café/ό.png".decomposedStringWithCanonicalMapping
    private static let mixed =
        "Ναύπλιο café".decomposedStringWithCanonicalMapping + "/ό.png".precomposedStringWithCanonicalMapping

    private func write(_ salt: UInt8, to path: String) throws {
        try folder.write(Pictures.animation(salt: salt), to: path)
    }

    /// Writes a document without normalizing its text.
    private func describe(_ entries: [(file: String, description: String)]) throws {
        let lines = entries.map { "  - file: \($0.file)\n    description: \($0.description)\n" }
        try folder.write("photos:\n" + lines.joined(), to: "feed.yaml")
    }

    @Test(arguments: [(composed, decomposed), (decomposed, composed), (composed, mixed), (mixed, composed)])
    func `Server: an entry's name of a photo may have any Unicode form`(entry: String, file: String) async throws {
        try write(1, to: file)
        try describe([(entry, "first")])
        let index = try await folder.index()
        #expect(index.photos.map(\.description) == ["first"])
        #expect(index.lines.isEmpty)
        // A known photo finds a later entry.
        try FileManager.default.removeItem(at: folder.url("feed.yaml"))
        #expect(try await folder.index().photos.map(\.description) == [nil])
        try describe([(entry, "later")])
        let later = try await folder.index()
        #expect(later.photos.map(\.description) == ["later"])
        #expect(later.lines.isEmpty)
    }

    @Test func `Server: two photos whose names differ only in their form have an entry each`() async throws {
        try write(1, to: Self.composed)
        try write(2, to: Self.decomposed)
        try describe([(Self.composed, "one"), (Self.decomposed, "two")])
        let index = try await folder.index()
        #expect(Set(index.photos.map(\.description)) == ["one", "two"])
        #expect(index.photos.allSatisfy { $0.description == ($0.path == FolderPath(Self.composed) ? "one" : "two") })
    }

    @Test func `Server: an entry describes the photo of its exact name alone if there is one`() async throws {
        try write(1, to: Self.composed)
        try write(2, to: Self.decomposed)
        try describe([(Self.composed, "one")])
        _ = try await folder.index()
        let photos = try await folder.index().photos
        #expect(photos.first { $0.path == FolderPath(Self.composed) }?.description == "one")
        #expect(photos.first { $0.path == FolderPath(Self.decomposed) }?.description == nil)
    }
}
