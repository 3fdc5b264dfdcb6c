import Foundation
import TestSupport
import Testing

/// What the server sends of photos with the place and the photographer in their metadata.
@Suite struct ServedImagesTests {
    private let home = Home()

    /// Photos with CANARY wherever a file can contain text, and with hidden captions.
    private func privatePhotos() throws -> PhotoFolder {
        let photos = try PhotoFolder(count: 0)
        var images = try PrivatePicture.names().map { ($0, try PrivatePicture.data($0)) }
        let camera = try PrivatePicture.data("camera.jpg")
        images.append(("large.jpg", try Self.metadata(of: camera, on: TestPicture.data("large-progressive.jpg"))))
        for (name, data) in images { try data.write(to: photos.folder.url.appending(path: "CANARY-\(name)")) }
        let entries = images.map { ["file": "CANARY-\($0.0)", "description": ""] }
        try JSONSerialization.data(withJSONObject: ["photos": entries])
            .write(to: photos.folder.url.appending(path: "feed.yaml"))
        return photos
    }

    /// Returns a JPEG with another one's metadata segments.
    private static func metadata(of other: Data, on image: Data) -> Data {
        var segments = Data()
        var position = 2
        while other[position] == 0xFF, other[position + 1] != 0xDA {
            // A marker may follow further bytes like its first one.
            guard other[position + 1] != 0xFF else {
                position += 1
                continue
            }
            let end = position + 2 + (Int(other[position + 2]) << 8) + Int(other[position + 3])
            if (0xE1...0xED).contains(other[position + 1]) || other[position + 1] == 0xFE {
                segments += other[position..<end]
            }
            position = end
        }
        return image.prefix(2) + segments + image.dropFirst(2) + Data("CANARY behind the end".utf8)
    }

    private func load(_ url: String) async throws -> (head: String, body: Data) {
        let output = try await TestProgram.succeed(["curl", "-s", "-i", url]).output
        let separator = try #require(output.range(of: Data("\r\n\r\n".utf8)))
        return (String(decoding: output[..<separator.lowerBound], as: UTF8.self), output[separator.upperBound...])
    }

    private func items(at address: String) async throws -> [[String: Any]] {
        let body = try await load("\(address)/feed?limit=100").body
        let feed = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        return try #require(feed?["items"] as? [[String: Any]])
    }

    private func containsCanary(_ data: Data) -> Bool {
        [String.Encoding.utf8, .utf16BigEndian, .utf16LittleEndian].contains { encoding in
            "CANARY".data(using: encoding).map { data.range(of: $0) != nil } == true
        }
    }

    @Test func `Program: where a photo was taken is in the feed with --show-location, never in images`() async throws {
        let photos = try PhotoFolder(count: 0)
        let picture = try Self.metadata(
            of: Pictures.jpeg(exif: Pictures.exif(latitude: [37, 58, 1_800], "N", longitude: [23, 43, 3_400], "E")),
            on: TestPicture.data("large-progressive.jpg"))
        try picture.write(to: photos.folder.url.appending(path: "athens.jpg"))
        for (arguments, location) in [([], nil), (["--show-location"], "37.972° N, 23.726° E"), ([], nil)] {
            let server = try await home.serve(photos, arguments: arguments)
            let item = try #require(try await items(at: server.address).first)
            #expect(item["location"] as? String == location)
            let image = try #require(item["image"] as? String)
            #expect(try await load(image).body.range(of: Data("Exif".utf8)) == nil)
            _ = await server.stop()
        }
    }

    @Test func `Program: no word of what a photo's file says is served, in any size, field or error`() async throws {
        let server = try await home.serve(try privatePhotos(), arguments: ["--originals"])
        let items = try await items(at: server.address)
        #expect(items.count > 10)
        var urls = [
            "/feed?limit=100", "/feed.atom", "/openapi.yaml", "/feed?limit=x", "/CANARY-camera.jpg",
        ]
        .map { server.address + $0 }
        for item in items {
            let variants = item["variants"] as? [[String: Any]] ?? []
            let image = try #require(item["image"] as? String)
            urls += variants.compactMap { $0["url"] as? String }
            urls += [image, "\(image)/comments", "\(image)?size=480", "\(image)?size=2048", "\(image)?size=original"]
        }
        var images: [String] = []
        var originals = 0
        for url in Set(urls) {
            var (head, body) = ("", Data())
            // The server may still be making the size.
            try await waitUntil {
                (head, body) = try await load(url)
                return !head.contains("HTTP/1.1 503 ")
            }
            // The path of a request that finds nothing isn't in the response either.
            #expect(!containsCanary(Data(head.utf8)), "\(url)")
            #expect(!containsCanary(body), "\(url)")
            #expect(!head.contains(home.folder.path) && body.range(of: Data(home.folder.path.utf8)) == nil)
            guard head.contains("200 OK"),
                head.contains("content-type: image/") || head.contains("Content-Type: image/")
            else { continue }
            originals += url.hasSuffix("?size=original") ? 1 : 0
            images.append(home.folder.url.appending(path: "image-\(images.count)").path)
            try body.write(to: URL(filePath: images[images.count - 1]))
        }
        let tags = try await TestProgram.succeed(["exiftool", "-a", "-u", "-ee", "-G1"] + images).text
        #expect(tags.contains("\(images.count) image files read"))
        for word in ["GPS", "CANARY", "Serial", "Owner", "Thumbnail", "MakerNote", "Artist"] {
            #expect(!tags.contains(word), "\(tags)")
        }
        // HEIC and AVIF are among them.
        let count = try PrivatePicture.names().count + 1
        #expect(items.count == count)
        #expect(originals == count)
        #expect(images.count >= items.count * 2)
        let result = await server.stop()
        #expect(result.status == 0)
        for text in ["cannot", "can’t be decoded"] {
            #expect(!result.errors.contains(text), "\(result.errors)")
        }
    }

    @Test func `Program: a large photo has three sizes, as large as the feed says, and upright`() async throws {
        let photos = try PhotoFolder(count: 0)
        try TestPicture.data("large-progressive.jpg").write(to: photos.folder.url.appending(path: "a.jpg"))
        try Data("photos: [{file: a.jpg, date: 2026-05-20T11:24:59Z, author: Maria}]".utf8)
            .write(to: photos.folder.url.appending(path: "feed.yaml"))
        let server = try await home.serve(photos)
        let item = try #require(try await items(at: server.address).first)
        #expect(item["width"] as? Int == 1_080)
        #expect(item["height"] as? Int == 810)
        #expect(item["author"] as? String == "Maria")
        #expect((item["created_at"] as? String)?.hasPrefix("2026-05-20T11:24:59") == true)
        let variants = try #require(item["variants"] as? [[String: Any]])
        #expect(variants.map { $0["width"] as? Int } == [480, 1_080, 2_048])
        #expect(variants.map { $0["height"] as? Int } == [360, 810, 1_536])
        #expect(variants[1]["url"] as? String == item["image"] as? String)
        let file = home.folder.url.appending(path: "image")
        for variant in variants {
            try await load(try #require(variant["url"] as? String)).body.write(to: file)
            let size = try await TestProgram.succeed(["exiftool", "-s3", "-ImageSize", file.path]).text
            #expect(size == "\(variant["width"] as? Int ?? 0)x\(variant["height"] as? Int ?? 0)\n")
        }
        // Without --originals the full size isn't available.
        let image = try #require(item["image"] as? String)
        #expect(try await load("\(image)?size=original").head.contains("404"))
        #expect(try await load("\(image)?size=1081").head.contains("400"))
        #expect(await server.stop().status == 0)
        // The next server has them already, and the placeholder.
        let again = try await home.serve(photos)
        #expect(try await items(at: again.address).first?["placeholder"] is String)
        #expect(await again.stop().status == 0)
        let sizes = home.stateFolder.appending(path: "sizes").path
        let files = try #require(FileManager.default.enumerator(atPath: sizes)).compactMap { $0 as? String }
        #expect(files.count { $0.hasSuffix(".jpg") } == 3)
    }

    @Test func `Program: without a decoder a large photo isn't shown, and its file isn't sent instead`() async throws {
        let photos = try PhotoFolder(count: 0)
        try TestPicture.data("large-progressive.jpg").write(to: photos.folder.url.appending(path: "a.jpg"))
        let server = try await home.serve(photos, environment: ["ESSENTIAL_FEED_DECODER": "/nowhere"])
        let image = try #require(try await items(at: server.address).first?["image"] as? String)
        let (head, _) = try await load(image)
        #expect(head.contains("503"))
        #expect(head.lowercased().contains("retry-after: 2"))
        let result = await server.stop()
        #expect(result.status == 0)
        #expect(result.errors.contains("images can't be decoded"), "\(result.errors)")
    }
}
