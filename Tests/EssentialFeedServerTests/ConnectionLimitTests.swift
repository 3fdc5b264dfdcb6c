import Foundation
import NIOCore
import Testing

@testable import EssentialFeedServer

/// Limits as short as a test likes: what is waited for is the server's close.
@Suite struct ConnectionLimitTests {
    private let folder: PhotoFolder

    init() throws {
        folder = try PhotoFolder()
    }

    private func configuration(
        head: Duration = .seconds(300), idle: Duration = .seconds(300), stalled: Duration = .seconds(300),
        shutdown: Duration = .seconds(300)
    ) throws -> PhotoServerConfiguration {
        var configuration = try folder.configuration()
        configuration.limits.requestHead = head
        configuration.limits.idle = idle
        configuration.limits.stalledReader = stalled
        configuration.limits.shutdown = shutdown
        return configuration
    }

    @Test(
        "Server: a connection whose first head does not come in time is closed",
        arguments: ["", "G", "GET /feed HTTP/1.1\r\nHost: a\r\n"])
    func test_run_closesWhenTheHeadDoesNotCome(start: String) async throws {
        try await RunningServer.with(try configuration(head: .milliseconds(200))) { server in
            let text = try await RawConnection.with(port: server.port) { connection in
                try await connection.send(start)
                return await connection.readToEnd()
            }
            #expect(text.isEmpty)
        }
    }

    @Test("Server: a drip of bytes does not give a head more time, on a later request either", arguments: [0, 1])
    func test_run_closesWhenTheHeadDrips(requestsBefore: Int) async throws {
        try await RunningServer.with(try configuration(head: .seconds(3))) { server in
            try await RawConnection.with(port: server.port) { connection in
                var iterator = connection.inbound.makeAsyncIterator()
                var rest = ByteBuffer()
                for _ in 0..<requestsBefore {
                    try await connection.send("GET /feed HTTP/1.1\r\nHost: a\r\n\r\n")
                    _ = try await connection.readAnswer(&iterator, rest: &rest)
                }
                try await connection.send("GET /feed HTTP/1.1\r\nX: ")
                // A byte now and then, for as long as the connection takes any: the end is the server's close.
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
                    // A byte that arrives after the close resets the connection.
                }
            }
        }
    }

    @Test("Server: a connection that is idle between requests is closed, by the idle limit and not the head's")
    func test_run_closesWhenIdle() async throws {
        try await RunningServer.with(try configuration(idle: .seconds(3))) { server in
            let text = try await RawConnection.with(port: server.port) { connection in
                try await connection.send("GET /feed HTTP/1.1\r\nHost: a\r\n\r\n")
                return await connection.readToEnd()
            }
            #expect(text.hasSuffix(#"{"items":[]}"#))
        }
    }

    @Test("Server: a request's body that does not end is not waited for")
    func test_run_closesWhenTheBodyDoesNotCome() async throws {
        try await RunningServer.with(try configuration(head: .seconds(3))) { server in
            let text = try await RawConnection.with(port: server.port) { connection in
                try await connection.send("POST /feed HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nxyz")
                return await connection.readToEnd()
            }
            #expect(text.hasPrefix("HTTP/1.1 405 "))
        }
    }

    @Test("Server: a reader that takes nothing is closed, and the request logged as cut")
    func test_run_closesWhenTheReaderStalls() async throws {
        let large = Pictures.large(40_000_000)
        try folder.write(large, to: "a.jpg")
        try await RunningServer.with(try configuration(stalled: .milliseconds(300))) { server in
            try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { connection in
                try await connection.send("GET /image/\(contentID(large)) HTTP/1.1\r\nHost: a\r\n\r\n")
                // Nothing is read: the line comes when the server has given up.
                #expect(try await server.log.next().hasSuffix(", cut"))
            }
        }
    }

    @Test("Server: a slow reader that takes a little now and then gets all, and so does one at the server's end")
    func test_run_finishesWhenTheReaderIsSlow() async throws {
        let large = Pictures.large(12_000_000)
        try folder.write(large, to: "a.jpg")
        try await RunningServer.with(try configuration(stalled: .seconds(5))) { server in
            try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { connection in
                var iterator = connection.inbound.makeAsyncIterator()
                try await connection.send("GET /image/\(contentID(large)) HTTP/1.1\r\nHost: a\r\n\r\n")
                var rest = try #require(try await iterator.next())
                // The answer has begun: the server is told to end, and finishes it.
                await server.shutDown()
                let answer = try await connection.readAnswer(&iterator, rest: &rest)
                #expect(Data(answer.body.readableBytesView) == large)
                #expect(try await iterator.next() == nil)
            }
        }
    }

    @Test("Server: at its end it closes idle connections at once, and stalled ones when its time is over")
    func test_run_endsInTimeWhenReadersStall() async throws {
        let large = Pictures.large(40_000_000)
        try folder.write(large, to: "a.jpg")
        try await RunningServer.with(try configuration(shutdown: .milliseconds(300))) { server in
            try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { stalled in
                try await stalled.send("GET /image/\(contentID(large)) HTTP/1.1\r\nHost: a\r\n\r\n")
                var iterator = stalled.inbound.makeAsyncIterator()
                _ = try await iterator.next()
                try await RawConnection.with(port: server.port) { idle in
                    await server.shutDown()
                    #expect(await idle.readToEnd().isEmpty)
                }
                #expect(try await server.log.next().hasSuffix(", cut"))
            }
        }
    }

    @Test("Server: a file that is cut while it is sent breaks the connection")
    func test_run_breaksTheConnectionWhenTheFileShrinks() async throws {
        let large = Pictures.large(40_000_000)
        try folder.write(large, to: "a.jpg")
        let url = folder.url("a.jpg")
        try await RunningServer.with(try configuration()) { server in
            try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { connection in
                var iterator = connection.inbound.makeAsyncIterator()
                try await connection.send("GET /image/\(contentID(large)) HTTP/1.1\r\nHost: a\r\n\r\n")
                var received = try #require(try await iterator.next()).readableBytes
                #expect(truncate(url.path, 20_000_000) == 0)
                while let bytes = try await iterator.next() { received += bytes.readableBytes }
                #expect(received < large.count)
                #expect(try await server.log.next().hasSuffix(", cut"))
            }
        }
    }
}
