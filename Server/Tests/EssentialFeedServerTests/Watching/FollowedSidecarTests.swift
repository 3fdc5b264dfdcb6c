import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Descriptions of photos in files beside them, changing while the photos are served.
@Suite struct FollowedSidecarTests {
    private let folder = PhotoFolder()

    init() throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png", seconds: 1)
    }

    private func follow(_ body: @escaping @Sendable (LiveFolder, PhotoFolder) async throws -> Void) async throws {
        let folder = folder
        try await LiveFolder.with(try folder.configuration()) { live in
            _ = try await live.untilComplete()
            try await body(live, folder)
        }
    }

    private static func caption(_ catalog: any PhotoCatalog) throws -> String? {
        try catalog.listed(contentID(Pictures.animation(salt: 1)))?.description
    }

    private static func date(_ catalog: any PhotoCatalog) throws -> Date? {
        try catalog.listed(contentID(Pictures.animation(salt: 1)))?.date
    }

    private static func xmp(_ caption: String, _ more: String = "") -> String {
        Pictures.xmp("<dc:description>\(caption)</dc:description>\(more)")
    }

    @Test func `A photo has the caption that is beside it, and follows its changes and its end`() async throws {
        try folder.write(Self.xmp("one"), to: "a.png.xmp")
        try await follow { live, folder in
            #expect(try Self.caption(live.catalog) == "one")
            #expect(try live.catalog.leftOut().count == 0)
            try folder.write(Self.xmp("another"), to: "a.png.xmp")
            try await live.until { try Self.caption($0) == "another" }
            try FileManager.default.removeItem(at: folder.url("a.png.xmp"))
            try await live.until { try Self.caption($0) == nil }
            try folder.write(
                "{\"description\": \"from Takeout\", \"photoTakenTime\": {\"timestamp\": \"1589966699\"}}",
                to: "a.png.supplemental-metadata.json")
            try await live.until { try Self.caption($0) == "from Takeout" }
            #expect(try Self.date(live.catalog) == Date(timeIntervalSince1970: 1_589_966_699))
        }
    }

    /// The copies are older than the first file, or newer.
    @Test(arguments: [0.0, 2])
    func `The first by path of a photo's copies with files beside them describes it`(seconds: Double) async throws {
        for name in ["b", "c"] {
            try folder.write(Pictures.animation(salt: 1), to: "\(name).png", seconds: seconds)
            try folder.write(Self.xmp("of \(name)"), to: "\(name).xmp")
        }
        try await follow { live, folder in
            #expect(try Self.caption(live.catalog) == "of b")
            let date = "<photoshop:DateCreated>2020-05-20T11:24:59+02:00</photoshop:DateCreated>"
            try folder.write(Self.xmp("of a", date), to: "a.xmp")
            try await live.until { try Self.caption($0) == "of a" }
            #expect(try Self.date(live.catalog) == Date(timeIntervalSince1970: 1_589_966_699))
            try FileManager.default.removeItem(at: folder.url("a.xmp"))
            try await live.until { try Self.caption($0) == "of b" }
            try FileManager.default.removeItem(at: folder.url("b.png"))
            try await live.until { try Self.caption($0) == "of c" }
            for name in ["c.xmp", "c.png"] { try FileManager.default.removeItem(at: folder.url(name)) }
            try await live.until { try Self.caption($0) == nil }
        }
    }

    @Test(arguments: [Data(), Data("not a picture".utf8), Pictures.animation(salt: 1).dropLast()])
    func `A copy that is no photo any more doesn't describe the others`(content: Data) async throws {
        try folder.write(Self.xmp("of a"), to: "a.xmp")
        try folder.write(Pictures.animation(salt: 1), to: "b.png", seconds: 2)
        try await follow { live, folder in
            #expect(try Self.caption(live.catalog) == "of a")
            try folder.write(content, to: "a.png")
            try await live.until { catalog in
                let photo = try catalog.photo(contentID(Pictures.animation(salt: 1)))
                return try photo?.path == FolderPath("b.png") && Self.caption(catalog) == nil
            }
        }
    }

    @Test func `A copy without a file beside it doesn't take the caption from its photo`() async throws {
        try folder.write(Self.xmp("of a"), to: "a.xmp")
        try await follow { live, folder in
            try folder.write(Pictures.animation(salt: 1), to: "copies/a.png", seconds: 2)
            try await live.untilLogged("left out, duplicate: copies/a.png (same as a.png)")
            #expect(try Self.caption(live.catalog) == "of a")
        }
    }

    @Test func `A file that becomes shorter while it is read is left out without a word in the log`() async throws {
        try folder.write("", to: "a.png.xmp")
        let path = folder.url("a.png.xmp").path
        // The kernel's files are shorter than it says.
        try await withMount(of: "/sys/kernel/uevent_seqnum", on: path) {
            #expect(throws: FileError.changed) { try OpenFile(path: FilePath(path)).data() }
            let file = FileToRead(
                path: FolderPath("a.png"), ticket: FileTicket(file: 1, revision: 1),
                sidecars: [FolderPath("a.png.xmp")])
            let reading = FileReader.read(file, in: FilePath(folder.path))
            #expect(reading.refused.isEmpty)
            guard case .photo = reading.outcome else {
                Issue.record("\(reading.outcome)")
                return
            }
        }
    }

    @Test func `A link and a file that is too large aren't read, and the log says so`() async throws {
        let secret = TemporaryFolder()
        let outside = secret.url.appending(path: "secret.xmp")
        try Data(Self.xmp("secret").utf8).write(to: outside)
        try FileManager.default.createSymbolicLink(at: folder.url("a.png.xmp"), withDestinationURL: outside)
        try folder.write(String(repeating: " ", count: ImageMetadata.maximumSidecarSize + 1), to: "a.xmp")
        try await LiveFolder.with(try folder.configuration()) { live in
            try await live.untilLogged("left out, links out of the folder: a.png.xmp")
            try await live.untilLogged("did not read a.xmp, which describes a photo: File too large")
            _ = try await live.untilComplete()
            #expect(try Self.caption(live.catalog) == nil)
        }
    }
}
