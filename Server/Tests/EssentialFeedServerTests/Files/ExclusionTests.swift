import Foundation
import Logging
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Other files in a photo folder, and the owner's exclusions.
@Suite struct ExclusionTests {
    @Test(
        arguments: [
            ("#recycle/a.jpg", Exclusion.Reason.deleted), ("b/@Recycle/a.jpg", .deleted),
            ("$RECYCLE.BIN/S-1-5/a.jpg", .deleted),
            ("$Recycle.Bin/a.jpg", .deleted), ("RECYCLER/a.jpg", .deleted), (".Trash-1000/files/a.jpg", .deleted),
            (".Trashes/501/a.jpg", .deleted), ("Trash/a.jpg", .deleted),
            ("@eaDir/a.jpg/SYNOPHOTO_THUMB_M.jpg", .thumbnails),
            ("a.photoslibrary/resources/derivatives/b.jpg", .thumbnails), ("b/A.aplibrary/Previews/c.jpg", .thumbnails),
            ("MVI_0001.THM", .thumbnails), ("a (Case Conflict).jpg", .conflict), ("a (case conflict 1).jpg", .conflict),
            ("thumbs.db", .thumbnails), (".thumbnails/a.jpg", .thumbnails), (".AppleDouble/a.jpg", .thumbnails),
            ("#snapshot/GMT/a.jpg", .versions), (".stversions/a.jpg", .versions),
            ("@Recently-Snapshot/a.jpg", .versions),
            ("lost+found/a.jpg", .system), ("__MACOSX/a.jpg", .system), ("System Volume Information/a.jpg", .system),
            (".sync/Archive/a.jpg", .system), (".dropbox.cache/a.jpg", .system), ("a.jpg_original", .leftover),
            ("a.jpg_exiftool_tmp", .leftover), ("a.jpg~", .leftover), ("a.jpg.~1~", .leftover), ("#a.jpg#", .leftover),
            ("a.BAK", .leftover), ("a.jpg.orig", .leftover), ("a.old", .leftover), ("a.jpg.part", .leftover),
            ("a.jpg.crdownload", .leftover), ("a.jpg.filepart", .leftover), ("a.jpg.!ut", .leftover),
            ("a.jpg.aria2", .leftover), ("~$a.jpg", .leftover),
            ("a.sync-conflict-20261128-101500-ABCDEFG.jpg", .conflict),
            ("a (conflicted copy 2026-11-28 101500).jpg", .conflict),
            ("a (Maria's conflicted copy 2026-11-28).jpg", .conflict),
            ("a (SFConflict maria@example.com 2026-11-28-10-15-00).jpg", .conflict),
            ("a_conflict-20261128-101500.jpg", .conflict), ("a.Conflict.jpg", .conflict), (".hidden.jpg", .hidden),
            ("._a.jpg", .hidden), ("b/.c/a.jpg", .hidden),
        ])
    func `Server: what other programs keep beside photos isn't a photo`(path: String, reason: Exclusion.Reason) {
        #expect(Exclusion().reason(for: FolderPath(path)) == reason)
    }

    @Test(
        arguments: [
            "IMG_0001.JPG", "a.photoslibrary/originals/4/b.heic", "A.aplibrary/Masters/c.jpg", "Previews/a.jpg",
            "recycle/a.jpg", "Recycling 2026/a.jpg", "trash talk.jpg", "a_original.jpg",
            "original/a.jpg",
            "PHOTO~1.JPG", "#1.jpg", "c#.jpg", "conflict.jpg", "conflict_zone-2026.jpg", "old/a.jpg", "part 1.jpg",
            "snapshot/a.jpg", "@home/a.jpg", "bak.jpg", "a.jpg.jpg", "lost+found.jpg", "Thumbs up.jpg", "#recycle.jpg",
        ])
    func `Server: names that only resemble those are photos`(path: String) {
        #expect(Exclusion().reason(for: FolderPath(path)) == nil)
    }

    @Test(
        arguments: [
            ("drafts", "drafts/a.jpg"), ("drafts", "b/drafts/c/a.jpg"), ("*.png", "b/x.png"),
            ("/drafts", "drafts/a.jpg"),
            ("b/*.jpg", "b/a.jpg"), ("b/**/a.jpg", "b/a.jpg"), ("b/**/a.jpg", "b/c/d/a.jpg"),
            ("**/c/*.jpg", "b/c/a.jpg"),
            ("b/**", "b/c/a.jpg"), ("drafts/", "drafts/a.jpg"), ("IMG_????.JPG", "IMG_0001.JPG"), ("[ab].jpg", "a.jpg"),
            ("[!b]*.jpg", "a1.jpg"), ("[a-c]1", "b1"), (#"\[a\].jpg"#, "[a].jpg"), ("*é.jpg", "cafe\u{301}.jpg"),
            ("?.jpg", "Ω.jpg"), ("a*b*c", "axxbyybzc"), ("[]].jpg", "].jpg"),
        ])
    func `Server: a pattern excludes a name anywhere, or a path from the folder`(pattern: String, path: String) throws {
        let exclusion = Exclusion(patterns: [try PathPattern(pattern)])
        #expect(exclusion.reason(for: FolderPath(path)) == .pattern)
    }

    @Test(arguments: ["**/d/", "**/"])
    func `Server: a pattern with many folders is compared in a few steps`(part: String) throws {
        let path = FolderPath(String(repeating: "d/", count: 60) + "a.jpg")
        for name in ["x.jpg", "a.jpg"] {
            let pattern = try PathPattern(String(repeating: part, count: 30) + name)
            #expect((Exclusion(patterns: [pattern]).reason(for: path) == .pattern) == (name == "a.jpg"))
        }
    }

    @Test(
        arguments: [
            ("drafts", "drafts 2/a.jpg"), ("/drafts", "b/drafts/a.jpg"), ("b/*.jpg", "c/b/a.jpg"),
            ("b/*.jpg", "b/c/a.jpg"),
            ("drafts/", "b/drafts"), ("*.png", "a.PNG"), ("b/**", "b"), ("[!a].jpg", "a.jpg"), ("?.jpg", "ab.jpg"),
            ("a/b", "a/bc"),
        ])
    func `Server: a pattern excludes nothing else`(pattern: String, path: String) throws {
        let exclusion = Exclusion(patterns: [try PathPattern(pattern)])
        #expect(exclusion.reason(for: FolderPath(path)) == nil)
    }

    @Test func `Server: a pattern that excludes every photo, or has no valid form, says so`() {
        for text in ["*", "**", "/", "/*", "*.*", "**/*", "?*", "*?*"] {
            #expect(throws: PathPatternError.everything(text), "\(text)") { try PathPattern(text) }
        }
        for text in ["", "!a.jpg", "../a", "a/./b", "[a", "[]", "[z-a]", #"a\"#] {
            #expect(throws: PathPatternError.invalid(text), "\(text)") { try PathPattern(text) }
        }
    }

    @Test func `Server: a long pattern with many stars is matched in no time`() throws {
        let pattern = try PathPattern(String(repeating: "*a", count: 60) + "*b")
        let path = FolderPath(String(repeating: "a", count: 250))
        #expect(Exclusion(patterns: [pattern]).reason(for: path) == nil)
    }

    // MARK: Following

    private let folder = PhotoFolder()

    init() throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png", seconds: 2)
        try folder.write(Pictures.animation(salt: 2), to: "b.png", seconds: 1)
    }

    @Test func `Server: what is left out is counted by kind in the log`() async throws {
        for (number, path) in ["#recycle/c.png", "@eaDir/d.png", "e/@eaDir/f.png", "g.png_original"].enumerated() {
            try folder.write(Pictures.animation(salt: UInt8(3 + number)), to: path)
        }
        let index = try await folder.index()
        #expect(index.photos.map(\.id) == animationIDs(1, 2))
        for line in [
            "left out, in a recycle bin: #recycle", "left out, thumbnails: @eaDir, e/@eaDir",
            "left out, backups or unfinished files: g.png_original",
        ] {
            #expect(index.lines.filter { $0 == line }.count == 1, "\(index.lines)")
        }
    }

    @Test func `Server: if patterns exclude all photos together, the log says what to change`() async throws {
        var configuration = try folder.configuration()
        configuration.excluded = [try PathPattern("a.*"), try PathPattern("b.*")]
        let index = try await PhotoFolder.index(configuration)
        #expect(index.photos.isEmpty)
        #expect(index.lines.contains("left out, excluded by a pattern: a.png, b.png"))
        let beginning = "the folder has no photos apart from excluded ones: change the patterns (--exclude, "
        #expect(index.lines.last?.hasPrefix(beginning) == true, "\(index.lines)")
    }

    @Test func `Server: a photo moved into a recycle bin leaves the feed, and returns to its place`() async throws {
        let folder = folder
        try FileManager.default.createDirectory(at: folder.url("#recycle"), withIntermediateDirectories: true)
        try await LiveFolder.with(try folder.configuration()) { live in
            _ = try await live.untilComplete()
            try FileManager.default.moveItem(at: folder.url("a.png"), to: folder.url("#recycle/a.png"))
            try await live.until { try $0.ids() == animationIDs(2) }
            try FileManager.default.moveItem(at: folder.url("#recycle/a.png"), to: folder.url("a.png"))
            try await live.until { try $0.ids() == animationIDs(1, 2) }
        }
    }

    @Test func `Server: the document's patterns apply as soon as it changes, and the command's, too`() async throws {
        let folder = folder
        for (salt, path) in [(UInt8(3), "drafts/c.png"), (4, "d.PNG"), (5, "e/drafts/deep/f.png")] {
            try folder.write(Pictures.animation(salt: salt), to: path)
        }
        var configuration = try folder.configuration()
        configuration.excluded = [try PathPattern("*.PNG")]
        try await LiveFolder.with(configuration) { live in
            _ = try await live.untilComplete()
            #expect(Set(try live.catalog.ids() ?? []) == Set(animationIDs(1, 2, 3, 5)))
            try folder.write("exclude: [drafts]", to: "feed.yaml")
            try await live.until { try $0.ids() == animationIDs(1, 2) }
            try await live.untilLogged("left out, excluded by a pattern: d.PNG, drafts, e/drafts")
            try folder.write(Pictures.animation(salt: 6), to: "drafts/g.png")
            try folder.write(Pictures.animation(salt: 7), to: "h.png")
            try await live.until { try $0.ids()?.first == animationIDs(7)[0] }
            #expect(try live.catalog.ids() == animationIDs(7, 1, 2))
            try folder.write("exclude: ['*']", to: "feed.yaml")
            try await live.untilLogged("feed.yaml, line 1: the pattern “*” excludes every photo", .warning)
            #expect(try live.catalog.ids() == animationIDs(7, 1, 2))
            try FileManager.default.removeItem(at: folder.url("feed.yaml"))
            try await live.until { Set(try $0.ids() ?? []) == Set(animationIDs(1, 2, 3, 5, 6, 7)) }
        }
    }
}
