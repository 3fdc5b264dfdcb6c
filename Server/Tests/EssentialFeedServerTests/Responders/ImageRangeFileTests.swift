import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Testing
import TestSupport

@testable import EssentialFeedServer

@Suite struct ImageRangeFileTests {
    private let folder = PhotoFolder()

    @Test(arguments: ["0-4", "1000-"])
    func `Server: a range of a file that changed since it was indexed is a 404`(range: String) async throws {
        let picture = Pictures.numbered(1_000)
        try folder.write(picture, to: "a.jpg")
        let folder = folder
        try await folder.serve(try folder.configuration(isPublic: true)) { client in
            // Another picture, so the file isn't the photo any more once it has been read again.
            try folder.write(Pictures.animation(salt: 1), to: "a.jpg", seconds: 1)
            for condition in ["X: y", "If-Match: \"x\""] {
                let answer = try await client.answer(
                    "/image/\(contentID(picture))", fields: ["Range: bytes=\(range)", condition])
                #expect(answer.status == 404)
                #expect(answer.fields["content-range"] == nil)
            }
        }
    }

    // The missing byte lies beyond the range, but the file is no longer the same.
    @Test(arguments: [
        ("", 40_000_000, 20_000_000, 200), ("Range: bytes=1000-30000000\r\n", 29_999_001, 39_999_999, 206),
    ])
    func `Server: a file that shrinks while it or a range of it is sent closes the connection`(
        range: String, whole: Int, length: Int, status: Int
    ) async throws {
        let picture = Pictures.large(40_000_000)
        try folder.write(picture, to: "a.jpg")
        let url = folder.url("a.jpg")
        try await folder.connect(try folder.configuration(isPublic: true), receiveBuffer: 4_096) { connection, server in
            var iterator = connection.inbound.makeAsyncIterator()
            try await connection.send("GET /image/\(contentID(picture)) HTTP/1.1\r\nHost: localhost\r\n\(range)\r\n")
            var received = try #require(try await iterator.next()).readableBytes
            #expect(truncate(url.path, length) == 0)
            try await connection.widenReceiveBuffer()
            while let bytes = try await iterator.next() { received += bytes.readableBytes }
            #expect(received < whole)
            let line = try await server.log.next()
            #expect(line.contains(" \(status) "))
            #expect(line.hasSuffix(", incomplete"))
        }
    }

    #if os(Linux)
        @Test(arguments: [("bytes=-10", 10), ("bytes=1000000-1599999", 600_000), ("bytes=4000000-", 0)])
        func `Server: only the bytes of the range are read from the file`(range: String, count: Int) async throws {
            let picture = Pictures.large(3_000_000)
            try folder.write(picture, to: "a.jpg")
            let photo = try #require(try await folder.index().photos.first)
            // The system counts the bytes that each thread reads; only the responder uses this thread.
            let thread = NIOThreadPool(numberOfThreads: 1)
            thread.start()
            let bytesRead = { () async throws -> Int in
                try await thread.runIfActive {
                    let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
                    return try #require(text.firstMatch(of: /rchar: (\d+)/).flatMap { Int($0.1) })
                }
            }
            let responder = ImageResponder(source: ServedImages(threads: thread))
            // Where the metadata is, is read once.
            _ = try await responder.respond(with: photo, conditions: [:], isHead: true, for: .anyone)
            let before = try await bytesRead()
            do {
                let response = try await responder.respond(
                    with: photo, conditions: [.range: range], isHead: false, for: .anyone)
                #expect(response.status == .partialContent)
                #expect(try await response.body.collected().readableBytes == count)
            } catch let problem as Problem {
                #expect(problem.status == .rangeNotSatisfiable)
                #expect(count == 0)
            }
            let read = try await bytesRead() - before
            // The rest comes from reading the counter itself.
            #expect((count..<count + 4_096).contains(read), "\(read)")
            try await thread.shutdownGracefully()
        }
    #endif
}
