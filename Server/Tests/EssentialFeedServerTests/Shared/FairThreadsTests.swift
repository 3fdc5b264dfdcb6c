import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct FairThreadsTests {
    @Test func `A client's work is done piece by piece, and nobody else waits for it`() async throws {
        let threads = ServerThreads()
        try await threads.run {
            let (started, order) = (Box<[String]>([]), DispatchSemaphore(value: 0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { for _ in 0..<10 { order.signal() } }
                for number in 0..<10 {
                    group.addTask {
                        try await threads.pages.run(for: "a") {
                            started.append("a \(number)")
                            order.wait()
                        }
                    }
                }
                try await withDeadline {
                    try await waitUntil { !started.value.isEmpty }
                    for number in 0..<5 {
                        try await threads.pages.run(for: "b") { started.append("b \(number)") }
                    }
                }
                #expect(started.value.dropFirst() == (0..<5).map { "b \($0)" }[...])
                for _ in 0..<10 { order.signal() }
                try await group.waitForAll()
            }
            #expect(started.value.count == 15)
        }
    }

    @Test func `Work that is cancelled while it waits isn't done, and the next one is`() async throws {
        let threads = ServerThreads()
        try await threads.run {
            let (done, gate) = (Box<[Int]>([]), DispatchSemaphore(value: 0))
            let first = Task { try await threads.pages.run(for: "a") { gate.wait() } }
            let waiting = Task { try await threads.pages.run(for: "a") { done.append(1) } }
            waiting.cancel()
            gate.signal()
            try await first.value
            await #expect(throws: CancellationError.self) { try await waiting.value }
            try await threads.pages.run(for: "a") { done.append(2) }
            #expect(done.value == [2])
        }
    }
}
