import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// Reading and writing away from the main thread.
@Suite(.detectsHangs) struct DiskWorkTests {
    @Test func `Each piece of work begins after the ones before it, even if one takes long or fails`() async throws {
        struct Failure: Error {}
        let disk = DiskWork()
        let home = TemporaryFolder()
        let running = Mutex(0)
        let done = Mutex<[Int]>([])
        for number in 0...20 {
            disk.add {
                #expect(running.withLock { $0.increment() } == 1, "they overlap")
                // The earlier, the longer it takes.
                let data = Data(count: (21 - number) * 100_000)
                #expect(throws: Never.self) { try data.write(to: home.url.appending(path: "file \(number)")) }
                done.withLock { $0.append(number) }
                running.withLock { $0 -= 1 }
            }
        }
        await #expect(throws: Failure.self) { try await disk.run { () throws(Failure) in throw Failure() } }
        #expect(await disk.run { done.withLock { $0.count } } == 21)
        #expect(done.withLock { $0 } == Array(0...20))
        disk.add { done.withLock { $0.append(21) } }
        await disk.finish()
        #expect(done.withLock { $0.last } == 21)
    }

    @Test func `A place that is saved before a server is removed doesn't come back`() async throws {
        let home = TemporaryFolder()
        let file = FeedPlacesFile(environment: ["XDG_STATE_HOME": home.path]) { Issue.record("\($0)") }
        let server = try RememberedServer("http://a.com")
        let disk = DiskWork()
        for _ in 0..<20 {
            disk.add { file.save(FeedPlace(), at: server) }
            disk.add { file.remove(at: server) }
        }
        #expect(await disk.run { file.place(at: server) } == nil)
        await disk.finish()
        #expect(file.place(at: server) == nil)
    }
}

extension Int {
    fileprivate mutating func increment() -> Int {
        self += 1
        return self
    }
}
