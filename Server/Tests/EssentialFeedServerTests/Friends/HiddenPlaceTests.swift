import EssentialFeed
import Foundation
import ImageFormats
import NIOCore
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Which photos are hidden when files change.
@Suite struct HiddenPlaceTests {
    private let folder = PhotoFolder()
    private let stateFolder: URL

    init() throws {
        stateFolder = try #require(try folder.configuration().stateFolder)
    }

    private func hide(_ id: UUID, isClosed: Bool = false) throws {
        try folder.friends.open().write { try $0.set(PhotoState(isHidden: !isClosed, isClosed: isClosed), of: id) }
    }

    private func state(of id: UUID) throws -> PhotoState {
        try folder.friends.open().read { try $0.state(of: id) }
    }

    @Test func `Server: another photo at the path of a hidden one is hidden, and the log says so`() async throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
        let old = try #require(try await folder.index().photos.first?.id)
        try hide(old)
        try folder.write(Pictures.animation(salt: 2), to: "a.png", seconds: 5)
        let index = try await folder.index()
        let new = try #require(index.photos.first?.id)
        #expect(new != old)
        #expect(try state(of: new).isHidden)
        let line = "a.png is hidden or closed like the photo that was there before"
        #expect(index.lines.filter { $0.hasPrefix(line) }.count == 1, "\(index.lines)")
    }

    @Test func `Server: another photo at a closed one's path is closed, and one at another path open`() async throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
        let old = try #require(try await folder.index().photos.first?.id)
        try hide(old, isClosed: true)
        try folder.write(Pictures.animation(salt: 2), to: "a.png", seconds: 5)
        try folder.write(Pictures.sized(30, 20), to: "b.png", seconds: 5)
        let photos = try await folder.index().photos
        #expect(photos.count == 2)
        for photo in photos {
            #expect(try state(of: photo.id) == PhotoState(isClosed: photo.path == FolderPath("a.png")))
        }
    }

    @Test func `Server: an edited copy of a hidden photo is hidden, and only one of the two has its id`() async throws {
        let data = Pictures.jpeg(iptc: Array("one".utf8))
        try folder.write(data, to: "a.jpg")
        let old = try #require(try await folder.index().photos.first?.id)
        try hide(old)
        try folder.write(Pictures.jpeg(iptc: Array("two".utf8)), to: "b.jpg", seconds: 5)
        let photos = try await folder.index().photos
        #expect(photos.count == 2)
        #expect(photos.count { $0.id == old } == 1)
        for photo in photos { #expect(try state(of: photo.id).isHidden) }
    }

    @Test func `Server: what a hidden photo may have become is hidden while the old file is there`() async throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
        let old = try #require(try await folder.index().photos.first?.id)
        try hide(old)
        try folder.write(Pictures.jpeg(iptc: Array("one".utf8)), to: "a.jpg", seconds: 5)
        try folder.write(Pictures.sized(30, 20), to: "b.png", seconds: 5)
        let photos = try await folder.index().photos
        #expect(photos.count == 3)
        for photo in photos { #expect(try state(of: photo.id).isHidden == (photo.path != FolderPath("b.png"))) }
    }

    @Test func `Server: a converted photo that is hidden stays hidden when the old file is removed`() async throws {
        try folder.write(Pictures.jpeg(iptc: Array("one".utf8)), to: "a.jpg")
        let old = try #require(try await folder.index().photos.first?.id)
        try folder.write(Pictures.jpeg(iptc: Array("two".utf8)), to: "b.jpg", seconds: 5)
        let new = try #require(try await folder.index().photos.first { $0.id != old }?.id)
        try hide(new)
        try FileManager.default.removeItem(at: folder.url("a.jpg"))
        let photos = try await folder.index().photos
        #expect(photos.map(\.path) == [FolderPath("b.jpg")])
        for photo in photos { #expect(try state(of: photo.id).isHidden) }
    }

    private func ids() async throws -> [FolderPath: UUID] {
        Dictionary(uniqueKeysWithValues: try await folder.index().photos.map { ($0.path, $0.id) })
    }

    @Test(arguments: [["b.jpg", "c.jpg"], ["c.jpg", "b.jpg"], ["a.jpg", "b.jpg"]])
    func `Server: copies that came together stay themselves when others are removed`(removed: [String]) async throws {
        for name in ["a", "b", "c"] {
            try folder.write(Pictures.jpeg(iptc: Array("copy \(name)".utf8)), to: "\(name).jpg")
        }
        var left = try await ids()
        #expect(left.count == 3)
        for name in removed {
            try FileManager.default.removeItem(at: folder.url(name))
            left[FolderPath(name)] = nil
            #expect(try await ids() == left)
        }
    }

    @Test func `Server: a photo that was converted twice may take the place of an older one`() async throws {
        for name in ["a", "b", "c"] {
            try folder.write(Pictures.jpeg(iptc: Array("copy \(name)".utf8)), to: "\(name).jpg")
            _ = try await ids()
        }
        let known = try await ids()
        for (name, left) in [("b", ["a": "a", "c": "b"]), ("a", ["c": "a"])] {
            try FileManager.default.removeItem(at: folder.url("\(name).jpg"))
            let expected = left.map { (FolderPath("\($0).jpg"), known[FolderPath("\($1).jpg")]) }
            #expect(try await ids() == Dictionary(uniqueKeysWithValues: expected))
        }
    }

    @Test func `Server: a hidden photo stays hidden when its caption is edited, and keeps its address`() async throws {
        try folder.write(Pictures.jpeg(iptc: Array("one".utf8)), to: "a.jpg")
        let before = try #require(try await folder.index().photos.first)
        try hide(before.id)
        try folder.write(Pictures.jpeg(iptc: Array("two".utf8)), to: "a.jpg", seconds: 5)
        let after = try #require(try await folder.index().photos.first)
        #expect(after.id == before.id)
        #expect(after.facts.digest != before.facts.digest)
        #expect(after.version == before.version)
        #expect(try state(of: after.id).isHidden)
    }

    private func loseIndex() throws {
        CatalogFile(in: stateFolder, root: try #require(FilePath(folder.path).resolved())).remove()
    }

    @Test func `Server: an edited photo keeps its id even if the index is lost`() async throws {
        try folder.write(Pictures.jpeg(iptc: Array("one".utf8)), to: "a.jpg")
        let before = try #require(try await folder.index().photos.first)
        try folder.write(Pictures.jpeg(iptc: Array("two".utf8)), to: "a.jpg", seconds: 5)
        #expect(try await folder.index().photos.map(\.id) == [before.id])
        try loseIndex()
        #expect(try await folder.index().photos.map(\.id) == [before.id])
        // The bytes from before are another photo, also if they are the first to be read after another loss.
        try folder.write(Pictures.jpeg(iptc: Array("one".utf8)), to: "b.jpg", seconds: 1)
        let photos = try await ids()
        #expect(photos[FolderPath("a.jpg")] == before.id && photos.count == 2)
        try loseIndex()
        #expect(try await ids() == photos)
    }

    @Test(arguments: 1...4)
    func `Server: a copy in a deleted edited photo's place keeps its id without the index`(number: Int) async throws {
        func write(_ caption: String, to path: String, seconds: Double) throws {
            try folder.write(Pictures.jpeg(iptc: Array("\(caption) \(number)".utf8)), to: path, seconds: seconds)
        }
        try write("one", to: "a.jpg", seconds: 0)
        let first = try #require(try await folder.index().photos.first?.id)
        try write("two", to: "a.jpg", seconds: 5)
        _ = try await folder.index()
        try write("one", to: "b.jpg", seconds: 1)
        #expect(try await folder.index().photos.count == 2)
        try FileManager.default.removeItem(at: folder.url("a.jpg"))
        let photos = try await folder.index().photos
        #expect(photos.map(\.id) == [first])
        try loseIndex()
        #expect(try await folder.index().photos.map(\.id) == [first])
    }

    @Test func `Server: the address of an image changes with its picture, and nothing made before is sent`() throws {
        let links = ImageLinks(below: "/photos")
        var photo = ListedPhoto(
            id: UUID(), description: nil, place: nil, date: Date(), author: nil, placeholder: nil,
            sizes: PhotoSizes(PixelSize(width: 3_000, height: 2_000), .none))
        let first = links.url(of: photo, .large)
        photo.version = 1
        #expect(first != links.url(of: photo, .large))
        #expect(ServedSize(query: try #require(links.url(of: photo, .large).split(separator: "?").last)) == .large)

        let sizes = SizeCache(in: stateFolder, now: { Date() })
        func image(_ version: Int) -> Data? {
            sizes.image(SizeKey(photo: photo.id, size: .small, version: version)).map {
                Data($0.bytes.readableBytesView)
            }
        }
        _ = sizes.insert([.small: Data("old".utf8)], of: photo.id, isAwaited: false)
        #expect(image(0) == Data("old".utf8) && image(1) == nil)
        _ = sizes.insert([.small: Data("new".utf8)], of: photo.id, version: 1, isAwaited: false)
        #expect(image(1) == Data("new".utf8))
        let saved = try FileManager.default.subpathsOfDirectory(atPath: stateFolder.path)
        #expect(saved.count { $0.hasSuffix(".jpg") } == 1)
        sizes.remove([photo.id])
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: stateFolder.path).count { $0.hasSuffix(".jpg") } == 0)
    }

    @Test func `Server: a photo whose caption is edited and whose file is moved at once keeps its id`() async throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
        try folder.write(Pictures.jpeg(iptc: Array("one".utf8)), to: "b.jpg")
        let before = try await folder.index().photos
        try FileManager.default.removeItem(at: folder.url("b.jpg"))
        try folder.write(Pictures.jpeg(iptc: Array("two".utf8)), to: "c/d.jpg", seconds: 9)
        let after = try await folder.index().photos
        #expect(Set(after.map(\.id)) == Set(before.map(\.id)))
    }
}
