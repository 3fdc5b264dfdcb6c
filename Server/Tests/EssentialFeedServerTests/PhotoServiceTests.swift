import Foundation
import Logging
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct PhotoServiceTests {
    @Test func `Server: it logs that it reads many files, and how far it came if it is ended meanwhile`() async throws {
        let folder = PhotoFolder()
        let count = 1_000
        for index in 0..<count { try folder.write(Pictures.jpeg(iptc: Array("\(index)".utf8)), to: "\(index).jpg") }
        let line = try await lastLine(in: folder)
        let read = try #require(
            line.wholeMatch(of: #/read (\d+) of 1000 files; the next start continues from there/#).flatMap {
                Int($0.1)
            }, "\(line)")
        #expect(read < count)
        #expect(try await folder.index().filesRead == count - read)
    }

    /// Ends the service when it begins to read, and returns the last notice.
    private func lastLine(in folder: PhotoFolder) async throws -> String {
        let ending = Box<Task<Void, any Error>?>(nil)
        let log = RecordingLog { line in
            if line == "notice: reading 1000 files" { ending.value?.cancel() }
        }
        let service = PhotoService(
            configuration: try folder.configuration(), logger: log.logger
        ) { Issue.record("it serves \($0) although it was ended") }
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            for await _ in gate {}
            try await service.run()
        }
        ending.set(run)
        opening.finish()
        #expect(try await log.next(.notice) == "reading 1000 files")
        let line = try await log.next(.notice)
        try await run.valueInTime()
        return line
    }
}
