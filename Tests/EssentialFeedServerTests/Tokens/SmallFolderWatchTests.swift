import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct SmallFolderWatchTests {
    @Test("N189: the replacement of a file by another one is noticed, also through a link to it")
    func test_onChange_followsReplacement() async throws {
        let folder = try TemporaryFolder()
        let changes = EventLog<Int>()
        let watch = try SmallFolderWatch(folder.url) { changes.append(1) }
        let (new, old) = (folder.url.appending(path: "new"), folder.url.appending(path: "old"))
        try Data("a".utf8).write(to: new)
        #expect(rename(new.path, old.path) == 0)
        try await changes.wait(for: 1)
        let count = changes.events.count
        try FileManager.default.createSymbolicLink(at: new, withDestinationURL: old)
        try await changes.wait(for: count + 1)
        withExtendedLifetime(watch) {}
    }

    @Test("N189: where the system doesn't tell about changes, the watch calls again and again")
    func test_onChange_comesWithoutNotifications() async throws {
        let changes = EventLog<Int>()
        let watch = try SmallFolderWatch(URL(filePath: "/nothing/is/here")) { changes.append(1) }
        try await changes.wait(for: 2)
        withExtendedLifetime(watch) {}
    }
}
