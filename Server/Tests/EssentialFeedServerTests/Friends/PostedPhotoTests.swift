import EssentialFeed
import Foundation
import ImageDecoding
import ImageFormats
import Logging
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Friends' photos posted over HTTP, with a real server, its database on disk, and the built decoder.
@Suite struct PostedPhotoTests {
    private let folder = PhotoFolder()
    private let old: UUID
    private let maria: Invitation
    private let bob: Invitation
    private let photo: Data

    init() throws {
        old = try folder.add()
        maria = try folder.invite("maria", may: .post)
        bob = try folder.invite("bob", may: .post)
        photo = try TestPicture.data("large-progressive.jpg")
    }

    private func serve(
        limits: PostLimits = PostLimits(), window: Duration? = nil, withOriginals: Bool = false,
        _ body: @escaping @Sendable (RawClient, RunningServer) async throws -> Void
    ) async throws {
        var configuration = try folder.drawingConfiguration()
        configuration.postLimits = limits
        if let window { configuration.limits.readerWindow = window }
        configuration.servesOriginals = withOriginals
        try await folder.serve(configuration, body)
    }

    private func path(_ id: UUID) -> String { "/photos/\(id.uuidString)" }

    /// Returns the names of all of a photo's files below the state folder.
    private func files(of id: UUID) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.state.path)
            .filter { $0.contains(id.uuidString) }.sorted()
    }

    /// Returns the names of all files of posted photos, including unfinished ones.
    private func postFiles() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.state.path)
            .filter { $0.contains("/posts-") && ($0.hasSuffix(".jpg") || $0.hasSuffix(".part")) }
    }

    @Test func `A photo of many megapixels is scaled down, not refused`() async throws {
        let large = try await Pictures.grey(width: 12_000, height: 9_000, in: folder.state.url)
        try await serve { client, _ in
            #expect(try await client.post(large, UUID(), as: maria).status == 201)
            let name = try #require(try postFiles().first)
            let kept = try Data(contentsOf: folder.state.url.appending(path: name))
            #expect((20_000_000...24_000_000).contains(try DecodePlan(of: kept).image.size.pixelCount))
        }
    }

    @Test func `A photo is posted once, however often it is sent, and is first in the feed, with texts`() async throws {
        try await serve { client, _ in
            let (id, before) = (UUID(), try await client.answer("/feed", as: maria))
            let fields = [
                "Photo-Caption: %CE%9D%CE%B1%CF%8D%CF%80%CE%BB%CE%B9%CE%BF%0Aat%20noon", "Photo-Location: Nafplio",
                "Photo-Alt: A%20harbour",
            ]
            let first = try await client.post(photo, id, as: maria, fields)
            #expect(first.status == 201)
            let again = try await client.post(photo, id, as: maria, fields)
            #expect((again.status, again.body) == (200, first.body))
            let item = try #require(try await client.items(as: bob).first)
            #expect(item["id"] as? String == id.uuidString)
            #expect(item["description"] as? String == "Ναύπλιο\nat noon")
            #expect(item["location"] as? String == "Nafplio")
            #expect(item["alt"] as? String == "A harbour")
            #expect(item["author"] as? String == "maria")
            #expect((item["variants"] as? [Any])?.count == 3)
            #expect(item["placeholder"] is String)
            #expect(try await client.items(as: bob).count == 2)
            let unchanged = try await client.answer("/feed", as: maria, "If-None-Match: \(before.fields["etag"] ?? "")")
            #expect(unchanged.status == 200)
            for size in ["", "?size=480", "?size=2048"] {
                #expect(try await client.answer("/image/\(id)\(size)", as: bob).status == 200)
            }
            // People comment on it as on any photo.
            #expect(try await client.put("/image/\(id)/comments/\(UUID())", "nice", as: bob).status == 201)
            #expect(try await client.put("/image/\(id)/reactions/heart", as: bob).status == 200)
        }
        try await serve { client, _ in
            let items = try await client.items(as: bob)
            #expect(items.map { $0["location"] as? String } == ["Nafplio", nil])
        }
    }

    @Test func `A deletion is confirmed only once the photo's file is gone, also when it is repeated`() async throws {
        try await serve { client, server in
            let id = UUID()
            #expect(try await client.post(photo, id, as: maria).status == 201)
            let name = try #require(try postFiles().first)
            let other = UUID()
            #expect(try await client.post(photo, other, as: maria).status == 201)
            let posts = folder.state.url.appending(path: name).deletingLastPathComponent()
            try await withReadOnlyFolder(posts) { () async throws in
                for _ in 0..<2 {
                    #expect(try await client.delete(path(id), as: maria).status == 503)
                    #expect(try await client.items(as: bob).count == 2)
                }
                #expect(try postFiles().contains(name))
                // What others delete and edit is confirmed.
                let comment = "/image/\(other)/comments/\(UUID())"
                #expect(try await client.put(comment, "hello", as: bob).status == 201)
                #expect(try await client.delete(comment, as: bob).status == 204)
                #expect(try await client.patch(path(other), #"{"caption":"new"}"#, as: maria).status == 200)
            }
            let line = try await server.log.next(.error)
            #expect(line.contains("a file of the deleted photo \(id) can’t be removed: "))
            #expect(try await client.delete(path(id), as: maria).status == 204)
            #expect(try files(of: id) == [])
        }
    }

    @Test func `An id that another photo has is a 409, whoever sends it, a deleted photo's id a 410`() async throws {
        let other = try TestPicture.data("plain.jpg")
        try await serve { client, _ in
            let id = UUID()
            #expect(try await client.post(photo, id, as: maria).status == 201)
            #expect(try await client.post(other, id, as: maria).status == 409)
            #expect(try await client.post(photo, id, as: maria, ["Photo-Caption: other"]).status == 409)
            #expect(try await client.post(photo, id, as: bob).status == 409)
            #expect(try await client.post(photo, old, as: maria).status == 409)
            #expect(try await client.delete(path(id), as: maria).status == 204)
            #expect(try await client.post(photo, id, as: maria).status == 410)
            #expect(try await client.patch(path(id), "{}", as: maria).status == 410)
            let items = try await client.items(as: maria)
            #expect(items.count == 1)
        }
    }

    @Test("Nothing of a photo's metadata is in what people get, in any size", arguments: try PrivatePicture.names())
    func metadata(name: String) async throws {
        let data = try PrivatePicture.data(name)
        try await serve(withOriginals: true) { [folder] client, _ in
            let id = UUID()
            #expect(try await client.post(data, id, as: maria).status == 201)
            let item = try #require(try await client.items(as: maria).first)
            #expect(item["description"] == nil && item["location"] == nil)
            let file = folder.state.url.appending(path: "image")
            for size in ["", "?size=480", "?size=2048", "?size=original"] {
                let image = try await client.answer("/image/\(id)\(size)", as: maria)
                #expect((image.status, image.fields["content-type"]) == (200, "image/jpeg"))
                try image.body.write(to: file)
                let tags = try await TestProgram.succeed(["exiftool", "-a", "-u", "-ee", "-G1", file.path]).text
                expectPictureAlone(tags)
            }
            // The sent bytes are in no file of the server.
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.state.path) {
                let content = FileManager.default.contents(atPath: "\(folder.state.path)/\(file)")
                #expect(content?.range(of: Data("CANARY".utf8)) == nil, "\(file)")
            }
        }
    }

    /// Expects exiftool to find only the properties of the picture itself, and a standard profile.
    private func expectPictureAlone(_ tags: String) {
        for word in ["CANARY", "CNRY"] { #expect(!tags.contains(word), "\(tags)") }
        for line in tags.split(separator: "\n") {
            guard let match = line.firstMatch(of: /^\[(.+?)\] +(.+?) *:/) else {
                Issue.record("\(line)")
                continue
            }
            let (group, tag) = (String(match.1), String(match.2))
            let isPermitted =
                switch group {
                case "ExifTool", "System": true
                case "Composite": ["Image Size", "Megapixels"].contains(tag)
                case "File": Self.pictureTags.contains(tag)
                case "JFIF": ["JFIF Version", "Resolution Unit", "X Resolution", "Y Resolution"].contains(tag)
                default: group.hasPrefix("ICC")
                }
            #expect(isPermitted, "\(line)")
        }
    }

    private static let pictureTags: Set = [
        "File Type", "File Type Extension", "MIME Type", "Image Width", "Image Height", "Encoding Process",
        "Bits Per Sample", "Color Components", "Y Cb Cr Sub Sampling",
    ]

    @Test func `A photo that comes while the disk is full is a 507 in plain words; nothing of it stays`() async throws {
        let disk = folder.tokens.folder
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let tokens = try Data(contentsOf: disk.appending(path: TokenFile.name))
        try await withDisk(of: "1m", on: disk.path) {
            try tokens.write(to: disk.appending(path: TokenFile.name))
            try await serve { client, _ in
                let filling = disk.appending(path: "filling").path
                _ = try await TestProgram.run(["dd", "if=/dev/zero", "of=\(filling)", "bs=1k"])
                // The photo is larger than the remainder of a page.
                let refused = try await client.post(photo, UUID(), as: maria)
                #expect(refused.status == 507)
                #expect(refused.text.contains("the server's disk is full, so nothing was saved; send it again later"))
                #expect(try postFiles() == [])
                #expect(try await client.items(as: maria).count == 1)
                try FileManager.default.removeItem(atPath: filling)
                #expect(try await client.post(photo, UUID(), as: maria).status == 201)
            }
        }
    }

    @Test func `A photo is upright, and the full size is what was drawn first`() async throws {
        let (straight, sideways) = (
            try TestPicture.data("orientation-1.jpg"), try TestPicture.data("orientation-6.jpg")
        )
        try await serve(withOriginals: true) { [folder] client, _ in
            let (upright, id) = (UUID(), UUID())
            #expect(try await client.post(straight, upright, as: maria).status == 201)
            #expect(try await client.post(sideways, id, as: maria).status == 201)
            let items = try await client.items(as: maria)
            try #require(items.count == 3)
            #expect(items[0]["width"] as? Int == items[1]["height"] as? Int)
            #expect(items[0]["height"] as? Int == items[1]["width"] as? Int)
            let image = try await client.answer("/image/\(id)?size=original", as: maria).body
            let name = try #require(try postFiles().first { $0.contains(id.uuidString) })
            #expect(FileManager.default.contents(atPath: "\(folder.state.path)/\(name)") == image)
        }
    }

    @Test(arguments: ["other-grey.jpg", "other-grey.png", "other-grey.webp"])
    func `A photo keeps its colours even if its profile is one for grey pictures`(name: String) async throws {
        let colourful = try TestPicture.data(name)
        try await serve { client, _ in
            #expect(try await client.post(colourful, UUID(), as: maria).status == 201)
            let name = try #require(try postFiles().first)
            let kept = try Data(contentsOf: folder.state.url.appending(path: name))
            let picture = try PictureDecoder().decode(kept, filling: try ImageHeader(of: kept).size)
            #expect(picture.layout == .rgb)
            let pixels = withExtendedLifetime(picture) { Array(picture.pixels) }
            for (pixel, expected) in [(pixels.prefix(3), [255, 0, 0]), (pixels.suffix(3), [0, 0, 255])] {
                #expect(zip(pixel, expected).allSatisfy { abs(Int($0) - $1) <= 20 }, "\(pixel)")
            }
        }
    }

    @Test func `What isn't a photo that can be shown is refused with the reason; nothing of it stays`() async throws {
        let cut = photo.prefix(photo.count / 2)
        let bomb = try TestPicture.data("huge.png")
        // Its header claims 144 megapixels.
        let tall = Pictures.sized(12_000, 12_000)
        try await serve { client, _ in
            for (bytes, reason) in [
                (Data("not a photo".utf8), "isn't a photo"), (Data(), "isn't a photo"), (cut, "ends too early"),
                (bomb, #""limit":"150 megapixels""#), (tall, "can't be decoded"),
                (try TestPicture.incomplete()[0].data, "an't be"),
                (try await HostilePicture.data("undecodable-depth-64.png"), "isn't a photo"),
            ] {
                let answer = try await client.post(bytes, UUID(), as: maria)
                let body = answer.text
                #expect(answer.status == 422, "\(body)")
                #expect(body.contains(reason), "\(body)")
            }
            #expect(try await client.items(as: maria).count == 1)
            #expect(try postFiles() == [])
        }
    }

    @Test func `A request without a length is a 411, a form a 415, unreadable texts a 400 or a 422`() async throws {
        try await serve { client, _ in
            let authorization = "Authorization: Bearer \(maria.secret)"
            let chunked = try await client.answer(
                path(UUID()), method: "PUT",
                fields: [authorization, "Content-Type: image/jpeg", "Transfer-Encoding: chunked"], body: "0\r\n\r\n")
            #expect(chunked.status == 411)
            let form = try await client.answer(
                path(UUID()), method: "PUT",
                fields: [authorization, "Content-Type: multipart/form-data", "Content-Length: 2"], body: "{}")
            #expect(form.status == 415)
            #expect(try await client.post(photo, UUID(), as: maria, ["Photo-Alt: %FF"]).status == 400)
            let long = "Photo-Alt: " + String(repeating: "a", count: 2_001)
            #expect(try await client.post(photo, UUID(), as: maria, [long]).status == 422)
            let get = try await client.answer(path(UUID()), as: maria)
            #expect((get.status, get.fields["allow"]) == (405, "PUT, PATCH, DELETE"))
        }
    }

    @Test func `Each limit is named, with when to try again, and what wasn't saved doesn't count`() async throws {
        var limits = PostLimits()
        limits.photo = StorageLimit(name: "90 KB", bytes: 90_000)
        limits.photosADay = WriteLimit(name: "2 a day", count: 2, window: .hours(24))
        limits.bytesADay = WriteLimit(name: "200 KB a day", count: 200_000, window: .hours(24))
        try await serve(limits: limits) { client, _ in
            func refusal(_ data: Data, _ person: Invitation) async throws -> (Int, String, String?) {
                let answer = try await client.post(data, UUID(), as: person)
                return (answer.status, answer.text, answer.fields["retry-after"])
            }
            let large = try await refusal(photo + Data(count: 9_000), maria)
            #expect(large.0 == 413 && large.1.contains(#""limit":"90 KB""#))
            let id = UUID()
            #expect(try await client.post(photo, id, as: maria).status == 201)
            for _ in 0..<5 {
                #expect(try await client.post(Data("no photo".utf8), UUID(), as: maria).status == 422)
                #expect(try await client.post(photo, id, as: maria).status == 200)
            }
            #expect(try await client.post(photo, UUID(), as: maria).status == 201)
            let many = try await refusal(try TestPicture.data("plain.jpg"), maria)
            #expect(many.0 == 429 && many.1.contains(#""limit":"2 a day","retry_after":"#) && many.2 != nil)
        }
        limits.photosADay = PostLimits().photosADay
        limits.all = StorageLimit(name: "130 KB in all", bytes: 130_000)
        try await serve(limits: limits) { client, _ in
            let ids = (0..<2).map { _ in UUID() }
            #expect(try await client.post(photo, ids[0], as: bob).status == 201)
            let room = try await client.post(photo, ids[1], as: bob)
            #expect(room.status == 507)
            #expect(room.text.contains(#""limit":"130 KB in all""#))
            #expect(try await client.delete(path(ids[0]), as: bob).status == 204)
            #expect(try await client.post(photo, ids[1], as: bob).status == 201)
            let bytes = try await client.post(photo, UUID(), as: bob)
            #expect(bytes.status == 429)
            #expect(bytes.text.contains(#""limit":"200 KB a day""#))
        }
    }

    @Test func `A person changes what they say about a photo, and nobody else does`() async throws {
        let admin = try folder.invite("zoe", may: .admin)
        try await serve { client, _ in
            let id = UUID()
            #expect(
                try await client.post(photo, id, as: maria, ["Photo-Caption: one", "Photo-Alt: two"]).status == 201)
            let tag = try await client.answer("/feed", as: maria).fields["etag"]
            let changed = try await client.patch(path(id), #"{"caption":null,"location":"Athens"}"#, as: maria)
            #expect(changed.status == 200)
            let item = try #require(try await client.items(as: bob).first)
            #expect(item["description"] == nil)
            #expect(item["location"] as? String == "Athens")
            #expect(item["alt"] as? String == "two")
            #expect(try await client.answer("/feed", as: maria).fields["etag"] != tag)
            // A late repetition of the post is still the same request.
            #expect(
                try await client.post(photo, id, as: maria, ["Photo-Caption: one", "Photo-Alt: two"]).status == 200)
            #expect(try await client.items(as: bob).first?["location"] as? String == "Athens")
            for person in [bob, admin] {
                #expect(try await client.patch(path(id), #"{"caption":"mine"}"#, as: person).status == 403)
            }
            #expect(try await client.patch(path(UUID()), "{}", as: maria).status == 404)
            #expect(try await client.patch(path(old), "{}", as: maria).status == 404)
            #expect(try await client.patch(path(id), #"{"caption":7}"#, as: maria).status == 422)
        }
    }

    @Test func `Posts and photos of the folder that arrive in turn are on top, though a camera's clock is ahead`()
        async throws
    {
        try folder.write(#"{"photos": [{"file": "a.png", "date": "2031-01-01T00:00:00Z"}]}"#, to: "feed.yaml")
        try await serve { [folder] client, _ in
            var expected = [old.uuidString]
            for salt: UInt8 in 2...4 {
                let post = UUID()
                #expect(try await client.post(photo, post, as: maria).status == 201)
                let added = try folder.add(Pictures.animation(salt: salt), as: "\(salt).gif").uuidString
                expected = [added, post.uuidString] + expected
                try await waitUntil { try await client.items(as: bob).count == expected.count }
            }
            #expect(try await client.items(as: bob).map { $0["id"] as? String } == expected)
        }
    }

    @Test func `A deleted photo is gone with its files, texts and comments, and its place stays`() async throws {
        let reader = try folder.invite("zoe", may: .comment)
        try await serve { [folder] client, _ in
            let ids = (0..<3).map { _ in UUID() }
            for id in ids {
                #expect(try await client.post(photo, id, as: maria, ["Photo-Caption: SECRETWORD"]).status == 201)
            }
            let comment = "/image/\(ids[1])/comments/\(UUID())"
            #expect(try await client.put(comment, "SECRETWORD", as: bob).status == 201)
            let changes = try await client.answer("/changes", as: bob)
            let next = try #require(
                try (JSONSerialization.jsonObject(with: changes.body) as? [String: Any])?["next"] as? String)
            #expect(try files(of: ids[1]).count == 4)
            for person in [bob, reader] {
                #expect(try await client.delete(path(ids[1]), as: person).status == 403)
            }
            for _ in 0..<2 { #expect(try await client.delete(path(ids[1]), as: maria).status == 204) }
            #expect(try await client.delete(path(UUID()), as: maria).status == 404)
            #expect(try files(of: ids[1]) == [])
            for path in ["/image/\(ids[1])", "/image/\(ids[1])/comments", comment] {
                #expect(try await client.answer(path, as: maria).status != 200)
            }
            let news = try await client.answer("/changes?since=\(next)", as: bob).text
            #expect(news.contains(#"{"closed":false,"deleted":true,"hidden":true,"id":"\#(ids[1])""#))
            let rest = try await client.items("/feed?after_id=\(ids[1])", as: bob).map { $0["id"] as? String }
            #expect(rest == [ids[0].uuidString, old.uuidString])
            for id in [ids[0], ids[2]] { #expect(try await client.delete(path(id), as: maria).status == 204) }
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.state.path) {
                let content = FileManager.default.contents(atPath: "\(folder.state.path)/\(file)")
                #expect(content?.range(of: Data("SECRETWORD".utf8)) == nil, "\(file)")
            }
        }
    }

    @Test func `The owner hides a photo, an admin deletes it, a person is removed with their posts`() async throws {
        let admin = try folder.invite("zoe", may: .admin)
        let moderation = StateModeration(of: folder.tokens.folder, now: { Date() })
        try await serve { client, _ in
            let ids = (0..<2).map { _ in UUID() }
            for id in ids { #expect(try await client.post(photo, id, as: maria).status == 201) }
            #expect(try await client.post(photo, UUID(), as: bob).status == 201)
            func count() async throws -> Int { try await client.items(as: bob).count }
            try moderation.set(isHidden: true, ids[0])
            try await waitUntil { try await count() == 3 }
            #expect(try await client.answer("/image/\(ids[0])", as: bob).status == 404)
            try moderation.set(isHidden: false, ids[0])
            try await waitUntil { try await count() == 4 }
            try moderation.set(areClosed: true, on: ids[0])
            try await waitUntil { try await client.put("/image/\(ids[0])/reactions/heart", as: bob).status == 403 }
            #expect(try await client.delete(path(ids[0]), as: admin).status == 204)
            try moderation.remove("maria", deletingContent: true)
            try await waitUntil { try await count() == 2 }
            #expect(try files(of: ids[0]) + files(of: ids[1]) == [])
            #expect(
                try moderation.log().map(\.action) == [
                    "hide photo", "show photo", "close comments", "delete photo", "remove person",
                ])
        }
    }

    /// The head of a request for posting a photo.
    private func head(_ id: UUID, length: Int) -> String {
        """
        PUT \(path(id)) HTTP/1.1\r
        Host: localhost\r
        Authorization: Bearer \(maria.secret)\r
        Content-Type: image/jpeg\r
        Content-Length: \(length)\r
        \r

        """
    }

    @Test func `A photo that stalls or ends too early isn't saved, and nothing of it stays`() async throws {
        try await serve(window: .milliseconds(300)) { [photo] _, server in
            try await RawConnection.with(port: server.port) { connection in
                try await connection.send(head(UUID(), length: photo.count), photo.dropLast())
                #expect(await !connection.readToEnd().contains(" 201 "))
            }
            try await RawConnection.with(port: server.port) { connection in
                try await connection.send(head(UUID(), length: photo.count), photo.dropLast())
                try await connection.channel.close()
            }
        }
        #expect(try postFiles() == [])
        // On a busy machine, a client may itself stall for 300 ms.
        try await serve { client, _ in
            let items = try await client.items(as: bob)
            #expect(items.count == 1)
        }
    }

    @Test func `A photo whose person is removed while it is sent isn't saved`() async throws {
        try await serve { [folder, photo] client, server in
            try await RawConnection.with(port: server.port) { connection in
                try await connection.send(head(UUID(), length: photo.count), photo.prefix(1_000))
                try await RawClient.with(port: server.port) { client in
                    // The server has read the head when it answers on another connection.
                    let read = try await client.answer("/feed", as: bob)
                    #expect(read.status == 200)
                    try folder.tokens.revoke("maria")
                }
                let text = await connection.readToEnd()
                #expect(!text.contains(" 201 "))
            }
            #expect(try await client.items(as: bob).count == 1)
            #expect(try postFiles() == [])
        }
    }

    @Test func `Of two devices that send the same id at once, one posts the photo`() async throws {
        let other = try TestPicture.data("srgb.jpg")
        try await serve { [photo] _, server in
            for (second, statuses) in [(photo, [200, 201]), (other, [201, 409])] {
                let id = UUID()
                let got = try await withThrowingTaskGroup(of: Int.self) { group in
                    for data in [photo, second] {
                        group.addTask {
                            let status = Box(0)
                            try await RawClient.with(port: server.port) { device in
                                status.set(try await device.post(data, id, as: maria).status)
                            }
                            return status.value
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(got.sorted() == statuses)
                let name = try #require(try postFiles().first { $0.contains(id.uuidString) })
                #expect(name.hasSuffix("/\(id.uuidString).jpg"))
                // A connection that waited for the devices may have been closed.
                try await RawClient.with(port: server.port) { client in
                    let image = try await client.answer("/image/\(id)", as: bob)
                    #expect(image.status == 200)
                }
            }
            #expect(try postFiles().count == 2)
        }
    }
}

/// The images of `Tests/HostilePictures`.
private enum HostilePicture {
    static func data(_ name: String) async throws -> Data {
        let folder = TestPicture.folder.deletingLastPathComponent().appending(path: "HostilePictures")
        return try await TestProgram.succeed(["gzip", "-dc", folder.appending(path: "\(name).gz").path]).output
    }
}

extension Pictures {
    /// Returns a grey PNG of any size.
    fileprivate static func grey(width: Int, height: Int, in folder: URL) async throws -> Data {
        let file = folder.appending(path: "grey-\(width).png")
        try await TestProgram.succeed([
            "python3", "-c",
            """
            import struct, sys, zlib
            width, height, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
            def chunk(name, data):
                return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            pixels = zlib.compress((b"\\0" + b"\\x80" * width) * height, 1)
            open(path, "wb").write(
                b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
                + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))
            """, String(width), String(height), file.path(percentEncoded: false),
        ])
        return try Data(contentsOf: file)
    }
}

extension RawClient {
    func post(_ photo: Data, _ id: UUID, as person: Invitation, _ fields: [String] = []) async throws -> Answer {
        let described = ["Content-Type: image/jpeg", "Content-Length: \(photo.count)"]
        return try await answer(
            "/photos/\(id.uuidString)", method: "PUT",
            fields: ["Authorization: Bearer \(person.secret)"] + described + fields, bytes: photo)
    }

    func patch(_ path: String, _ body: String, as person: Invitation) async throws -> Answer {
        let described = ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
        return try await answer(
            path, method: "PATCH", fields: ["Authorization: Bearer \(person.secret)"] + described, body: body)
    }

    func items(_ path: String = "/feed?limit=100", as person: Invitation) async throws -> [[String: Any]] {
        let answer = try await answer(path, as: person)
        #expect(answer.status == 200)
        let feed = try JSONSerialization.jsonObject(with: answer.body) as? [String: [[String: Any]]]
        return try #require(feed?["items"])
    }
}
