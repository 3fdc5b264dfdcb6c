import EssentialFeed
import Foundation
import GRDB
import ImageFormats
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The contract of every catalog.
@Suite struct PhotoCatalogTests {
    private let state = TemporaryFolder()

    private func photos(_ range: Range<Int>) -> [ImaginaryPhoto] {
        range.map { ImaginaryPhoto(number: $0, date: Double($0)) }
    }

    @Test(arguments: CatalogKind.allCases)
    func `Server: the first import orders photos by date, and equal dates by name`(kind: CatalogKind) throws {
        let catalog = try kind.make(state)
        let photos = (0..<40).map { ImaginaryPhoto(number: $0, date: Double($0 / 4)) }
        for part in stride(from: 0, to: 40, by: 8) {
            try catalog.add(Array(photos.sorted { $0.id.uuidString < $1.id.uuidString }[part..<part + 8]))
        }
        try catalog.endFirstImport()
        // The photos are numbered in the order of their dates.
        #expect(try catalog.ids() == photos.reversed().map(\.id))
    }

    @Test("Server: photos of one date that arrive later are in the same order", arguments: CatalogKind.allCases)
    func recordOrdersArrivalsOfOneDateByName(kind: CatalogKind) throws {
        let catalog = try kind.make(state)
        try catalog.endFirstImport()
        let photos = [9, 10, 100, 11].map { ImaginaryPhoto(number: $0) }
        try catalog.add(photos)
        #expect(try catalog.ids() == [100, 11, 10, 9].map { ImaginaryPhoto(number: $0).id })
    }

    @Test(arguments: [
        ["IMG_9.jpg", "IMG_10.jpg"], ["a/2.jpg", "a/10/1.jpg"], ["img_1.jpg", "IMG_2.jpg", "img_3.jpg"],
        ["scan.jpg", "scan1.jpg", "scan2.jpg"], ["01.jpg", "1.jpg", "2.jpg"], ["1.jpg", "99999999999999999999.jpg"],
    ])
    func `Server: names sort by the numbers in them`(names: [String]) {
        let keys = names.map { FolderPath($0).sortKey }
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }

    @Test(
        "Server: after the time zone was corrected, the dates of known photos are right, in the same places",
        arguments: [
            ("photo.jpg", "2020:05:20 11:24:59", "2020-05-20T11:24:59Z", true),
            ("PANO_20200520_112459.jpg", nil, "2020-05-20T11:24:59Z", true),
            ("IMG-20200520-WA0001.jpg", nil, "2020-05-20T12:00:00Z", true),
            ("PANO_20200520_112459.jpg", "2019:01:02 03:04:05+02:00", "2019-01-02T01:04:05Z", false),
            ("PXL_20200520_112459.jpg", nil, "2020-05-20T11:24:59Z", false),
            ("photo.jpg", nil, "2001-01-01T00:00:00Z", false),
        ])
    func describeCorrectsDatesInTheTimeZone(
        name: String, captured: String?, date: String, isInZone: Bool
    ) throws {
        let inUTC = try Date(date, strategy: .iso8601)
        let inAthens = isInZone ? inUTC - 10_800 : inUTC
        #expect(try dateAfterStart(in: "GMT", name, captured) == inUTC)
        #expect(try dateAfterStart(in: "Europe/Athens", name, captured) == inAthens)
        #expect(try dateAfterStart(in: "GMT", name, captured) == inUTC)
    }

    /// Opens a single photo's catalog like a server in the time zone, and returns the photo's date.
    private func dateAfterStart(in zone: String, _ name: String, _ captured: String? = nil) throws -> Date? {
        var settings = CatalogSettings(zone: try #require(TimeZone(identifier: zone)), now: { Date() })
        settings.newKey = { CatalogSettings.testKey }
        let catalog = try CatalogKind.onDisk.make(state, settings)
        let photo = ImaginaryPhoto(number: 1, captureTime: captured.flatMap { CaptureTime($0) })
        if try catalog.photoCount() == 0 {
            let path = FolderPath(name)
            try catalog.note([photo.file(at: path)]) { _ in .nothing }
            #expect(try catalog.readFiles(as: photo, photo.stamp) == [path])
        }
        try catalog.describe(with: FolderTexts())
        #expect(try catalog.ids() == [photo.id])
        return try catalog.page(after: nil, limit: 1)?.first?.date
    }

    @Test func `Server: photos that an older reader has read are read again, and keep their ids and places`() throws {
        let photos = photos(0..<3)
        let catalog = try SQLiteCatalog.inMemory(root: FilePath("/photos"), settings: .knowingKey())
        try catalog.add(photos)
        let ids = try catalog.ids()
        try catalog.change { try $0.reread(by: PhotoFacts.readerVersion) }
        #expect(try catalog.filesToReadCount() == 0)
        try catalog.change { try $0.reread(by: PhotoFacts.readerVersion - 1) }
        #expect(try catalog.filesToReadCount() == 3)
        #expect(try catalog.ids() == ids)
    }

    @Test(arguments: CatalogKind.allCases)
    func `Server: a photo that arrives later is on top, whatever its date and the clock say`(kind: CatalogKind) throws {
        let (now, elsewhere) = (Box(Date(timeIntervalSinceReferenceDate: 1_000)), Box<Double?>(nil))
        var settings = CatalogSettings.knowingKey(now: { now.value })
        settings.topElsewhere = { elsewhere.value }
        let catalog = try kind.make(state, settings)
        try catalog.add([ImaginaryPhoto(number: 1, date: 10), ImaginaryPhoto(number: 2, date: 5_000)])
        try catalog.endFirstImport()
        var expected = [2, 1]
        for (number, clock) in [(3, 1_000.0), (4, 500), (5, 6_000), (6, -1e9), (7, 6_000)] {
            now.set(Date(timeIntervalSinceReferenceDate: clock))
            try catalog.add([ImaginaryPhoto(number: number, date: -1_000)])
            expected.insert(number, at: 0)
            #expect(try catalog.ids() == expected.map { ImaginaryPhoto(number: $0).id })
        }
        try catalog.add([ImaginaryPhoto(number: 9, date: 9), ImaginaryPhoto(number: 8, date: 8)])
        #expect(try catalog.ids(limit: 2) == [9, 8].map { ImaginaryPhoto(number: $0).id })
        elsewhere.set(-1e10)
        try catalog.add([ImaginaryPhoto(number: 10, date: 0)])
        #expect(try catalog.page(from: nil, limit: 1).map(\.rank) == [(-1e10).nextDown])
    }

    @Test(arguments: CatalogKind.allCases)
    func `Server: a deleted photo's id still pages on, and it takes its place again later`(kind: CatalogKind) throws {
        let catalog = try kind.make(state)
        let photos = photos(0..<10)
        try catalog.add(photos)
        try catalog.endFirstImport()
        let all = try #require(try catalog.ids())
        try catalog.forget([photos[5].path, photos[4].path])
        #expect(try catalog.ids(after: photos[5].id) == Array(all[6...]))
        #expect(try catalog.ids()?.count == 8)
        #expect(try catalog.photo(photos[5].id) == nil)
        #expect(try catalog.comments(of: photos[5].id) == nil)
        #expect(try catalog.ids(after: UUID()) == nil)
        #expect(try catalog.ids(after: photos[0].id) == [])
        try catalog.add([photos[5], photos[4]])
        #expect(try catalog.ids() == all)
    }

    @Test(arguments: CatalogKind.allCases)
    func `Server: the version changes with everything that is seen, and with nothing else`(kind: CatalogKind) throws {
        let catalog = try kind.make(state)
        func changes(_ work: () throws -> Void) throws -> Bool {
            let before = catalog.version
            try work()
            return catalog.version != before
        }
        let photo = ImaginaryPhoto(number: 1)
        let entry = #"{"photos": [{"file": "photo-1.jpg", "description": "new"}]}"#
        let texts = FolderTexts(try FeedDocument(Array(entry.utf8), named: "feed.yaml"))
        #expect(try changes { try catalog.add([photo]) })
        #expect(try !changes { try catalog.note([photo.file()]) { _ in .nothing } })
        #expect(try !changes { try catalog.note([ImaginaryPhoto(number: 2).file()]) { _ in .nothing } })
        #expect(try !changes { try catalog.describe(with: FolderTexts()) })
        #expect(try changes { try catalog.describe(with: texts) })
        #expect(try !changes { try catalog.describe(with: texts) })
        #expect(try !changes { try catalog.forget([FolderPath("gone.jpg")]) })
        #expect(try changes { try catalog.forget([photo.path]) })
        #expect(try changes { try catalog.add([photo]) })
    }

    @Test(arguments: CatalogKind.allCases)
    func `Server: the version stays when a file changes without a change to what is seen`(kind: CatalogKind) throws {
        let catalog = try kind.make(state)
        let photo = ImaginaryPhoto(number: 1)
        func changes(_ path: FolderPath, _ stamp: FileStamp) throws -> Bool {
            let before = catalog.version
            try catalog.note([FolderFile(path: path, stamp: stamp)]) { _ in .nothing }
            #expect(try catalog.readFiles(as: photo, stamp) == [path])
            #expect(try catalog.photo(photo.id)?.stamp == stamp)
            return catalog.version != before
        }
        try catalog.add([photo])
        var stamp = photo.stamp
        func stamped(inode: UInt64, changed: Int64, modified: Int64 = 0) -> FileStamp {
            FileStamp(
                size: stamp.size, inode: inode,
                modified: .init(seconds: stamp.modified.seconds + modified, nanoseconds: 0),
                changed: .init(seconds: stamp.changed.seconds + changed, nanoseconds: 0))
        }
        // Other permissions, the same file written again, and another date of a photo with no other date.
        #expect(try !changes(photo.path, stamped(inode: stamp.inode, changed: 1)))
        #expect(try !changes(photo.path, stamped(inode: stamp.inode + 1, changed: 2)))
        #expect(try changes(photo.path, stamped(inode: stamp.inode, changed: 3, modified: 3)))
        // Another file with the same photo sorts first, and is removed.
        stamp = stamped(inode: 9, changed: 4, modified: 3)
        #expect(try !changes(FolderPath("a.jpg"), stamp))
        let version = catalog.version
        try catalog.forget([FolderPath("a.jpg")])
        #expect(catalog.version == version)
        #expect(try catalog.photo(photo.id)?.path == photo.path)
    }

    @Test(arguments: CatalogKind.allCases)
    func `Server: a photo with another path keeps its place, its texts and its comments`(kind: CatalogKind) throws {
        let catalog = try kind.make(state)
        let entry = """
            {"photos": [{"file": "photo-1.jpg", "description": "new", "comments": [
            {"message": "m", "created_at": "2026-11-20T19:10:00Z", "author": {"username": "u"}}]}]}
            """
        let texts = FolderTexts(try FeedDocument(Array(entry.utf8), named: "feed.yaml"))
        let photos = photos(0..<3)
        try catalog.add(photos, texts: texts)
        let all = try catalog.page(after: nil, limit: 10)
        let comments = try catalog.comments(of: photos[1].id)
        #expect(comments?.count == 1)

        let moved = photos[1].file(at: FolderPath("sub/other.jpg"))
        try catalog.note([moved]) { _ in .nothing }
        #expect(try catalog.photo(photos[1].id)?.path == FolderPath("sub/other.jpg"))
        #expect(try catalog.readFiles(as: photos[1], photos[1].stamp, texts) == [FolderPath("sub/other.jpg")])
        try catalog.describe(with: texts)
        #expect(try catalog.page(after: nil, limit: 10) == all)
        #expect(try catalog.comments(of: photos[1].id) == comments)
        #expect(try catalog.notices(about: texts).isEmpty)
    }

    @Test(arguments: CatalogKind.allCases)
    func `Server: a file that changed again while it was read is read once more`(kind: CatalogKind) throws {
        let catalog = try kind.make(state)
        let photo = ImaginaryPhoto(number: 1)
        try catalog.note([photo.file()]) { _ in .nothing }
        let asked = try catalog.filesToRead(limit: 1)
        try catalog.note([ImaginaryPhoto(number: 1, date: 5).file()]) { _ in .nothing }
        _ = try catalog.record(
            asked.map { FileReading(ticket: $0.ticket, path: $0.path, outcome: .photo(photo.facts, photo.stamp)) },
            texts: FolderTexts())
        #expect(try catalog.photoCount() == 0)
        #expect(try catalog.filesToReadCount() == 1)
    }

    @Test(arguments: CatalogKind.allCases)
    func `Server: a photo is read once more if a file beside it changed while it was read`(kind: CatalogKind) throws {
        let catalog = try kind.make(state)
        let (photo, sidecar) = (ImaginaryPhoto(number: 1), FolderPath("photo-1.jpg.xmp"))
        try catalog.note([photo.file()]) { _ in .nothing }
        let asked = try catalog.filesToRead(limit: 1)
        try catalog.note([photo.file(at: sidecar)]) { _ in .nothing }
        _ = try catalog.record(
            asked.map { FileReading(ticket: $0.ticket, path: $0.path, outcome: .photo(photo.facts, photo.stamp)) },
            texts: FolderTexts())
        #expect(try catalog.filesToRead(limit: 1).map(\.sidecars) == [[sidecar]])
        try catalog.readFiles(as: photo, photo.stamp)
        #expect(try catalog.filesToReadCount() == 0)
    }

    @Test(arguments: CatalogKind.allCases)
    func `Server: a photo that can't be decoded is out until one of its files changes`(kind: CatalogKind) throws {
        let catalog = try kind.make(state)
        let photos = photos(1..<4)
        let broken = photos[1]
        let copy = broken.file(at: FolderPath("copy.jpg"))
        try catalog.retryLeftOut()
        try catalog.add(photos)
        try catalog.note([copy]) { _ in .file(broken.file()) }
        try catalog.readFiles(as: broken, broken.stamp)
        #expect(try catalog.leftOut().kinds.map(\.count) == [0, 0, 0, 1, 0, 0])
        let version = catalog.version

        try catalog.record([SizingResult(photo: broken.id, outcome: .failed(reason: "its colours are broken"))])
        #expect(try catalog.ids() == [photos[2].id, photos[0].id])
        #expect(try catalog.ids(after: broken.id) == [photos[0].id])
        #expect(try catalog.photo(broken.id) == nil)
        #expect(catalog.version != version)
        #expect(try catalog.leftOut().kinds.map(\.count) == [0, 0, 0, 0, 0, 2])
        let lines = [copy.path, broken.path].map {
            "left out \($0.displayText), which can’t be decoded: its colours are broken"
        }
        #expect(try catalog.leftOut().lines == lines)
        try catalog.note([copy, broken.file()]) { _ in .nothing }
        try catalog.retryLeftOut()
        #expect(try catalog.filesToReadCount() == 0)

        let touched = ImaginaryPhoto(number: broken.number, date: 50)
        try catalog.note([touched.file(at: copy.path)]) { _ in .nothing }
        try catalog.readFiles(as: touched, touched.stamp)
        #expect(try catalog.ids() == [photos[2].id, broken.id, photos[0].id])
        #expect(try catalog.photo(broken.id)?.path == copy.path)
    }

    @Test(
        "Server: a photo whose decoding was given up stays, is tried again later and later, and is left out at last",
        arguments: CatalogKind.allCases)
    func recordLeavesOutWhatIsGivenUpAgainAndAgain(kind: CatalogKind) throws {
        let now = Box(Date(timeIntervalSinceReferenceDate: 1_000))
        let catalog = try kind.make(state, now: { now.value })
        let photo = ImaginaryPhoto(number: 1, size: PixelSize(width: 2_000, height: 1_000))
        func giveUp() throws {
            #expect(try catalog.photosToSize(limit: 9) == [photo.id])
            #expect(try catalog.mayBeSized(photo.id))
            try catalog.record([SizingResult(photo: photo.id, outcome: .gaveUp(reason: "the decoder ended"))])
            #expect(try catalog.photosToSize(limit: 9).isEmpty)
        }
        try catalog.retryLeftOut()
        try catalog.add([photo])
        for minutes in [1.0, 4, 16, 64] {
            try giveUp()
            #expect(try catalog.ids() == [photo.id])
            now.set(now.value + minutes * 60 - 1)
            #expect(try catalog.photosToSize(limit: 9).isEmpty)
            #expect(try !catalog.mayBeSized(photo.id))
            now.set(now.value + 1)
        }
        try giveUp()
        #expect(try catalog.ids() == [])
        #expect(try catalog.leftOut().lines == ["left out photo-1.jpg, which can’t be decoded: the decoder ended"])

        // It gets one attempt a day.
        for _ in 0..<2 {
            try catalog.retryLeftOut()
            #expect(try catalog.filesToReadCount() == 0)
            now.set(now.value + 86_400)
            try catalog.retryLeftOut()
            #expect(try catalog.readFiles(as: photo, photo.stamp) == [photo.path])
            #expect(try catalog.ids() == [photo.id])
            try giveUp()
            #expect(try catalog.ids() == [])
        }

        // A successful picture ends the count.
        now.set(now.value + 86_400)
        try catalog.retryLeftOut()
        #expect(try catalog.readFiles(as: photo, photo.stamp) == [photo.path])
        try catalog.record([SizingResult(photo: photo.id, outcome: .made(placeholder: []))])
        try catalog.sizeAgain()
        try giveUp()
        #expect(try catalog.ids() == [photo.id])
    }

    @Test func `Server: another version of the program tries again what made no picture`() throws {
        let photo = ImaginaryPhoto(number: 1)
        var settings = CatalogSettings.knowingKey(now: { Date(timeIntervalSinceReferenceDate: 0) })
        for (version, count) in [("1", 0), ("1", 0), ("2", 1)] {
            settings.version = version
            let catalog = try CatalogKind.onDisk.make(state, settings)
            try catalog.retryLeftOut()
            if try catalog.paths(after: nil, limit: 1).isEmpty {
                try catalog.add([photo])
                try catalog.record([SizingResult(photo: photo.id, outcome: .failed(reason: "broken"))])
            }
            #expect(try catalog.filesToReadCount() == count)
        }
    }

    @Test(arguments: CatalogKind.allCases)
    func `Server: an hour after its deletion only a photo's place is known, for its return`(kind: CatalogKind) throws {
        let now = Box(Date(timeIntervalSinceReferenceDate: 1_000))
        let entry = """
            {"photos": [{"file": "photo-1.jpg", "location": "Nafplio", "author": "Maria", "comments": [
            {"message": "a comment", "created_at": "2026-11-20T19:10:00Z", "author": {"username": "u"}}]}]}
            """
        let texts = FolderTexts(try FeedDocument(Array(entry.utf8), named: "feed.yaml"))
        let photo = ImaginaryPhoto(number: 1, date: 10, location: "37.972 N", size: PixelSize(width: 2_000, height: 10))
        let words = ["caption 1", "Nafplio", "Maria", "a comment", "37.972 N", "a placeholder"]
        let catalog = try kind.make(state, now: { now.value })
        /// Returns the contents of the database, its log and the log's index.
        func bytes() throws -> Data {
            let files = try FileManager.default.contentsOfDirectory(at: state.url, includingPropertiesForKeys: nil)
            return try files.reduce(Data()) { $0 + (try Data(contentsOf: $1)) }
        }
        func add() throws {
            try catalog.add([photo], texts: texts)
            try catalog.record([
                SizingResult(photo: photo.id, outcome: .made(placeholder: Array("a placeholder".utf8)))
            ])
        }
        // When a photo was added isn't kept.
        func page() throws -> [ListedPhoto]? {
            try catalog.page(after: nil, limit: 9)?.map {
                var photo = $0
                (photo.added, photo.updated) = (nil, nil)
                return photo
            }
        }
        try add()
        let before = try page()
        let comments = try catalog.comments(of: photo.id)
        #expect(comments?.count == 1)
        if kind == .onDisk {
            let bytes = try bytes()
            #expect(words.allSatisfy { bytes.contains($0) })
        }

        try catalog.forget([photo.path])
        now.set(now.value + 3_599)
        #expect(try catalog.photosToEmpty(limit: 9) == [])
        now.set(now.value + 1)
        #expect(try catalog.photosToEmpty(limit: 9) == [photo.id])
        try catalog.empty([photo.id], andTextsOf: [])
        #expect(try catalog.photosToEmpty(limit: 9) == [])
        #expect(try catalog.ids(after: photo.id) == [])
        if kind == .onDisk {
            let bytes = try bytes()
            #expect(words.filter { bytes.contains($0) } == [])
        }

        try catalog.add([photo], texts: texts)
        #expect(try catalog.photosToSize(limit: 9) == [photo.id])
        try add()
        #expect(try page() == before)
        #expect(try catalog.comments(of: photo.id) == comments)
        // A photo in the feed stays unchanged.
        try catalog.empty([photo.id], andTextsOf: [photo.id])
        #expect(try page() == before)
    }

    @Test func `Server: a page says where photos were taken only if asked for, and the document goes first`() throws {
        let photos = (0..<3).map { ImaginaryPhoto(number: $0, date: Double($0), location: "place \($0)") }
        let entries = #"[{"file": "photo-1.jpg", "location": "named"}, {"file": "photo-2.jpg", "location": ""}]"#
        let texts = FolderTexts(try FeedDocument(Array(#"{"photos": \#(entries)}"#.utf8), named: "feed.yaml"))
        func places(_ catalog: any PhotoCatalog) throws -> [String?]? {
            try catalog.page(after: nil, limit: 3)?.map(\.place)
        }
        let open = try CatalogKind.inMemory.make(state, showsLocations: true)
        try open.add(photos, texts: texts)
        #expect(try places(open) == [nil, "named", "place 0"])

        var versions: Set<CatalogVersion> = []
        for (showsLocations, expected) in [
            (false, [nil, "named", nil]), (true, [nil, "named", "place 0"]), (false, [nil, "named", nil]),
        ] {
            let saved = try CatalogKind.onDisk.make(state, showsLocations: showsLocations)
            if versions.isEmpty { try saved.add(photos, texts: texts) }
            #expect(try places(saved) == expected)
            // No client mistakes its saved page for the current one.
            #expect(versions.insert(saved.version).inserted)
        }
    }

    @Test func `Server: a page, its cursor and a photo are found by an index, without sorting`() throws {
        let catalog = try SQLiteCatalog.inMemory(root: FilePath("/photos"), settings: .knowingKey())
        try catalog.add(photos(0..<100))
        try catalog.read { database in
            try database.execute(sql: "ANALYZE")
            for sql in [
                SQLiteCatalog.pageSQL, SQLiteCatalog.rankSQL, SQLiteCatalog.photoSQL,
                SQLiteCatalog.commentsSQL, SQLiteCatalog.leftOutSQL, SQLiteCatalog.filesToReadSQL("ASC"),
                SQLiteCatalog.filesToReadSQL("DESC"), CatalogTransaction.pathsSQL(CatalogTransaction.files),
                PhotoMonth.nextRankSQL(of: "photo WHERE file IS NOT NULL"),
                PhotoMonth.countSQL(of: "photo WHERE file IS NOT NULL"),
            ] {
                let plan = try Self.plan(of: sql, in: database)
                #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
                let scans = plan.filter { $0.hasPrefix("SCAN") && !$0.contains("USING INDEX photo_in_order") }
                #expect(scans.isEmpty, "\(plan)")
            }
        }
    }

    @Test func `Server: the files beside a photo are found without looking through photos`() throws {
        let catalog = try SQLiteCatalog.inMemory(root: FilePath("/photos"), settings: .knowingKey())
        try catalog.read { database in
            let plan = try Self.plan(of: CatalogTransaction.pathsSQL(CatalogTransaction.sidecarFiles), in: database)
            #expect(plan == ["SEARCH file USING COVERING INDEX file_left_out (state=? AND path>? AND path<?)"])
        }
    }

    /// Returns how SQLite runs a statement.
    private static func plan(of sql: String, in database: Database) throws -> [String] {
        try Row.fetchAll(
            database, sql: "EXPLAIN QUERY PLAN \(sql)",
            arguments: StatementArguments(Array(repeating: 1, count: sql.count { $0 == "?" }))
        ).map { $0["detail"] as String }
    }
}

extension PhotoCatalog {
    /// Records that each file to read is of the photo, and returns the files' paths.
    @discardableResult
    fileprivate func readFiles(
        as photo: ImaginaryPhoto, _ stamp: FileStamp, _ texts: FolderTexts = FolderTexts()
    ) throws -> [FolderPath] {
        let files = try filesToRead(limit: 9)
        let outcome = FileReading.Outcome.photo(photo.facts, stamp)
        _ = try record(files.map { FileReading(ticket: $0.ticket, path: $0.path, outcome: outcome) }, texts: texts)
        return files.map(\.path)
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
