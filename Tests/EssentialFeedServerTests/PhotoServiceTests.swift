import Dispatch
import Foundation
import Logging
import NIOPosix
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct PhotoServiceTests {
    @Test("N079 Server: it logs that it reads many files, and how far it came if it is ended meanwhile")
    func test_run_logsHowFarItCameWhenCancelled() async throws {
        let folder = try PhotoFolder()
        let count = 1_000
        for index in 0..<count { try folder.write(Pictures.jpeg(iptc: Array("\(index)".utf8)), to: "\(index).jpg") }
        try await withOneThread { threads in
            let gate = DispatchSemaphore(value: 0)
            defer { gate.signal() }
            let log = RecordingLog { line in
                // Takes the thread before the first file is read.
                if line.hasPrefix("notice: reading ") { threads.submit { _ in gate.wait() } }
            }
            let service = PhotoService(
                configuration: try folder.configuration(), logger: log.logger, threads: threads
            ) { Issue.record("it serves \($0) although it was ended") }
            let run = Task { try await service.run() }
            #expect(try await log.next(.notice) == "reading 1000 files")
            run.cancel()
            gate.signal()
            let line = try await log.next(.notice)
            try await run.valueInTime()

            let read = try #require(
                line.wholeMatch(of: #/read (\d+) of 1000 files; the next start continues from there/#).flatMap {
                    Int($0.1)
                }, "\(line)")
            #expect(read < count)
            #expect(try await folder.index().filesRead == count - read)
        }
    }

    private func withOneThread(_ work: (NIOThreadPool) async throws -> Void) async throws {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        do {
            try await work(threads)
        } catch {
            try await threads.shutdownGracefully()
            throw error
        }
        try await threads.shutdownGracefully()
    }
}
