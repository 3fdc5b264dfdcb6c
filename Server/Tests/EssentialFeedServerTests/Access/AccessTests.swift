import EssentialFeed
import Foundation
import Logging
import NIOCore
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Tokens, and a server on a real socket.
@Suite struct AccessTests {
    private let folder = PhotoFolder()

    private func authorization(_ invitation: Invitation) -> [String] {
        ["Authorization: Bearer \(invitation.secret)"]
    }

    @Test func `Server: a request with a token is answered, one without gets the same 401 at any path`() async throws {
        try folder.write(Pictures.animation(), to: "a.png")
        let maria = try folder.invite("maria")
        try await folder.serve { client in
            let basic = Data("maria:\(maria.secret)".utf8).base64EncodedString()
            for fields in [authorization(maria), ["Authorization: Basic \(basic)"]] {
                #expect(try await client.answer("/feed", fields: fields).status == 200)
                #expect(try await client.answer("/nothing", fields: fields).status == 404)
            }
            let image = "/image/\(contentID(Pictures.animation()))"
            var bodies: Set<Data> = []
            for path in ["/feed", image, image + "/comments", "/nothing", "/feed?limit=0", "/image/\(UUID())"] {
                for fields in [[], ["Authorization: Bearer \(maria.token.id)"], ["Authorization: nonsense"]] {
                    let answer = try await client.answer(path, fields: fields)
                    #expect(answer.status == 401)
                    #expect(answer.fields["www-authenticate"]?.contains("Basic realm=") == true)
                    #expect(answer.fields["www-authenticate"]?.contains("Bearer") == true)
                    #expect(answer.fields["content-type"] == "application/problem+json")
                    #expect(answer.fields["cache-control"] == "no-store")
                    bodies.insert(answer.body)
                }
            }
            #expect(bodies.count == 1)
            let head = try await client.answer("/feed", method: "HEAD", hasBody: false)
            #expect(head.status == 401)
        }
    }

    @Test func `Server: no line of the log has the secret, the signature or the name of a token`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve { client, server in
            let signature = ImageSigner(maria.token).signature(of: UUID(), .medium)
            for target in [
                "http://maria:\(maria.secret)@localhost/feed", "http://maria:\(maria.secret)@localhost",
                "/feed?token=\(signature.tokenID)&signature=\(signature.text)",
            ] {
                _ = try await client.answer(target, fields: authorization(maria))
                let line = try await server.log.next()
                for text in ["maria", maria.secret, signature.text] { #expect(!line.contains(text), "\(line)") }
            }
        }
    }

    @Test func `Server: each token has its own signed image URLs and entity tags, for its caches alone`() async throws {
        try folder.write(Pictures.animation(), to: "a.png")
        let invitations = try ["maria", "bob"].map { try folder.invite($0) }
        try await folder.serve { client in
            var urls: Set<URL> = []
            var tags: Set<String> = []
            for fields in invitations.map(authorization) {
                let feed = try await client.answer("/feed", fields: fields)
                let url = try FeedPayload.decode(feed.body)[0].url
                let again = try await client.answer("/feed", fields: fields)
                #expect(again.body == feed.body)
                #expect(feed.fields["cache-control"] == "private, no-cache")
                let tag = try #require(feed.fields["etag"])
                let condition = fields + ["If-None-Match: \(tag)"]
                #expect(try await client.answer("/feed", fields: condition, hasBody: false).status == 304)
                let known = try await client.answer("/feed?limit=10", fields: condition, hasBody: false)
                #expect(known.status == 304 && known.fields["cache-control"] == "private, no-cache")
                let comments = try await client.answer(url.path + "/comments", fields: fields)
                #expect(comments.status == 200 && comments.fields["cache-control"] == "private, no-cache")

                let target = url.path + "?" + (url.query ?? "")
                let image = try await client.answer(target)
                #expect(image.status == 200)
                #expect(image.body == Pictures.animation())
                #expect(image.fields["cache-control"] == "private, max-age=31536000, immutable")
                #expect(try await client.answer(target.replacing("/image/", with: "/feed/")).status == 401)
                #expect(try await client.answer(url.path + "/comments?" + (url.query ?? "")).status == 401)
                urls.insert(url)
                tags.insert(tag)
            }
            #expect(urls.count == 2)
            #expect(tags.count == 2)
        }
    }

    @Test func `Server: a revoked token's downloads are cut, its requests refused, and others' go on`() async throws {
        let large = Pictures.large(40_000_000)
        try folder.write(large, to: "a.jpg")
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        let target = "GET /image/\(contentID(large)) HTTP/1.1\r\nHost: localhost\r\n"
        try await RunningServer.with(try folder.configuration()) { server in
            try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { marias in
                try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { bobs in
                    var receivedByMaria = marias.inbound.makeAsyncIterator()
                    var received = bobs.inbound.makeAsyncIterator()
                    try await marias.send(target + authorization(maria)[0] + "\r\n\r\n")
                    try await bobs.send(target + authorization(bob)[0] + "\r\n\r\n")
                    var ofMaria = try #require(try await receivedByMaria.next()).readableBytes
                    var ofBob = try #require(try await received.next())

                    try folder.tokens.revoke("maria")
                    // The line is written when the server closes the connection.
                    #expect(try await server.log.next().hasSuffix(", incomplete"))
                    do {
                        while let more = try await receivedByMaria.next() { ofMaria += more.readableBytes }
                    } catch {
                        // The connection was reset.
                    }
                    #expect(ofMaria < large.count)

                    try await bobs.widenReceiveBuffer()
                    while ofBob.readableBytes < large.count, let more = try await received.next() {
                        ofBob.writeImmutableBuffer(more)
                    }
                    #expect(ofBob.readableBytes >= large.count)
                }
            }
            try await RawClient.with(port: server.port) { client in
                let answers = [
                    try await client.answer("/feed", fields: authorization(maria)),
                    try await client.answer("/feed", fields: authorization(bob)),
                ]
                #expect(answers.map(\.status) == [401, 200])
            }
        }
    }

    @Test func `Server: a revoked token's download is cut even if the system holds the rest of it`() async throws {
        let photo = Pictures.large(200_000)
        try folder.write(photo, to: "a.jpg")
        let maria = try folder.invite("maria")
        let request = "GET /image/\(contentID(photo)) HTTP/1.1\r\nHost: localhost\r\n\(authorization(maria)[0])\r\n\r\n"
        try await folder.connect(receiveBuffer: 4_096) { connection, server in
            try await connection.send(request)
            #expect(try await !server.log.next().hasSuffix(", incomplete"))
            try folder.tokens.revoke("maria")
            // The test reads nothing, so only a reset ends its connection.
            try await connection.channel.closeFuture.get()
        }
    }

    @Test func `Server: a connection that a revoked token used before another's stays, as a proxy's`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        let isRead = EventLog<Bool>()
        try await folder.serve { client, server in
            #expect(try await client.answer("/feed", fields: authorization(maria)).status == 200)
            #expect(try await client.answer("/feed", fields: authorization(bob)).status == 200)
            try folder.tokens.revoke("maria")
            try await waitUntil { await isRefused(maria, by: server) }
            #expect(try await client.answer("/feed", fields: authorization(bob)).status == 200)
            isRead.append(true)
        }
        #expect(isRead.events == [true])
    }

    /// Returns whether a request on a separate connection is refused.
    private func isRefused(_ invitation: Invitation, by server: RunningServer) async -> Bool {
        let status = EventLog<Int>()
        do {
            try await RawClient.with(port: server.port) { client in
                status.append(try await client.answer("/feed", fields: authorization(invitation)).status)
            }
        } catch {
            // The token was revoked during the request, so the connection was cut.
            return false
        }
        // While the tokens can't be read, it's unknown who has access.
        return status.events == [401] || status.events == [503]
    }

    @Test func `Server: while the state folder is away nobody is admitted; back again, tokens count`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        let state = folder.state.url.appending(path: "essential-feed").path
        try await RunningServer.with(try folder.configuration()) { server in
            try await waitUntil { await !isRefused(maria, by: server) }
            try await TestProgram.succeed(["mv", state, state + ".away"])
            try await waitUntil { await isRefused(maria, by: server) }
            try await TestProgram.succeed(["cp", "-a", state + ".away", state])
            try await waitUntil { await !isRefused(maria, by: server) }
            try folder.tokens.revoke("maria")
            try await waitUntil { await isRefused(maria, by: server) }
            #expect(await !isRefused(bob, by: server))
            let carol = try folder.invite("carol")
            try await waitUntil { await !isRefused(carol, by: server) }

            // As a restoration does it.
            let (new, path) = (FilePath(state + ".away"), FilePath(state))
            try new.exchange(with: path)
            try await waitUntil { await !isRefused(maria, by: server) }
            try folder.tokens.revoke("bob")
            try await waitUntil { await isRefused(bob, by: server) }
        }
    }

    @Test(
        "Server: a server that other machines reach doesn't start without a token, unless access is public",
        arguments: [
            ("127.0.0.1", "https://photos.example.com"), ("0.0.0.0", "http://127.0.0.1:8080"),
            ("::", "http://photos.local"),
        ])
    func runThrowsWithoutToken(host: String, publicURL: String) async throws {
        let error = await #expect(throws: PhotoServerError.self) {
            try await RunningServer.with(try folder.configuration(host: host, publicURL: publicURL)) { _ in }
        }
        #expect(error?.description.contains("essential-feed invite NAME --public-url \(publicURL)") == true)
        #expect(error?.description.contains("--public") == true)
        try await RunningServer.with(
            try folder.configuration(host: host, publicURL: publicURL, isPublic: true)
        ) { _ in }
        _ = try folder.invite("maria")
        try await RunningServer.with(try folder.configuration(host: host, publicURL: publicURL)) { _ in }
    }

    @Test func `Server: requests beyond the rate of a token are answered with 429 and Retry-After`() async throws {
        let maria = try folder.invite("maria")
        var configuration = try folder.configuration()
        configuration.requestLimits.byToken = RequestRate(burst: 2, perSecond: 1)
        try await folder.serve(configuration) { client in
            var answer = try await client.answer("/feed", fields: authorization(maria))
            // More than two within a second are too many, however long each takes now and then.
            while answer.status == 200 {
                answer = try await client.answer("/feed", fields: authorization(maria))
            }
            #expect(answer.status == 429)
            #expect(answer.fields["retry-after"] == "1")
            #expect(answer.fields["content-type"] == "application/problem+json")
        }
    }

    @Test func `Server: the file of tokens has a token's last use, even if the server ends right away`() async throws {
        let maria = try folder.invite("maria")
        #expect(try folder.tokens.tokens()[0].lastUsedAt == nil)
        try await folder.serve { client in
            _ = try await client.answer("/feed", fields: authorization(maria))
        }
        #expect(try folder.tokens.tokens()[0].lastUsedAt != nil)
    }
}
