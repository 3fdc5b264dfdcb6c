import EssentialFeed
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Archives of selected photos, as browsers and programs download them.
@Suite struct DownloadTests {
    private let folder = PhotoFolder()

    private static func form(_ photos: UUID...) -> String {
        photos.map { "photo=\($0.uuidString)" }.joined(separator: "&")
    }

    /// Returns a request as a program sends it.
    private static func request(_ form: String, as person: Invitation? = nil, fields: [String] = []) -> String {
        let lines =
            ["POST /download HTTP/1.1", "Host: localhost", "Content-Length: \(form.utf8.count)"] + fields
            + (person.map { ["Authorization: Bearer \($0.secret)"] } ?? [])
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + form
    }

    /// Reads the rest of an answer that stalled.
    private static func read(
        _ start: ByteBuffer, on connection: RawConnection,
        _ iterator: inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    ) async throws -> (head: String, body: Data) {
        var received = start
        try await connection.widenReceiveBuffer()
        while let bytes = try await iterator.next() { received.writeImmutableBuffer(bytes) }
        let all = Data(received.readableBytesView)
        let end = try #require(all.prefix(1_000).firstRange(of: Data("\r\n\r\n".utf8)))
        let head = String(decoding: all[..<end.lowerBound], as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 200 "))
        return (head, Data(all[end.upperBound...]))
    }

    /// Reads the rest of an answer that stalled, and expects its length or less.
    private static func expect(
        isComplete: Bool, _ start: ByteBuffer, on connection: RawConnection,
        _ iterator: inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    ) async throws {
        let (head, body) = try await read(start, on: connection, &iterator)
        #expect(body.count <= RawConnection.length(head))
        #expect((body.count == RawConnection.length(head)) == isComplete)
    }

    @Test func `Download: photos are what they are one by one, in the form's order, with own names`() async throws {
        let first = try folder.add(Pictures.animation(salt: 1), as: "a.gif")
        let second = try folder.add(Pictures.animation(salt: 2), as: "b.gif")
        try folder.write(
            #"{"photos": [{"file": "a.gif", "description": "Λιμάνι"}, {"file": "b.gif", "description": "Λιμάνι"}]}"#,
            to: "feed.yaml")
        try await folder.serve { client in
            let answer = try await client.post("/download", Self.form(second, first, second))
            #expect(answer.status == 200)
            #expect(answer.fields["content-type"] == "application/zip")
            #expect(answer.fields["content-disposition"] == #"attachment; filename="photos.zip""#)
            #expect(answer.fields["cache-control"] == "no-store")
            let files = try await UnpackedArchive(answer.body).files
            #expect(files.map(\.name) == ["2020-01-01 00-00-00 Λιμάνι.gif", "2020-01-01 00-00-00 Λιμάνι (2).gif"])
            #expect(files.allSatisfy { $0.date == [2020, 1, 1, 0, 0, 0] })
            let singles = [try await client.answer("/image/\(second)"), try await client.answer("/image/\(first)")]
            #expect(files.map(\.content) == singles.map(\.body))
        }
    }

    @Test func `Download: a photo in full size is made for the archive, as for one, without metadata`() async throws {
        let file = folder.state.url.appending(path: "original.jpg")
        try await TestProgram.succeed(
            ["convert", "-size", "2400x1600", "gradient:red-blue", file.path(percentEncoded: false)])
        try await TestProgram.succeed(
            ["exiftool", "-overwrite_original", "-Artist=CANARY", "-GPSLatitude=37", file.path(percentEncoded: false)])
        let photo = try folder.add(try Data(contentsOf: file), as: "a.jpg")
        var configuration = try folder.drawingConfiguration()
        configuration.servesOriginals = true
        let archive = folder.state.url.appending(path: "a.zip")
        try await folder.serve(configuration) { client, server in
            // Its size is unknown, so it is sent in chunks.
            try await TestProgram.succeed([
                "curl", "-sf", "-o", archive.path(percentEncoded: false), "-H",
                "Authorization: Bearer \(TokenSecret.testOwner.text)", "-d", Self.form(photo),
                "http://127.0.0.1:\(server.port)/download",
            ])
            let single = try await client.answer("/image/\(photo)?size=original")
            #expect(single.status == 200)
            let page = try await client.answer("/photo/\(photo)").text
            #expect(page.contains(#/data-original="[^"]+size=original[^"]* 2400w"/#))
            let known = try await client.post("/download", Self.form(photo))
            for data in [try Data(contentsOf: archive), known.body] {
                let files = try await UnpackedArchive(data).files
                #expect(files.map(\.content) == [single.body])
                #expect(data.firstRange(of: Data("CANARY".utf8)) == nil)
            }
        }
    }

    @Test func `Download: what a friend can't see is left out, and nobody learns whether it is hidden`() async throws {
        let shown = try folder.add(Pictures.animation(salt: 1), as: "a.gif")
        let hidden = try folder.add(Pictures.animation(salt: 2), as: "b.gif")
        let (maria, owner) = (try folder.invite("maria"), try folder.invite("owner", may: .admin))
        try await folder.serve { client in
            let both = try await client.post("/download", Self.form(shown, hidden), as: maria)
            #expect(try await UnpackedArchive(both.body).files.count == 2)
            #expect(try await client.post("/photo/\(hidden)", "do=hide-photo", as: owner).status == 303)
            let alone = try await client.post("/download", Self.form(shown), as: maria)
            #expect(try await UnpackedArchive(alone.body).files.count == 1)
            var pages: [String] = []
            for other in [hidden, UUID()] {
                let answer = try await client.post("/download", Self.form(other, shown), as: maria)
                #expect(answer.status == 200)
                #expect(answer.body == alone.body)
                let none = try await client.post("/download", Self.form(other), as: maria)
                #expect(none.status == 404)
                #expect(none.text.contains("None of these photos is in the feed any more."))
                pages.append(none.text)
            }
            #expect(pages[0] == pages[1])
        }
    }

    @Test func `Download: a photo whose file has just gone is left out, if there are others`() async throws {
        let photo = try folder.add(Pictures.animation(salt: 1), as: "a.gif")
        let gone = try folder.add(Pictures.animation(salt: 2), as: "b.gif")
        let folder = folder
        try await folder.serve { client in
            try FileManager.default.removeItem(at: folder.url("b.gif"))
            let answer = try await client.post("/download", Self.form(gone, photo))
            let single = try await client.answer("/image/\(photo)")
            #expect(answer.status == 200)
            #expect(try await UnpackedArchive(answer.body).files.map(\.content) == [single.body])
            #expect(try await client.post("/download", Self.form(gone)).status == 404)
        }
    }

    @Test func `Download: a form with no photos or too many says so, to browsers as a page`() async throws {
        let photo = try folder.add()
        let many = (0..<501).map { _ in "photo=\(UUID())" }.joined(separator: "&")
        try await folder.serve { client in
            for (form, status, text) in [
                ("", 400, "select at least one photo"), ("photo=x", 404, "in the feed any more"),
                (many, 413, "up to 500 photos or 2 GB"),
            ] {
                let page = try await client.post("/download", form)
                #expect(page.status == status)
                #expect(page.text.contains(text))
                let problem = try await client.answer(
                    "/download", method: "POST", fields: ["Content-Length: \(form.utf8.count)"], body: form)
                #expect(problem.status == status)
                #expect(problem.fields["content-type"] == "application/problem+json")
            }
            #expect(try await client.answer("/download?\(Self.form(photo))").status == 405)
        }
    }

    @Test(arguments: [false, true])
    func `Download: if a photo goes or changes meanwhile, the archive stays incomplete`(isReplaced: Bool) async throws {
        let large = try folder.add(Pictures.large(40_000_000), as: "a.gif")
        let small = try folder.add(Pictures.animation(salt: 1), as: "b.gif")
        let folder = folder
        try await folder.connect(try folder.configuration(isPublic: true), receiveBuffer: 4_096) { connection, server in
            var iterator = connection.inbound.makeAsyncIterator()
            try await connection.send(Self.request(Self.form(large, small)))
            let received = try #require(try await iterator.next())
            if isReplaced {
                try folder.write(Pictures.animation(salt: 2), to: "b.gif", seconds: 1)
            } else {
                try FileManager.default.removeItem(at: folder.url("b.gif"))
            }
            try await Self.expect(isComplete: false, received, on: connection, &iterator)
            #expect(try await server.log.next().hasSuffix(", incomplete"))
        }
    }

    @Test(arguments: [false, true])
    func `Download: a photo hidden meanwhile is left out, or ends an archive whose length has been sent`(
        isLengthKnown: Bool
    ) async throws {
        let large = try folder.add(Pictures.large(40_000_000), as: "a.gif")
        // A photo that isn't an animation has yet to be drawn.
        let picture = isLengthKnown ? Pictures.animation(salt: 1) : Pictures.sized(30, 20)
        let hidden = try folder.add(picture, as: "b.png")
        let last = try folder.add(Pictures.animation(salt: 2), as: "c.gif")
        let (maria, owner) = (try folder.invite("maria"), try folder.invite("owner", may: .admin))
        try await RunningServer.with(try folder.configuration()) { server in
            try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { connection in
                var iterator = connection.inbound.makeAsyncIterator()
                let form = Self.form(large, hidden, last)
                try await connection.send(Self.request(form, as: maria, fields: ["Connection: close"]))
                let received = try #require(try await iterator.next())
                try await RawClient.with(port: server.port) { client async throws in
                    #expect(try await client.post("/photo/\(hidden)", "do=hide-photo", as: owner).status == 303)
                }
                if isLengthKnown {
                    try await Self.expect(isComplete: false, received, on: connection, &iterator)
                } else {
                    let (_, body) = try await Self.read(received, on: connection, &iterator)
                    let files = try await UnpackedArchive(try RawConnection.content(ofChunks: body)).files
                    let others = [try cleaned(Pictures.animation(salt: 2))]
                    #expect(files.dropFirst().map(\.content) == others)
                }
            }
        }
    }

    @Test func `Download: if the browser is signed out meanwhile, the archive stays incomplete`() async throws {
        let large = try folder.add(Pictures.large(40_000_000), as: "a.gif")
        let small = try folder.add(Pictures.animation(salt: 1), as: "b.gif")
        let maria = try folder.invite("maria")
        try await RunningServer.with(try folder.configuration()) { server in
            let cookie = try await RawClient.with(port: server.port) { try await $0.signIn(maria) }
            try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { connection in
                var iterator = connection.inbound.makeAsyncIterator()
                try await connection.send(Self.request(Self.form(large, small), fields: [cookie]))
                let received = try #require(try await iterator.next())
                try await RawClient.with(port: server.port) { client async throws in
                    #expect(try await client.post("/sign-out", "", fields: [cookie]).status == 303)
                }
                try await Self.expect(isComplete: false, received, on: connection, &iterator)
            }
        }
    }

    @Test func `Download: a person has two at a time; a third cuts neither and waits for an end`() async throws {
        let large = try folder.add(Pictures.large(40_000_000), as: "a.gif")
        let small = try folder.add(Pictures.animation(salt: 1), as: "b.gif")
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        try await RunningServer.with(try folder.configuration()) { server in
            let cookie = try await RawClient.with(port: server.port) { try await $0.signIn(maria) }
            let request = Self.request(Self.form(large, small), fields: [cookie, "Connection: close"])
            try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { first in
                var iterator = first.inbound.makeAsyncIterator()
                try await first.send(request)
                let received = try #require(try await iterator.next())
                try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { second in
                    var iterator = second.inbound.makeAsyncIterator()
                    try await second.send(request)
                    _ = try #require(try await iterator.next())
                    try await RawClient.with(port: server.port) { client in
                        let refused = try await client.post("/download", Self.form(small), fields: [cookie])
                        #expect(refused.status == 409)
                        #expect(refused.fields["retry-after"] == "30")
                        #expect(refused.text.contains("Two downloads are still running."))
                        #expect(try await client.post("/download", Self.form(small), as: bob).status == 200)
                    }
                }
                try await RawClient.with(port: server.port) { client in
                    // The server learns of the end a moment later.
                    try await waitUntil {
                        try await client.post("/download", Self.form(small), as: maria).status != 409
                    }
                    for _ in 0..<2 {
                        #expect(try await client.post("/download", Self.form(small), fields: [cookie]).status == 200)
                    }
                }
                try await Self.expect(isComplete: true, received, on: first, &iterator)
            }
        }
    }
}
