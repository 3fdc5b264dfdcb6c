import Foundation
import TestSupport
import Testing

@Suite struct SyncCommandTests {
    private let home = Home()

    @Test func `Program: sync saves the feed with all its images, and says that it is complete offline`() async throws {
        let server = try await home.serve(PhotoFolder(count: 12))
        let first = try await home.run("sync", "--pages", "2", at: server.address)
        #expect(first.status == 0)
        #expect(first.text == "feed of 12 photos, 12 saved, complete offline\n")
        #expect(first.errors.isEmpty)
        let again = try await home.run("sync", "--pages", "2", "--json", at: server.address)
        #expect(
            again.text
                == #"{"feed_images":12,"feed_images_saved":12,"complete_offline":true,"downloaded_bytes":0,"failed":[]}"#
                + "\n")
        let log = await server.stop().errors
        #expect(log.ranges(of: /GET \/image\/[0-9A-F-]+ 200/).count == 12)
        let status = try await home.run("cache", "status", at: server.address)
        #expect(status.text.contains("feed of 12 photos, 12 saved, complete offline\n"))
        let feed = try PrintedFeed(await home.run("feed", "--offline", "--json", at: server.address))
        for item in feed.items {
            #expect(try await home.run("image", item.image, at: server.address).status == 0)
        }
    }

    @Test func `Program: one page of a longer feed isn't complete; its end is, once it is loaded`() async throws {
        let server = try await home.serve(PhotoFolder(count: 25))
        let newest = try await home.run("sync", at: server.address)
        #expect(newest.status == 0)
        #expect(newest.text == "newest 10 photos, 10 saved\n")
        let status = try await home.run("cache", "status", at: server.address)
        #expect(status.text.contains("newest 10 photos, 10 saved\n"))
        let json = try await home.run("cache", "status", "--json", at: server.address)
        #expect(json.text.contains(#""complete_offline":false"#))
        let whole = try await home.run("sync", "--pages", "3", at: server.address)
        #expect(whole.text == "feed of 25 photos, 25 saved, complete offline\n")
        let complete = try await home.run("cache", "status", at: server.address)
        #expect(complete.text.contains("feed of 25 photos, 25 saved, complete offline\n"))
        await server.stop()
    }

    @Test func `Program: cache status says complete of the chosen photos, or of a shorter, whole feed`() async throws {
        let server = try await home.serve(PhotoFolder(count: 64))
        func status(_ choice: String) async throws -> String {
            try home.writeSettings(#"{"offlineChoice":"\#(choice)"}"#)
            return try await home.run("cache", "status", at: server.address).text
        }
        #expect(try await home.run("sync", "--pages", "6", at: server.address).status == 0)
        #expect(try await status("newest50").contains("newest 50 photos, 50 saved, complete offline\n"))
        for choice in ["newest200", "all"] {
            #expect(try await status(choice).contains("newest 60 photos, 60 saved\n"))
        }
        #expect(try await home.run("sync", "--pages", "7", at: server.address).status == 0)
        await server.stop()
        #expect(try await status("newest50").contains("newest 50 photos, 50 saved, complete offline\n"))
        for choice in ["newest200", "all"] {
            #expect(try await status(choice).contains("feed of 64 photos, 64 saved, complete offline\n"))
        }
    }

    @Test func `Program: sync reports what can't be saved, with its cause's status, and saves the rest`() async throws {
        let server = try await LyingServer()
        let images = (0..<3).map { server.url("/image\($0)").absoluteString }
        let items = images.map { #"{"id":"\#(UUID().uuidString)","image":"\#($0)"}"# }
        server.answer("/feed", with: .json(#"{"items":[\#(items.joined(separator: ","))]}"#))
        server.answer("/image0", with: .response(body: anyPNG(salt: 1)))
        server.answer("/image1", with: .response(body: Data("<html>".utf8)))
        server.answer("/image2", with: .response(body: anyPNG(salt: 2)))
        let address = server.url().absoluteString
        let result = try await home.run("sync", at: address)
        #expect(result.status == 65)
        #expect(result.text == "feed of 3 photos, 2 saved\n")
        #expect(result.errors.split(separator: "\n").count == 1)
        let json = try await home.run("sync", "--json", at: address)
        #expect(json.text.contains(#""failed":["\#(images[1])"]"#))
        try await server.stop()
        let offline = try await home.run("sync", at: address)
        #expect(offline.status == 69)
        #expect(offline.text == "feed of 3 photos, 2 saved\n")
        #expect(offline.errors.contains("offline; saved"), "\(offline.errors)")
        #expect(try await Home().run("sync", at: address).status == 69)
    }

    @Test func `Program: on a full disk, images in memory don't count as saved: 74, not complete`() async throws {
        let server = try await home.serve(PhotoFolder(count: 30))
        #expect(try await home.run("feed", at: server.address).status == 0)
        let result = try await home.onFullDisk().run("sync", "--pages", "3", "--json", at: server.address)
        #expect(result.status == 74)
        #expect(result.text.contains(#""feed_images_saved":0,"complete_offline":false"#))
        await server.stop()
    }

    @Test func `Program: when only some images fit on the disk, it never says that nothing is saved`() async throws {
        let server = try await LyingServer()
        let images = (0..<9).map { server.url("/image\($0)").absoluteString }
        let items = images.map { #"{"id":"\#(UUID().uuidString)","image":"\#($0)"}"# }
        server.answer("/feed", with: .json(#"{"items":[\#(items.joined(separator: ","))]}"#))
        for number in 0..<8 { server.answer("/image\(number)", with: .response(body: anyPNG(salt: UInt8(number)))) }
        server.answer("/image8", with: .response(body: anyPNG() + Data(count: 3_000_000)))
        let address = server.url().absoluteString
        let result = try await home.onFullDisk(bytes: 2_000_000).run("sync", at: address)
        #expect(result.status == 74)
        #expect(result.text == "feed of 9 photos, 8 saved\n")
        #expect(result.errors.contains("the disk is full, so only what fits is saved"), "\(result.errors)")
        #expect(!result.errors.lowercased().contains("nothing"), "\(result.errors)")
        try await server.stop()
    }

    @Test func `Program: Ctrl-C during sync says how many images are saved, and the next continues`() async throws {
        let server = try await LyingServer()
        let images = (0..<3).map { server.url("/image\($0)").absoluteString }
        let items = images.map { #"{"id":"\#(UUID().uuidString)","image":"\#($0)"}"# }
        let feed = #"{"items":[\#(items.joined(separator: ","))]}"#
        server.answer("/feed", with: .json(feed))
        server.answer("/image0", with: .response(headers: [("Cache-Control", "immutable")], body: anyPNG(salt: 1)))
        server.answer("/image1", with: .hang, .response(body: anyPNG(salt: 2)))
        server.answer("/image2", with: .hang, .response(body: anyPNG(salt: 3)))
        let address = server.url().absoluteString
        // One image is saved before, so the number of saved images is certain.
        #expect(try await home.run("image", images[0], at: address).status == 0)
        let running = try await home.start("sync", at: address)
        try await server.requests.wait { $0.count { ["/image1", "/image2"].contains($0.path) } == 2 }
        running.send(SIGINT)
        let result = await running.result()
        #expect(result.status == 130)
        #expect(result.output.isEmpty)
        #expect(
            result.errors
                == "essential-feed: interrupted: 1 of 3 photos are saved; the next “essential-feed sync” continues from there\n"
        )
        #expect(try await home.run("sync", at: address).text == "feed of 3 photos, 3 saved, complete offline\n")
        #expect(server.requests.events.count { $0.path == "/image0" } == 1)
        try await server.stop()
    }

    @Test func `Program: while another program writes, a newer feed isn't saved: 74, not complete`() async throws {
        let server = try await LyingServer()
        let image = server.url("/image").absoluteString
        let feed = #"{"items":[{"id":"\#(UUID().uuidString)","image":"\#(image)"}]}"#
        server.answer("/feed", with: .json(feed), .hang, .json(feed))
        server.answer("/image", with: .response(headers: [("Cache-Control", "immutable")], body: anyPNG()))
        let address = server.url().absoluteString
        #expect(try await home.run("sync", at: address).status == 0)
        let other = try await home.start("feed", at: address)
        _ = try await server.requests.wait(for: 3)
        let result = try await home.run("sync", "--json", at: address)
        #expect(result.status == 74)
        #expect(result.text.contains(#""complete_offline":false"#))
        #expect(result.errors.contains("another program is using the cache"), "\(result.errors)")
        other.send(SIGINT)
        _ = await other.result()
        try await server.stop()
    }
}
