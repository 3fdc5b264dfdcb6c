import Crypto
import EssentialFeed
import Foundation
import ImageFormats
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// A folder of photos and a folder for the server's state, both removed with the last reference.
final class PhotoFolder: Sendable {
    let folder = TemporaryFolder()
    let state = TemporaryFolder()

    var path: String { folder.path }

    func url(_ path: String) -> URL {
        folder.url.appending(path: path)
    }

    /// Writes a file.
    /// - Parameter seconds: The modification time, in seconds since the beginning of 2020.
    func write(_ data: Data, to path: String, seconds: Double = 0) throws {
        let url = url(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_577_836_800 + seconds)],
            ofItemAtPath: url.path(percentEncoded: false))
    }

    func write(_ text: String, to path: String) throws {
        try write(Data(text.utf8), to: path)
    }

    /// Writes a picture, and returns its id.
    func add(_ picture: Data = Pictures.animation(salt: 1), as path: String = "a.png") throws -> UUID {
        try write(picture, to: path)
        return contentID(picture)
    }

    /// Writes a picture and returns the path of its page.
    func addPage() throws -> String { "/photo/\(try add().uuidString)" }

    /// Writes a document with a comment on `a.png`.
    func writeComment(_ id: UUID = UUID()) throws {
        try write(
            """
            {"photos": [{"file": "a.png", "comments": [
              {"id": "\(id)", "message": "from the document", "created_at": "2024-01-01T12:00:00Z",
               "author": {"username": "the owner"}}]}]}
            """, to: "feed.yaml")
    }

    /// - Parameter isPublic: Whether everybody may read the feed, without a token.
    func configuration(
        host: String = "127.0.0.1", port: Int = 0, basePath: String = "", publicURL: String? = nil,
        isPublic: Bool = false
    ) throws -> PhotoServerConfiguration {
        var configuration = try PhotoServerConfiguration(
            folder: path, at: ServerLocation(host: host, port: port, basePath: basePath, publicURL: publicURL),
            environment: ["XDG_STATE_HOME": state.path], timeZone: .gmt)
        configuration.isPublic = isPublic
        // On a busy machine, a test's client may pause for longer than the defaults allow.
        configuration.limits.requestHead = .seconds(300)
        configuration.limits.idle = .seconds(300)
        configuration.limits.readerWindow = .seconds(300)
        configuration.key = CatalogSettings.testKey
        configuration.ownerSecret = .testOwner
        return configuration
    }

    /// Returns a configuration with the built decoder.
    func drawingConfiguration(publicURL: String? = nil) throws -> PhotoServerConfiguration {
        var configuration = try configuration(publicURL: publicURL)
        configuration.useDecoder(of: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(), environment: [:])
        return configuration
    }

    /// The file of friends' comments, reactions and posts.
    var friends: FriendsFile {
        get throws { FriendsFile(in: tokens.folder, root: try #require(FilePath(path).resolved())) }
    }

    var tokens: TokenFile { TokenFile(in: state.url.appending(path: "essential-feed")) }

    /// Makes a token.
    func invite(_ name: String, may scope: AccessScope = .comment) throws -> Invitation {
        return try tokens.invite(Invited(name, scopes: scope.withIncluded), at: Date())
    }

    /// The result of the start in the folder.
    struct Index: Sendable {
        let photos: [Photo]
        /// The places of the first photos.
        let places: [String?]
        /// The log lines about the folder.
        let lines: [String]
        /// The number of files read because they were unknown.
        let filesRead: Int
    }

    /// Starts an import, and ends it when everything has been read.
    func index() async throws -> Index { try await Self.index(try configuration()) }

    static func index(_ configuration: PhotoServerConfiguration) async throws -> Index {
        try await LiveFolder.with(configuration) { live in
            let filesRead = try await live.untilComplete()
            return Index(
                photos: try live.catalog.all(),
                places: try live.catalog.page(after: nil, limit: 100)?.map(\.place) ?? [], lines: live.lines.value,
                filesRead: filesRead)
        }
    }

    /// The attributes of everything in the folder that a write would change.
    func snapshot() throws -> [String: [String]] {
        var result: [String: [String]] = [:]
        let paths = try FileManager.default.subpathsOfDirectory(atPath: path)
        for item in [""] + paths {
            let attributes = try FileManager.default.attributesOfItem(atPath: url(item).path(percentEncoded: false))
            let keys: [FileAttributeKey] = [.modificationDate, .size, .systemFileNumber, .posixPermissions, .type]
            result[item] = keys.map { "\(attributes[$0] ?? "")" }
        }
        return result
    }
}

extension TokenSecret {
    /// The secret that makes a test's requests the owner's.
    static let testOwner = TokenSecret("the-owner-of-the-test")
}

extension CatalogSettings {
    static let testKey = SymmetricKey(data: Data(repeating: 7, count: 32))

    /// Settings for tests, with a known key.
    static func knowingKey(showsLocations: Bool = false, now: @escaping @Sendable () -> Date = { Date() }) -> Self {
        var settings = CatalogSettings(zone: .gmt, showsLocations: showsLocations, now: now)
        settings.newKey = { testKey }
        return settings
    }
}

func contentID(_ data: Data) -> UUID {
    ContentDigest(of: data).id(with: CatalogSettings.testKey)
}

func animationIDs(_ salts: UInt8...) -> [UUID] {
    salts.map { contentID(Pictures.animation(salt: $0)) }
}

/// Returns what is served of a small animation with the content.
func cleaned(_ data: Data) throws -> Data {
    let image = try CleanedAnimation(of: data)
    return Data(try image.bytes(in: 0..<image.count, of: MemoryBytes(data: data)))
}

private struct MemoryBytes: ByteSource {
    let data: Data

    var count: Int { data.count }
    func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] { Array(data[range]) }
}

/// Returns the entity tag of a small animation with the content.
func imageTag(_ data: Data) -> String {
    "\"\(contentID(data).uuidString)-2\""
}
