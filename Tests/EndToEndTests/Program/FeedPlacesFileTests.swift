import EssentialFeed
import EssentialFeedComposition
import Foundation
import Synchronization
import TestSupport
import Testing

/// Where a person was in the feeds of several servers, from one start to the next.
@Suite struct FeedPlacesFileTests {
    @Test func `The latest place in each feed is kept, of the last 20 servers, until a server is removed`() throws {
        let home = TemporaryFolder()
        let file = self.file(in: home) { Issue.record("\($0)") }
        let servers = try (0..<22).map { try RememberedServer("http://\($0).com") }
        #expect(file.place(at: servers[0]) == nil)
        for server in servers[..<20] { file.save(place(), at: server) }
        let latest = place()
        for _ in 0..<3 { file.save(latest, at: servers[0]) }
        #expect(file.place(at: servers[0]) == latest)
        #expect(file.place(at: servers[1]) != nil)
        file.save(place(), at: servers[20])
        #expect(file.place(at: servers[1]) == nil, "it was used the longest ago")
        #expect(file.place(at: servers[2]) != nil)
        file.remove(at: servers[2])
        #expect(file.place(at: servers[2]) == nil)
        #expect(file.place(at: servers[3]) != nil)
        #expect(file.place(at: servers[0]) == latest)
    }

    @Test func `A file that can't be read, or is longer than the app writes, is reported; the next is saved`() throws {
        let home = TemporaryFolder()
        let reports = Mutex(0)
        let file = self.file(in: home) { _ in reports.withLock { $0 += 1 } }
        let server = try RememberedServer("http://a.com")
        let place = place()
        file.save(place, at: server)
        let url = home.url.appending(path: "essential-feed/places.json")
        let long = try Data(contentsOf: url) + Data(repeating: UInt8(ascii: " "), count: 1 << 20)
        for (number, data) in [Data("[{".utf8), long].enumerated() {
            try data.write(to: url)
            #expect(file.place(at: server) == nil)
            #expect(reports.withLock { $0 } == 2 * number + 1)
            file.save(place, at: server)
            #expect(file.place(at: server) == place)
        }
    }

    private func file(
        in home: TemporaryFolder, report: @escaping @Sendable (any Error) -> Void
    ) -> FeedPlacesFile {
        FeedPlacesFile(environment: ["XDG_STATE_HOME": home.path], report: report)
    }

    private func place() -> FeedPlace {
        let image = FeedImage(id: UUID(), url: URL(filePath: "/a"))
        return FeedPlace(top: image.id, passed: 0.5, in: [image])
    }
}
