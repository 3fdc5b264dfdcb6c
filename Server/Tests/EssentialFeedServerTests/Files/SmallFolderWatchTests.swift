import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct SmallFolderWatchTests {
    @Test func `The replacement of a file by another one is noticed, also through a link to it`() async throws {
        let folder = TemporaryFolder()
        let changes = EventLog<Int>()
        let watch = try SmallFolderWatch([folder.url]) { changes.append(1) }
        // The first call comes at once, for earlier changes.
        try await changes.wait(for: 1)
        let (new, old) = (folder.url.appending(path: "new"), folder.url.appending(path: "old"))
        try Data("a".utf8).write(to: new)
        #expect(rename(new.path, old.path) == 0)
        try await changes.wait(for: 2)
        let count = changes.events.count
        try FileManager.default.createSymbolicLink(at: new, withDestinationURL: old)
        try await changes.wait(for: count + 1)
        withExtendedLifetime(watch) {}
    }

    @Test func `Changes are noticed in any folder at the path: moved, exchanged, made anew, mounted`() async throws {
        let parent = TemporaryFolder()
        let (folder, other) = (parent.url.appending(path: "folder"), parent.url.appending(path: "other"))
        for url in [folder, other] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data().write(to: url.appending(path: "number"))
        }
        // The callback's view of the folder at the path.
        let seen = Watched("")
        let watch = try SmallFolderWatch([folder]) {
            let content = FileManager.default.contents(atPath: folder.appending(path: "number").path)
            seen.update { $0 = content.map { String(decoding: $0, as: UTF8.self) } ?? "none" }
        }
        func expectChange(to text: String) async throws {
            try Data(text.utf8).write(to: folder.appending(path: "number"))
            try await seen.wait { $0 == text }
        }
        try await expectChange(to: "1")
        #expect(rename(folder.path, parent.url.appending(path: "away").path) == 0)
        try await seen.wait { $0 == "none" }
        #expect(rename(other.path, folder.path) == 0)
        try await expectChange(to: "2")
        try FileManager.default.removeItem(at: folder)
        try await seen.wait { $0 == "none" }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await expectChange(to: "3")
        try await withDisk(of: "1m", on: folder.path) {
            try await seen.wait { $0 == "none" }
            try await expectChange(to: "4")
        }
        try await seen.wait { $0 == "3" }
        try await expectChange(to: "5")
        withExtendedLifetime(watch) {}
    }

    @Test func `Where the system doesn't tell about changes, the watch calls again and again`() async throws {
        let changes = EventLog<Int>()
        let watch = try SmallFolderWatch([URL(filePath: "/nothing/is/here")]) { changes.append(1) }
        try await changes.wait(for: 2)
        withExtendedLifetime(watch) {}
    }
}
