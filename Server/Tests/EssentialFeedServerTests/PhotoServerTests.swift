import EssentialFeed
import Foundation
import Logging
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct PhotoServerTests {
    private let folder = PhotoFolder()

    private func exchange(_ server: RunningServer, _ request: String, hasBody: Bool = true) async throws -> (
        head: String, body: ByteBuffer
    ) {
        try await RawConnection.with(port: server.port) { connection in
            var iterator = connection.inbound.makeAsyncIterator()
            var rest = ByteBuffer()
            try await connection.send(request)
            return try await connection.readAnswer(hasBody: hasBody, &iterator, rest: &rest)
        }
    }

    @Test func `Server: it listens on a free port, reports its address when ready, and links there`() async throws {
        try folder.write(Pictures.animation(), to: "a.png")
        try await RunningServer.with(try folder.configuration(basePath: "p", isPublic: true)) { server in
            #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)/p")
            let feed = try await exchange(server, "GET /p/feed HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(feed.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
            let images = try FeedPayload.decode(Data(feed.body.readableBytesView))
            #expect(
                images.map(\.url.absoluteString)
                    == ["\(server.url.absoluteString)/image/\(contentID(Pictures.animation()).uuidString)"])
            let image = try await exchange(server, "GET \(images[0].url.path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(Data(image.body.readableBytesView) == Pictures.animation())
        }
    }

    @Test func `Server: an IPv6 address has brackets; a public URL is in image URLs alone`() async throws {
        try folder.write(Pictures.animation(), to: "a.png")
        let configuration = try folder.configuration(
            host: "[::1]", publicURL: "https://photos.example.com/x/", isPublic: true)
        try await RunningServer.with(configuration) { server in
            #expect(server.url.absoluteString == "http://[::1]:\(server.port)")
            let feed = try await server.exchange(
                "GET /feed HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", host: "::1")
            #expect(
                feed.contains("\"https://photos.example.com/x/image/\(contentID(Pictures.animation()).uuidString)\""))
        }
    }

    @Test(
        arguments: [
            "HTTP/1.0\r\n", "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n",
            "HTTP/1.1\r\nHost: localhost\r\nConnection: Close\r\n",
        ])
    func `Server: a connection closes after the response if the client demands it`(version: String) async throws {
        try await RunningServer.with(try folder.configuration(isPublic: true)) { server in
            let text = try await server.exchange("GET /livez \(version)\r\n")
            #expect(text.hasSuffix("ok\n"))
        }
    }

    @Test func `Server: a request is logged in one line: method, path, status, bytes, milliseconds`() async throws {
        let large = Pictures.large(600_000)
        try folder.write(large, to: "a.jpg")
        try await RunningServer.with(try folder.configuration(isPublic: true)) { server in
            let image = "/image/\(contentID(large))"
            let requests: [(method: String, path: String, line: String)] = [
                ("GET", "/feed?limit=3&token=secret", "GET /feed 200 "), ("HEAD", "/feed", "HEAD /feed 200 0 B "),
                ("GET", image, "GET \(image) 200 \(large.count) B "), ("GET", "/feed?limit=0", "GET /feed 400 "),
                ("POST", "/nothing", "POST /nothing 404 "), ("POST", "/feed", "POST /feed 405 "),
                ("GET", "/a\u{1}b", "- - 400 "), ("\u{1B}[2J", "/", "- - 400 "),
            ]
            for request in requests {
                _ = try await exchange(
                    server, "\(request.method) \(request.path) HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    hasBody: request.method != "HEAD")
                let line = try await server.log.next()
                #expect(line.hasPrefix(request.line), "\(line)")
                #expect(line.contains(/^\S+ \S+ \d+ \d+ B \d+\.\d ms$/), "\(line)")
            }
        }
    }

    @Test func `Server: a taken port and a host that is not this machine have their own errors`() async throws {
        let folder = folder
        try await RunningServer.with(try folder.configuration()) { server in
            // A second server has a separate state.
            let other = PhotoFolder()
            let second = PhotoServer(
                configuration: try other.configuration(port: server.port), logger: server.log.logger
            ) { _ in }
            let error = await #expect(throws: PhotoServerError.self) { try await second.run(second.group()) }
            guard case .portTaken(_, server.port) = error else { throw try #require(error) }
        }
        let elsewhere = PhotoServer(
            configuration: try folder.configuration(host: "192.0.2.1", isPublic: true), logger: RecordingLog().logger
        ) { _ in }
        let error = await #expect(throws: PhotoServerError.self) { try await elsewhere.run(elsewhere.group()) }
        guard case .notThisMachine(host: "192.0.2.1") = error else { throw try #require(error) }
    }

    @Test func `Server: a reason why it can't listen is a sentence that says what to do`() throws {
        let configuration = try folder.configuration(port: 80)
        for (code, text) in [
            (EADDRINUSE, "port 80 on 127.0.0.1 is already taken; choose another with --port, or 0 for a free one"),
            (EADDRNOTAVAIL, Self.elsewhere),
            (EACCES, "this user may not listen on port 80; choose one from 1024 on with --port"),
            (EMFILE, "can’t listen on 127.0.0.1, port 80: Too many open files; choose another with --host or --port"),
        ] {
            let error = PhotoService.startError(IOError(errnoCode: code, reason: "bind"), configuration)
            #expect(error?.description == text)
        }
        // A part of a host name has at most 63 characters, so this name isn't looked up.
        let unknown = try #require(throws: SocketAddressError.UnknownHost.self) {
            try SocketAddress.makeAddressResolvingHost(String(repeating: "a", count: 64), port: 80)
        }
        #expect(PhotoService.startError(unknown, configuration)?.description == Self.elsewhere)
    }

    private static let elsewhere =
        "127.0.0.1 isn’t an address or name of this computer; use one of its own with --host, or 0.0.0.0 for all of them"
}
