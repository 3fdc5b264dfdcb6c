import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// A server killed again and again while it reads its folder.
@Suite(.detectsHangs) struct ImportKillTests {
    private static let kills = 60
    private static let photos = 1_500

    @Test func `Program: the index is whole after each of 60 kills during the import, nothing is lost`() async throws {
        let photos = TemporaryFolder()
        let state = TemporaryFolder()
        for number in 0..<Self.photos {
            try Pictures.jpeg(iptc: Array("\(number)".utf8)).write(to: photos.url.appending(path: "\(number).jpg"))
        }
        var generator = SeededGenerator(seed: 60)
        var known = 0
        for kill in 0..<Self.kills {
            if known == Self.photos {
                // Everything has been read; begin again.
                try FileManager.default.removeItem(at: state.url)
                known = 0
            }
            let server = try await Program(environment: ["XDG_STATE_HOME": state.path]).start(
                ["serve", photos.path, "--port", "0", "--state", state.path])
            try await Task.sleep(for: .microseconds(Int.random(in: 0...400_000, using: &generator)))
            await server.kill()
            let catalog = try catalog(of: photos, in: state)
            try #require(catalog.damages().isEmpty, "after kill \(kill)")
            let count = try catalog.photoCount()
            try #require(count >= known, "after kill \(kill)")
            known = count
        }
        let catalog = try catalog(of: photos, in: state)
        #expect(try catalog.photoCount() + catalog.filesToReadCount() <= Self.photos)
    }

    private func catalog(of photos: TemporaryFolder, in state: TemporaryFolder) throws -> SQLiteCatalog {
        let root = try #require(FilePath(photos.path).resolved())
        return try CatalogFile(in: state.url, root: root).open(
            root: root, settings: CatalogSettings(zone: .gmt, now: { Date() }))
    }
}
