import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct LinkTests {
    private let folder = PhotoFolder()

    init() throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png", seconds: 1)
    }

    private func link(_ path: String, to target: String) throws {
        let url = folder.url(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
    }

    @Test func `Server: a link to a photo in the folder is another name of it, also through more links`() async throws {
        try folder.write(Pictures.animation(salt: 2), to: "deep/b.png")
        for (path, target) in [
            ("one.png", "a.png"), ("two.png", "one.png"), ("deep/three.png", "../two.png"), ("folder", "deep"),
            ("absolute.png", folder.url("a.png").path), ("deep/up", ".."),
        ] {
            try link(path, to: target)
        }
        try folder.write("photos: [{file: deep/three.png, description: by its link}]", to: "feed.yaml")
        let index = try await folder.index()
        #expect(index.photos.map(\.path).sorted() == [FolderPath("a.png"), FolderPath("deep/b.png")])
        #expect(index.photos.first { $0.path == FolderPath("a.png") }?.description == "by its link")
        #expect(index.lines.isEmpty)
    }

    @Test func `Server: links out of the folder and in circles are named in the log, while it runs too`() async throws {
        let outside = PhotoFolder()
        try outside.write(Pictures.animation(salt: 2), to: "b.png")
        try link("in.png", to: "chain.png")
        try link("chain.png", to: outside.url("b.png").path)
        try link("up.png", to: "../\(outside.folder.url.lastPathComponent)/b.png")
        try link("gone.png", to: "nothing.png")
        try link("x.png", to: "y.png")
        try link("y.png", to: "x.png")
        try await LiveFolder.with(try folder.configuration()) { [self] live in
            _ = try await live.untilComplete()
            try await live.untilLogged("left out, links out of the folder: chain.png, in.png, up.png")
            try await live.untilLogged("left out, links that lead nowhere: gone.png, x.png, y.png")
            try link("later", to: outside.path)
            try await live.untilLogged("left out, links out of the folder: later")
            #expect(try live.catalog.ids() == animationIDs(1))
        }
    }

    @Test func `Server: a link that leads to a recycle bin or a hidden folder isn't a photo`() async throws {
        try folder.write(Pictures.animation(salt: 2), to: "#recycle/b.png")
        try folder.write(Pictures.animation(salt: 3), to: ".private/c.png")
        try folder.write(Pictures.animation(salt: 4), to: ".private/.git/annex/objects/d.png")
        try link("b.png", to: "#recycle/b.png")
        try link("c.png", to: ".private/c.png")
        try link("d.png", to: ".private/.git/annex/objects/d.png")
        #expect(try await folder.index().photos.map(\.id) == animationIDs(1))
    }

    @Test func `Server: the photos of git-annex are the links to them`() async throws {
        let object = ".git/annex/objects/Xq/2f/KEY/KEY.png"
        try folder.write(Pictures.animation(salt: 2), to: object, seconds: 2)
        try folder.write("photos: [{file: sub/b.png, description: annexed}]", to: "feed.yaml")
        try link("sub/b.png", to: "../\(object)")
        let index = try await folder.index()
        #expect(index.photos.map(\.id) == animationIDs(2, 1))
        #expect(index.photos.first?.path == FolderPath("sub/b.png"))
        #expect(index.photos.first?.description == "annexed")
        let photo = try #require(index.photos.first)
        _ = try ServedFiles().open(photo)
        #expect(
            index.lines == ["others may change .git/annex unnoticed (git-annex), so it is read through every 5 min"]
        )
        // Locking a photo moves its file into the annex, and puts a link in its place.
        let objects = folder.url(".git/annex/objects/OTHER.png")
        try FileManager.default.moveItem(at: folder.url("a.png"), to: objects)
        try link("a.png", to: ".git/annex/objects/OTHER.png")
        #expect(try await folder.index().photos.map(\.id) == animationIDs(2, 1))
    }

    @Test func `Server: a photo that a link out of the folder replaces isn't read any more`() async throws {
        let outside = PhotoFolder()
        try outside.write(Pictures.animation(salt: 1), to: "a.png", seconds: 1)
        let photo = try #require(try await folder.index().photos.first)
        try FileManager.default.removeItem(at: folder.url("a.png"))
        try link("a.png", to: outside.url("a.png").path)
        #expect(throws: FileError.system(.tooManySymbolicLinkLevels)) { try ServedFiles().open(photo) }
        #expect(try await folder.index().photos.isEmpty)
    }
}
