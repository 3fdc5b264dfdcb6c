import Foundation
import TestSupport
import Testing

@Suite struct ImageCommandTests {
    private let home = Home()

    @Test func `Program: image writes the bytes to standard output, later from the cache, or to a file`() async throws {
        let server = try await home.serve(PhotoFolder(count: 1, salt: 7))
        let feed = try PrintedFeed(try await home.run("feed", "--json", at: server.address))
        let image = try #require(feed.items.first).image
        let served = try await home.served(image)
        #expect(try await home.run("image", image, at: server.address).output == served)

        // Whole, with nothing beside it.
        let target = TemporaryFolder()
        let file = target.url.appending(path: "photo.png")
        try Data("old".utf8).write(to: file)
        let result = try await Home().run("image", image, "-o", file.path, at: server.address)
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        #expect(try Data(contentsOf: file) == served)
        #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == ["photo.png"])
        // Through a device, which isn't replaced.
        #expect(try await home.run("image", image, "-o", "/dev/null", at: server.address).status == 0)
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
        let unwritable = home.folder.url.appending(path: "no such folder/photo.png").path
        let failed = try await home.run("image", image, "-o", unwritable, at: server.address)
        #expect(failed.status == 73)
        #expect(failed.errors.contains("can’t be written: No such file or directory"))

        await server.stop()
        let offline = try await home.run("image", image, at: server.address)
        #expect(offline.status == 0)
        #expect(offline.output == served)
        #expect(offline.errors == "")
    }

    @Test func `Program: a file whose name says another format is written, with a note`() async throws {
        let server = try await LyingServer()
        server.answer("/image", with: .response(body: anyPNG()))
        let address = server.url().absoluteString
        let path = home.folder.url.appending(path: "photo.jpg").path
        let call = ["image", address + "/image", "-o", path]
        let noted = try await home.run(call, at: address)
        #expect(noted.status == 0)
        #expect(try Data(contentsOf: URL(filePath: path)) == anyPNG())
        let better = home.folder.url.appending(path: "photo.png").path
        #expect(noted.errors.hasPrefix("essential-feed: the format of “\(path)” isn’t"), "\(noted.errors)")
        #expect(noted.errors.hasSuffix("; rename the file to “\(better)”\n"), "\(noted.errors)")
        let quiet = try await home.run(call + ["--quiet"], at: address)
        #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
        try await server.stop()
    }

    @Test(arguments: [404, 410])
    func `Program: an image that the server does not have ends with 66`(status: Int) async throws {
        let server = try await LyingServer()
        server.answer("/image", with: .response(status: status))
        let address = server.url().absoluteString
        let result = try await home.run("image", address + "/image", at: address)
        #expect(result.status == 66)
        #expect(result.errors.contains("status \(status)"))
        try await server.stop()
    }
}
