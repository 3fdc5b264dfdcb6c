import Foundation
import Logging
import NIOCore
import Synchronization
import Testing
import TestSupport

@testable import EssentialFeedServer

/// Each test shortens one limit and waits for the server to close the connection.
@Suite struct ConnectionLimitTests {
    private let folder = PhotoFolder()

    private func configuration(
        head: Duration? = nil, idle: Duration? = nil, stalled: Duration? = nil, floor: Int = 1_024,
        shutdown: Duration = .seconds(300)
    ) throws -> PhotoServerConfiguration {
        var configuration = try folder.configuration(isPublic: true)
        if let head { configuration.limits.requestHead = head }
        if let idle { configuration.limits.idle = idle }
        if let stalled { configuration.limits.readerWindow = stalled }
        configuration.limits.shutdown = shutdown
        configuration.limits.minimumBytesPerSecond = floor
        return configuration
    }

    @Test(arguments: ["", "G", "GET /feed HTTP/1.1\r\nHost: localhost\r\n"])
    func `Server: a connection is closed if its first head does not arrive in time`(start: String) async throws {
        try await RunningServer.with(try configuration(head: .milliseconds(200))) { server in
            let text = try await server.exchange(start)
            #expect(text.isEmpty)
        }
    }

    @Test(arguments: [0, 1])
    func `Server: a slow trickle of bytes extends no time for a head`(requestsBefore: Int) async throws {
        try await folder.connect(try configuration(head: .seconds(3))) { connection, _ in
            var iterator = connection.inbound.makeAsyncIterator()
            var rest = ByteBuffer()
            for _ in 0..<requestsBefore {
                try await connection.send("GET /feed HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = try await connection.readAnswer(&iterator, rest: &rest)
            }
            try await connection.send("GET /feed HTTP/1.1\r\nX: ")
            // Sends a byte now and then until the server closes the connection.
            let channel = connection.channel
            let drip = channel.eventLoop.scheduleRepeatedTask(
                initialDelay: .milliseconds(20), delay: .milliseconds(20)
            ) { _ in
                channel.writeAndFlush(ByteBuffer(string: "x"), promise: nil)
            }
            defer { drip.cancel() }
            do {
                #expect(try await iterator.next() == nil)
            } catch is IOError {
                // A byte after the close resets the connection.
            }
        }
    }

    @Test
    func `Server: of many requests that are sent at once, the first ones are answered, then the connection is closed`()
        async throws
    {
        try await RunningServer.with(try configuration()) { server in
            let text = try await RawConnection.with(port: server.port) { connection in
                let request = "GET /feed HTTP/1.1\r\nHost: localhost\r\n\r\n"
                do {
                    for _ in 0..<100 { try await connection.send(String(repeating: request, count: 100)) }
                } catch is IOError {
                    // The server has closed the connection.
                }
                return await connection.readToEnd()
            }
            // The last ones may be lost when the connection is reset.
            #expect(text.matches(of: #/HTTP/1\.1 200 /#).count <= 16)
            let few = try await RawConnection.with(port: server.port) { connection in
                let requests = (0..<16).map {
                    "GET /feed HTTP/1.1\r\nHost: localhost\r\n\($0 < 15 ? "" : "Connection: close\r\n")\r\n"
                }
                try await connection.send(requests.joined())
                return await connection.readToEnd()
            }
            #expect(few.matches(of: #/HTTP/1\.1 200 /#).count == 16)
        }
    }

    @Test func `Server: an idle connection between requests is closed by the idle limit, not heads'`() async throws {
        try await RunningServer.with(try configuration(idle: .seconds(3))) { server in
            let text = try await server.exchange("GET /feed HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(text.hasSuffix(#"{"items":[]}"#))
        }
    }

    @Test func `Server: the server does not wait for a request's body that does not end`() async throws {
        try await RunningServer.with(try configuration(head: .seconds(3))) { server in
            let text = try await server.exchange(
                "POST /feed HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nxyz")
            #expect(text.hasPrefix("HTTP/1.1 405 "))
        }
    }

    @Test func `Server: a client that receives nothing is cut off, its request logged as incomplete`() async throws {
        let large = Pictures.large(40_000_000)
        try folder.write(large, to: "a.jpg")
        let configuration = try configuration(stalled: .milliseconds(300))
        try await folder.connect(configuration, receiveBuffer: 4_096) { connection, server in
            try await connection.send("GET /image/\(contentID(large)) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            // The test reads nothing; the server logs the line when it closes the connection.
            #expect(try await server.log.next().hasSuffix(", incomplete"))
        }
    }

    @Test func `Server: a client is cut off even if the server's system holds the rest of the response`() async throws {
        let photo = Pictures.large(200_000)
        try folder.write(photo, to: "a.jpg")
        try await folder.connect(try configuration(stalled: .seconds(2)), receiveBuffer: 4_096) { connection, server in
            try await connection.send("GET /image/\(contentID(photo)) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            // For the server the response is complete: the system took all of it.
            #expect(try await !server.log.next().hasSuffix(", incomplete"))
            // The test reads nothing, so only a reset ends its connection.
            try await connection.channel.closeFuture.get()
        }
    }

    @Test func `Server: the connection of a client that keeps receiving, but too slowly, is closed`() async throws {
        let large = Pictures.large(40_000_000)
        try folder.write(large, to: "a.jpg")
        let configuration = try configuration(stalled: .milliseconds(600), floor: 20_000_000)
        try await folder.connect(configuration, receiveBuffer: 4_096) { connection, server in
            var iterator = connection.inbound.makeAsyncIterator()
            try await connection.send("GET /image/\(contentID(large)) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            // Receives until the server closes; the system still holds megabytes then.
            let isGivenUp = Mutex(false)
            async let line = {
                defer { isGivenUp.withLock { $0 = true } }
                return try await server.log.next()
            }()
            var received = 0
            do {
                while !isGivenUp.withLock({ $0 }), let bytes = try await iterator.next() {
                    received += bytes.readableBytes
                    try await connection.pause(.milliseconds(20))
                }
            } catch is IOError {
                // The server's close may reset the connection.
            }
            #expect(received > 0)
            #expect(received < large.count)
            #expect(try await line.hasSuffix(", incomplete"))
        }
    }

    @Test func `Server: a slow client that pauses again and again receives all, even in a shutdown`() async throws {
        let photo = Pictures.large(12_000_000)
        try folder.write(photo, to: "a.jpg")
        for window in [12, 60, 300].map(Duration.seconds) {
            let (received, longestPause) = try await receive(photo, pausingWithin: window)
            if let received { return #expect(received.firstDifference(from: photo) == nil) }
            // The connection was cut, which is right if a busy machine kept the client from receiving.
            try #require(longestPause > window / 2)
        }
        Issue.record("The client was never quick enough.")
    }

    /// Returns the bytes received by a client whose pauses are together longer than the server's window, `nil` if its
    /// connection was cut, and its longest pause.
    private func receive(
        _ photo: Data, pausingWithin window: Duration
    ) async throws -> (received: Data?, longestPause: Duration) {
        let configuration = try configuration(stalled: window, floor: 1_000, shutdown: window * 3)
        return try await RunningServer.with(configuration) { server in
            try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { connection in
                var iterator = connection.inbound.makeAsyncIterator()
                var (last, longestPause) = (ContinuousClock.now, Duration.zero)
                func next() async throws -> ByteBuffer? {
                    defer { (last, longestPause) = (.now, max(longestPause, last.duration(to: .now))) }
                    return try await iterator.next()
                }
                do {
                    try await connection.send("GET /image/\(contentID(photo)) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    guard var received = try await next() else { return (nil, longestPause) }
                    // The response has begun; the server completes it while it shuts down.
                    await server.shutDown()
                    for pause in 1...6 {
                        try await connection.pause(TimeAmount(window / 5))
                        while received.readableBytes < pause * 100_000 {
                            guard let bytes = try await next() else { return (nil, longestPause) }
                            received.writeImmutableBuffer(bytes)
                        }
                    }
                    try await connection.widenReceiveBuffer()
                    while let bytes = try await next() { received.writeImmutableBuffer(bytes) }
                    let body = received.getBytes(at: received.writerIndex - photo.count, length: photo.count)
                    return (body.map { Data($0) }, longestPause)
                } catch is IOError {
                    return (nil, longestPause)
                }
            }
        }
    }

    @Test func `Server: connections are limited for each address; when all are taken, an idle one goes`() async throws {
        var configuration = try configuration()
        configuration.limits.connections = 4
        configuration.limits.connectionsByAddress = 2
        try await RunningServer.with(configuration) { server in
            @Sendable func get(from source: String) async throws -> String {
                try await RawConnection.with(port: server.port, from: source) { connection in
                    do {
                        try await connection.send("GET /feed HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    } catch {
                        // A refused connection may close before the request is sent.
                    }
                    return await connection.readToEnd()
                }
            }
            @Sendable func hold(
                from source: String, _ body: @escaping @Sendable () async throws -> Void
            ) async throws {
                try await RawConnection.with(port: server.port, from: source) { connection in
                    try await connection.send("GET /feed HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    var iterator = connection.inbound.makeAsyncIterator()
                    #expect(try await iterator.next() != nil)
                    try await body()
                }
            }
            try await hold(from: "127.0.0.1") {
                try await hold(from: "127.0.0.1") {
                    #expect(try await get(from: "127.0.0.1").isEmpty)
                    #expect(try await server.log.next(.warning).hasSuffix(": 1"))
                    try await hold(from: "127.0.0.2") {
                        try await hold(from: "127.0.0.3") {
                            let answer = try await get(from: "127.0.0.4")
                            #expect(answer.hasPrefix("HTTP/1.1 200 "))
                        }
                    }
                }
                // The server notices the closed connections with a delay.
                try await waitUntil { try await !get(from: "127.0.0.1").isEmpty }
                try await waitUntil { try await !get(from: "127.0.0.4").isEmpty }
            }
        }
    }

    #if os(Linux)
        @Test func `Server: a slow download holds no file open`() async throws {
            let large = Pictures.large(40_000_000)
            try folder.write(large, to: "a.jpg")
            let path = folder.url("a.jpg").resolvingSymlinksInPath().path
            @Sendable func openCount() throws -> Int {
                let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                // Descriptors of other tests come and go.
                return descriptors.count { descriptor in
                    var target = [UInt8](repeating: 0, count: 4_096)
                    let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
                    return count > 0 && String(decoding: target[..<count], as: UTF8.self) == path
                }
            }
            try await folder.connect(try configuration(), receiveBuffer: 4_096) { connection, _ in
                try await connection.send("GET /image/\(contentID(large)) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                var iterator = connection.inbound.makeAsyncIterator()
                _ = try await iterator.next()
                // The server reads pieces until the buffers of the connection are full.
                while try openCount() > 0 { try await connection.pause(.milliseconds(10)) }
            }
        }
    #endif

    @Test func `Server: a shutdown closes idle connections at once, stalled ones when its time is over`() async throws {
        let large = Pictures.large(40_000_000)
        try folder.write(large, to: "a.jpg")
        let configuration = try configuration(shutdown: .milliseconds(300))
        try await folder.connect(configuration, receiveBuffer: 4_096) { stalled, server in
            try await stalled.send("GET /image/\(contentID(large)) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            var iterator = stalled.inbound.makeAsyncIterator()
            _ = try await iterator.next()
            try await RawConnection.with(port: server.port) { idle in
                await server.shutDown()
                #expect(await idle.readToEnd().isEmpty)
            }
            #expect(try await server.log.next().hasSuffix(", incomplete"))
        }
    }
}
