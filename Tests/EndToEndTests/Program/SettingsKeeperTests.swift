import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore
import Foundation
import TestSupport
import Testing

/// When the app's settings are written.
@MainActor
@Suite(.detectsHangs, .watchesTasks) struct SettingsKeeperTests {
    private let home = TemporaryFolder()
    private let disk = DiskWork()
    private let clock = VirtualClock()
    private let keeper: SettingsKeeper

    init() {
        keeper = SettingsKeeper(Self.file(in: home), disk: disk, clock: clock)
    }

    @Test func `What is seen is written a second later: only the latest, if it changes meanwhile`() async throws {
        for number in 1...3 { see(number) }
        await clock.sleepers(1)
        await disk.finish()
        #expect(saved == AppSettings())
        #expect(clock.sleeps == [.seconds(1)])
        clock.advance(by: .seconds(1))
        await letOthersRun()
        await disk.finish()
        #expect(saved == keeper.value)
        #expect(saved.seenFeeds["server 3"] != nil)
        see(4)
        await clock.sleepers(1)
        #expect(clock.sleeps.count == 2)
    }

    @Test func `Another change is written at once, with what has been seen`() async throws {
        see(1)
        keeper.change { $0.width = 700 }
        await disk.finish()
        #expect(saved == keeper.value)
        #expect(saved.width == 700 && saved.seenFeeds["server 1"] != nil)
        try FileManager.default.removeItem(at: home.url.appending(path: "essential-feed/app.json"))
        await letOthersRun()
        clock.advance(by: .seconds(2))
        await letOthersRun()
        await disk.finish()
        #expect(saved == AppSettings(), "it is not written a second time")
    }

    @Test func `At the end, and when another server is shown, nothing that was seen is lost`() async throws {
        see(1)
        keeper.saveNow()
        await disk.finish()
        #expect(saved.seenFeeds["server 1"] != nil)
        see(2)
        await keeper.finish()
        #expect(saved == keeper.value)
        #expect(saved.seenFeeds["server 2"] != nil)
    }

    @Test func `Settings that are the same are not written`() async throws {
        keeper.change { $0.width = keeper.value.width }
        keeper.changeOften { $0.height = keeper.value.height }
        keeper.saveNow()
        await keeper.finish()
        #expect(clock.sleeps.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: home.url.appending(path: "essential-feed/app.json").path))
    }

    private func see(_ number: Int) {
        keeper.changeOften { $0.seenFeeds.remember(SeenFeed([UUID()]), of: "server \(number)") }
    }

    private var saved: AppSettings { Self.file(in: home).load() }

    private static func file(in home: TemporaryFolder) -> AppSettingsFile {
        AppSettingsFile(environment: ["XDG_CONFIG_HOME": home.path]) { Issue.record("\($0)") }
    }
}
