import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
import EssentialFeedStore
import Files
import Foundation
import HTTPTransport
import ImageFormats
import ImagePipeline
import SystemPackage
import TestSupport
import Testing

/// The results of Save a Copy.
@Suite(.detectsHangs) struct ImageCopyTests {
    private let folder = TemporaryFolder()

    // MARK: The bytes

    @Test func `Without a connection, a copy is of the largest cached variant if that is enough`() async throws {
        try await Self.session { server, session in
            let image = Self.image(on: server, sides: [320, 480, 2_048])
            for side in [320, 480] { try await session.images.cacheData(of: server.url("/\(side)")) }
            try await server.stop()
            #expect(try await session.imageData(of: image) == anyPNG(salt: 2))
            await #expect(throws: RemoteError.self) { try await session.largestImageData(of: image) }
        }
    }

    @Test func `If nothing of an image is cached, there is no copy without a connection`() async throws {
        try await Self.session { server, session in
            let image = Self.image(on: server, sides: [320, 480])
            try await server.stop()
            let error = await #expect(throws: RemoteError.self) { try await session.imageData(of: image) }
            #expect(error.map(FeedImageError.init) == .noConnection)
        }
    }

    @Test func `With a connection, a copy is of the largest variant, and any other answer is an error`() async throws {
        try await Self.session { server, session in
            let image = Self.image(on: server, sides: [320, 480])
            _ = try await session.images.cacheData(of: server.url("/320"))
            #expect(try await session.imageData(of: image) == anyPNG(salt: 2))
            server.answer("/640", with: .response(status: 404))
            let larger = ImageVariant(url: server.url("/640"), size: PixelSize(width: 640, height: 480))
            let gone = FeedImage(id: UUID(), url: image.url, variants: image.variants + [larger])
            await #expect(throws: RemoteError.invalidData(.status(404))) { try await session.imageData(of: gone) }
            try await server.stop()
        }
    }

    @Test func `An image that the server forbids to cache is copied all the same`() async throws {
        try await Self.session { server, session in
            let url = server.url("/image")
            server.answer("/image", with: .response(headers: [("Cache-Control", "no-store")], body: anyPNG(salt: 9)))
            #expect(try await session.imageData(of: FeedImage(id: UUID(), url: url)) == anyPNG(salt: 9))
            #expect(try await session.cache.retrieveImageData(for: url) == nil)
            try await server.stop()
        }
    }

    /// Opens a session with a server, and closes it.
    private static func session(_ body: (LyingServer, ServerSession<Data>) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        let server = try await LyingServer()
        let context = SessionContext(
            cacheFolder: folder.url, network: try NetworkSettings(), now: { Date() }, report: { _ in },
            reportCacheError: { Issue.record("\($0)") })
        let session = await ServerSession.open(try ServerAddress(server.url().absoluteString), in: context)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(server, session))
        } catch {
            result = .failure(error)
        }
        await session.close { _, error in #expect(error == nil) }
        try result.get()
    }

    /// Returns an image with square variants. The server answers with pictures whose salts count from 1.
    private static func image(on server: LyingServer, sides: [Int]) -> FeedImage {
        let variants = sides.enumerated().map { number, side in
            server.answer("/\(side)", with: .response(body: anyPNG(salt: UInt8(number + 1))))
            return ImageVariant(url: server.url("/\(side)"), size: PixelSize(width: side, height: side))
        }
        return FeedImage(id: UUID(), url: variants[0].url, pixelSize: variants[0].size, variants: variants)
    }

    // MARK: The file

    private static let name = "copy.png"
    private static let old = Data("the file that was there before".utf8)

    @Test(arguments: [name, longName])
    func `A copy replaces a file, also one whose name is as long as names can be`(name: String) throws {
        let file = folder.url.appending(path: name)
        try Self.old.write(to: file)
        try Self.write(Pictures.large(100_000), to: file)
        #expect(try Data(contentsOf: file).count >= 100_000)
        #expect(try Self.names(in: folder.url) == [name])
    }

    private static let longName = String(repeating: "n", count: 251) + ".png"

    @Test func `On a full disk a copy isn't saved, the file in its place stays, nothing is left`() async throws {
        let stick = folder.url.appending(path: "stick", directoryHint: .isDirectory)
        try await SmallDisk.mounted(on: stick) { _ in
            let file = stick.appending(path: Self.name)
            try Self.old.write(to: file)
            // More than there is room for, so the disk is full in the middle.
            #expect(throws: Errno.noSpace) { try Self.write(Pictures.large(2 << 20), to: file) }
            #expect(try Data(contentsOf: file) == Self.old)
            #expect(try Self.names(in: stick) == [Self.name])
        }
    }

    @Test func `In a folder that can't be written to a copy isn't saved; the file in its place stays`() async throws {
        let file = folder.url.appending(path: Self.name)
        try Self.old.write(to: file)
        try await TestProgram.succeed(["chmod", "a-w", folder.path])
        #expect(throws: Errno.permissionDenied) { try Self.write(anyPNG(), to: file) }
        #expect(try Data(contentsOf: file) == Self.old)
        #expect(try Self.names(in: folder.url) == [Self.name])
        try await TestProgram.succeed(["chmod", "u+w", folder.path])
    }

    @Test func `In a folder that is gone a copy isn't saved, and no folder is made for it`() throws {
        let file = folder.url.appending(path: "gone").appending(path: Self.name)
        #expect(throws: Errno.noSuchFileOrDirectory) { try Self.write(anyPNG(), to: file) }
        #expect(try Self.names(in: folder.url).isEmpty)
    }

    private static func write(_ data: Data, to file: URL) throws(Errno) {
        do throws(FileSystemError) {
            try AtomicFile(file.path(percentEncoded: false), permissions: nil, followsLinks: true).write(data)
        } catch {
            throw error.errno
        }
    }

    private static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
    }
}
