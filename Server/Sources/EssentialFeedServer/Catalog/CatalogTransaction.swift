import Crypto
import EssentialFeed
import Foundation
import GRDB
import ImageFormats

final class CatalogTransaction {
    /// The seconds between retries of all files that can't be decoded: slightly less than a day, because the whole
    /// folder is scanned once a day.
    private static let retryInterval = 23.0 * 3_600

    let database: Database
    let settings: CatalogSettings
    private let key: SymmetricKey
    var isVisible = false
    /// The digests of the photos whose ids aren't derived from them.
    var keptIDs: [UUID: ContentDigest] = [:]

    var now: Double { settings.now().timeIntervalSinceReferenceDate }

    init(_ database: Database, settings: CatalogSettings, key: SymmetricKey) {
        self.database = database
        self.settings = settings
        self.key = key
    }

    static func version(_ database: Database) throws -> CatalogVersion {
        guard let row = try database.row("SELECT name, version FROM catalog") else { throw CatalogError.damaged }
        return CatalogVersion(catalog: row[0], number: row[1])
    }

    /// Records for what folder and with what settings the catalog is opened. Whether locations are shown affects all pages.
    /// - Returns: The key for photo ids.
    static func begin(_ database: Database, root: String, _ settings: CatalogSettings) throws -> SymmetricKey {
        try database.execute(
            sql: "UPDATE catalog SET shows_locations = ?1, version = version + 1 WHERE shows_locations <> ?1",
            arguments: [settings.showsLocations])
        try database.execute(sql: "UPDATE catalog SET root = ?1 WHERE root IS DISTINCT FROM ?1", arguments: [root])
        if let key: Data = try database.value("SELECT key FROM catalog") { return SymmetricKey(data: key) }
        let key = settings.newKey()
        try database.execute(sql: "UPDATE catalog SET key = ?", arguments: [key.withUnsafeBytes { Data($0) }])
        return key
    }

    static func isFirstImport(_ database: Database) throws -> Bool {
        try database.value("SELECT is_first_import FROM catalog") ?? true
    }

    /// Marks the files of all photos to be read again if they were read by another version of the reader.
    func reread(by version: Int = PhotoFacts.readerVersion) throws {
        try run("UPDATE catalog SET reader = ?1 WHERE reader IS DISTINCT FROM ?1", [version])
        guard database.changesCount > 0 else { return }
        try run(
            "UPDATE file SET state = ?, revision = revision + 1 WHERE photo IS NOT NULL", [FileState.changed.rawValue])
    }

    // MARK: Noting files

    func note(_ file: FolderFile, look: (FolderPath) -> FolderItem) throws {
        if SidecarName(file.path.name) != nil {
            try noteSidecar(file)
        } else if let known = try row(at: file.path) {
            if known.stamp != file.stamp { try noteChange(of: known, to: file) }
        } else if file.stamp.size == 0 {
            try insert(file, as: .empty)
        } else if let (old, path) = try movedFile(to: file, look: look) {
            // The content decides; until it is read, the file keeps the stamp of the known content.
            try run(
                "UPDATE file SET path = ?, sort_key = ?, state = ?, revision = revision + 1 WHERE number = ?",
                [file.path.data, file.path.sortKey, FileState.changed.rawValue, old.number])
            if let photo = old.photo { try chooseFile(of: photo) }
            // Another file may have taken the old path.
            if case .file(let successor) = look(path) { try note(successor, look: look) }
        } else {
            try insert(file, as: .unread)
        }
    }

    private func insert(_ file: FolderFile, as state: FileState) throws {
        try run(
            """
            INSERT INTO file (
                path, sort_key, size, inode, modified, modified_nanoseconds, changed, changed_nanoseconds, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, [file.path.data, file.path.sortKey] + file.stamp.values + [state.rawValue])
    }

    private func noteChange(of known: FileRow, to file: FolderFile) throws {
        if file.stamp.size == 0 {
            try settle(known, file.stamp, as: .empty)
            try readAgain(known.photo, withoutCopyAt: file.path, known.state)
        } else if known.photo != nil {
            try run(
                "UPDATE file SET state = ?, revision = revision + 1 WHERE number = ?",
                [FileState.changed.rawValue, known.number])
        } else {
            try settle(known, file.stamp, as: .unread)
        }
    }

    private func movedFile(
        to file: FolderFile, look: (FolderPath) -> FolderItem
    ) throws -> (file: FileRow, path: FolderPath)? {
        let rows = try database.rows(
            "SELECT \(FileRow.columns), path FROM file WHERE inode = ? AND photo IS NOT NULL",
            [Int64(bitPattern: file.stamp.inode)])
        for row in rows {
            let old = try FileRow(row)
            let path = FolderPath(row[10] as Data)
            guard (old.stamp.size, old.stamp.modified) == (file.stamp.size, file.stamp.modified) else { continue }
            switch look(path) {
            case .nothing, .folder, .leftOut: return (old, path)
            case .file(let other) where other.stamp.inode != file.stamp.inode: return (old, path)
            case .file, .unknown: continue
            }
        }
        return nil
    }

    func forget(_ path: FolderPath) throws {
        guard let known = try row(at: path) else { return }
        try remove(known)
        if known.state == .sidecar { try readAgain(describedBy: path) }
        try readAgain(known.photo, withoutCopyAt: path, known.state)
    }

    private func remove(_ file: FileRow) throws {
        // SQLite checks the photo's reference to its file at the end of each statement.
        try detach(file)
        try run("DELETE FROM file WHERE number = ?", [file.number])
        if let photo = file.photo { try followConversion(of: photo) }
    }

    func retryLeftOut() throws {
        try run(
            """
            UPDATE catalog SET retried_by = ?1, retried = ?2
            WHERE retried_by IS DISTINCT FROM ?1 OR retried IS NULL OR abs(?2 - retried) >= ?3
            """, [settings.version, now, Self.retryInterval])
        let states = [FileState.unreadable, .unsettled] + (database.changesCount > 0 ? [.undecodable] : [])
        for state in states {
            try run(
                "UPDATE file SET state = ?, reason = NULL WHERE state = ? AND state > 2",
                [FileState.unread.rawValue, state.rawValue])
        }
    }

    // MARK: Recording what was read

    func record(_ readings: [FileReading], texts: FolderTexts) throws -> [FolderNotice] {
        var notices: [FolderNotice] = []
        var photos: [(file: FileRow, path: FolderPath, facts: PhotoFacts, stamp: FileStamp, date: Date)] = []
        var left: [(photo: Int64?, path: FolderPath, state: FileState)] = []
        for reading in readings {
            guard let file = try row(of: reading.ticket) else { continue }
            switch reading.outcome {
            case .photo(let facts, let stamp):
                let position = try position(of: reading.path, in: texts)
                let date = date(
                    of: facts, stamp.modificationDate, reading.path, position.map { texts.document.entries[$0] })
                photos.append((file, reading.path, facts, stamp, date))
                continue
            case .notAnImage(let stamp): try settle(file, stamp, as: .notAnImage)
            case .incomplete(let stamp): try settle(file, stamp, as: .incomplete)
            case .unreadable(let reason): try settle(file, file.stamp, as: .unreadable, reason: reason)
            case .changed:
                try run("UPDATE file SET state = ? WHERE number = ?", [FileState.unsettled.rawValue, file.number])
            }
            left.append((file.photo, reading.path, file.state))
            if let state = try self.row(at: reading.path)?.state,
                let notice = FolderNotice(state, path: reading.path, reason: reading.outcome.reason)
            {
                notices.append(notice)
            }
        }
        // The newest photo of an arrival goes on top.
        let keyed = photos.map { ($0, $0.path.sortKey) }
        photos = keyed.sorted { one, other in
            one.0.date == other.0.date ? one.1.lexicographicallyPrecedes(other.1) : one.0.date < other.0.date
        }.map(\.0)
        // Unchanged files keep their photos, even if others hold the same picture.
        let known = try Set(photos.map(\.facts.digest).filter { try Self.photo($0, in: database) != nil })
        let unchanged = photos.filter { known.contains($0.facts.digest) }
        let others = photos.filter { !known.contains($0.facts.digest) }
        var successions: [PhotoSuccession] = []
        let hiddenAndClosed = others.isEmpty ? [] : try settings.hiddenAndClosed()
        for photo in unchanged + others {
            guard let file = try row(at: photo.path) else { continue }
            let identified = try Self.identify(
                photo.facts, at: photo.path, file: file.number, hiddenAndClosed: hiddenAndClosed, in: database)
            let number = try identified.photo ?? insert(photo.facts, date: photo.date)
            if identified.photo == nil, !identified.known.isEmpty {
                let id: UUID? = try database.value("SELECT id FROM photo WHERE number = ?", [number])
                successions += id.map { [PhotoSuccession(photo: $0, path: photo.path, known: identified.known)] } ?? []
            }
            try record(photo.facts, of: number, in: file, photo.stamp, texts: texts)
            if let old = file.photo, old != number { left.append((old, photo.path, .photo)) }
        }
        // Not before: a file that is to be read again doesn't keep its photo from the others.
        for (photo, path, state) in left { try readAgain(photo, withoutCopyAt: path, state) }
        for photo in photos { notices += try duplicateNotice(photo.path) }
        // Before the transaction ends: hidden photos must never become visible.
        if !successions.isEmpty { notices += try settings.succeed(successions).map { .tookHiddenPlace($0.path) } }
        return notices
    }

    private func record(
        _ facts: PhotoFacts, of number: Int64, in file: FileRow, _ stamp: FileStamp, texts: FolderTexts
    ) throws {
        // A photo without a file may have lost everything but its place.
        try run(
            "UPDATE photo SET added = ?1, updated = ?1 WHERE number = ?2 AND added IS NULL AND file IS NULL",
            [now, number])
        let isEdited = try replace(number, facts)
        try update(number, facts)
        try run(
            "UPDATE photo SET sizing = ?, size_after = NULL WHERE number = ? AND sizing = ?",
            [PhotoSizing(facts).rawValue, number, PhotoSizing.failed.rawValue])
        if let old = file.photo, old != number { try detach(file) }
        try run(
            """
            UPDATE file SET size = ?, inode = ?, modified = ?, modified_nanoseconds = ?, changed = ?,
                changed_nanoseconds = ?, state = ?, reason = NULL, photo = ?
            WHERE number = ?
            """, stamp.values + [FileState.photo.rawValue, number, file.number])
        try chooseFile(of: number)
        if let described = try describedFile(of: number), described != file.number {
            // Until now, this file may have been the described one.
            if file.photo == number { try readAgain(described) }
        } else {
            try update(number, facts.metadata)
        }
        try describe(number, with: texts, isEdited: isEdited)
    }

    private func insert(_ facts: PhotoFacts, date: Date) throws -> Int64 {
        let id = try newID(facts.digest)
        if id != facts.digest.id(with: key) { keptIDs[id] = facts.digest }
        // `update` adds what these columns lack.
        let number: Int64? = try database.value(
            """
            INSERT INTO photo (id, rank, digest, format, date, description, sizing, alternative, added, updated)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?9, ?9) RETURNING number
            """,
            [
                id, try rank(date: date), facts.digest.data, facts.format.rawValue, date.timeIntervalSinceReferenceDate,
                facts.metadata.caption.flatMap { $0.isEmpty ? nil : $0 }, PhotoSizing(facts).rawValue,
                facts.metadata.alternative, now,
            ])
        guard let number else { throw CatalogError.damaged }
        return number
    }

    /// Returns the id of a photo with these bytes. A photo edited since it had these bytes keeps its id.
    private func newID(_ digest: ContentDigest) throws -> UUID {
        var (id, bytes) = (try settings.remembered(digest) ?? digest.id(with: key), digest.bytes)
        while try photo(id) != nil {
            bytes.append(0)
            id = ContentDigest(of: bytes).id(with: key)
        }
        return id
    }

    /// Records facts of a new photo, or of the same bytes that another version of the reader didn't read, or that were
    /// forgotten while the photo was deleted.
    private func update(_ number: Int64, _ facts: PhotoFacts) throws {
        try run(
            """
            UPDATE photo SET width = ?1, height = ?2, cleaning = ?3, sizing = ?4 WHERE number = ?5
            AND (width <> ?1 OR height <> ?2 OR cleaning <> ?3)
            """,
            [
                facts.size.width, facts.size.height, facts.animation.rawValue, PhotoSizing(facts).rawValue, number,
            ])
        if database.changesCount > 0 { isVisible = true }
    }

    private func update(_ number: Int64, _ metadata: ImageMetadata) throws {
        try run(
            "UPDATE photo SET noted_location = ?1 WHERE number = ?2 AND noted_location IS DISTINCT FROM ?1",
            [metadata.location, number])
        if database.changesCount > 0, settings.showsLocations { isVisible = true }
        try run(
            "UPDATE photo SET alternative = ?1, updated = ?3 WHERE number = ?2 AND alternative IS DISTINCT FROM ?1",
            [metadata.alternative, number, now])
        if database.changesCount > 0 { isVisible = true }
        // The visible texts derived from these columns are updated later by `describe`.
        let captured = metadata.captureTime?.texts
        try run(
            """
            UPDATE photo SET caption = ?, captured = ?, captured_offset = ?, camera = ?, written = ?, capture_lasts = ?
            WHERE number = ?
            """,
            [
                metadata.caption, captured?.time, captured?.offset, metadata.camera, metadata.writtenTime?.texts.time,
                metadata.isCaptureTimeLasting, number,
            ])
    }

    /// Returns the rank of a new photo. Lower ranks are listed first.
    private func rank(date: Date) throws -> Double {
        guard let row = try database.row("SELECT is_first_import, top FROM catalog") else { throw CatalogError.damaged }
        let top: Double? = row[1]
        let rank: Double
        if row[0] {
            rank = -date.timeIntervalSinceReferenceDate
        } else {
            // The clock may have been set back, and a camera's clock may be ahead; new photos are placed on top even
            // then.
            rank = try [top, settings.topElsewhere()].reduce(-now) { min($0, $1?.nextDown ?? .infinity) }
        }
        try run("UPDATE catalog SET top = ?", [min(rank, top ?? .infinity)])
        return rank
    }

    /// Sorts the photos by date, newest first; photos of one date by name, because cameras and scanners count upwards.
    func sortByDate() throws {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT photo.number, rank, date FROM photo JOIN file ON file.number = photo.file
                ORDER BY date DESC, sort_key DESC
                """)
        var last = -Double.infinity
        var moved: [(number: Int64, rank: Double)] = []
        while let row = try rows.next() {
            last = max(-(row[2] as Double), last.nextUp)
            if last != row[1] { moved.append((row[0], last)) }
        }
        for photo in moved { try run("UPDATE photo SET rank = ? WHERE number = ?", [photo.rank, photo.number]) }
        try run(
            """
            UPDATE catalog SET top = (SELECT min(rank) FROM photo) WHERE top > (SELECT min(rank) FROM photo)
            """)
        if !moved.isEmpty { isVisible = true }
    }

    /// Forgets everything about a photo without a file except its id, rank and digest, which identify a returning
    /// photo.
    func empty(_ id: UUID) throws {
        try forgetTexts(of: id)
        guard let photo = try photo(id) else { return }
        try run(
            """
            UPDATE photo SET gone = NULL, captured = NULL, captured_offset = NULL, date = 0, added = NULL, updated = NULL,
                placeholder = NULL, camera = NULL, look = NULL, path = NULL, written = NULL, capture_lasts = 0,
                copied = NULL,
                sizing = CASE WHEN sizing = ? AND placeholder IS NOT NULL THEN ? ELSE sizing END
            WHERE number = ? AND file IS NULL
            """, [PhotoSizing.done.rawValue, PhotoSizing.toBeMade.rawValue, photo])
    }

    /// Forgets the texts of a photo without a file.
    func forgetTexts(of id: UUID) throws {
        guard let photo = try photo(id) else { return }
        try run(
            """
            UPDATE photo SET caption = NULL, noted_location = NULL, description = NULL, place = NULL, author = NULL,
                entry = NULL, alternative = NULL
            WHERE number = ? AND file IS NULL
            """, [photo])
        if database.changesCount > 0 { try run("DELETE FROM comment WHERE photo = ?", [photo]) }
    }

    // MARK: Recording sizes

    /// Records the sizes made, unless the picture has changed since.
    func recordSizes(_ result: SizingResult, placeholder: [UInt8], look: PhotoLook?) throws {
        try run(
            """
            UPDATE photo SET sizing = ?, attempts = 0, size_after = NULL, look = coalesce(?, look)
            WHERE id = ? AND version = ?
            """, [PhotoSizing.done.rawValue, look?.data, result.photo, result.version])
        try run(
            "UPDATE photo SET placeholder = ?1 WHERE id = ?2 AND version = ?3 AND placeholder IS DISTINCT FROM ?1",
            [Data(placeholder), result.photo, result.version])
        if database.changesCount > 0 { isVisible = true }
    }

    /// Counts an abandoned attempt. The next attempt has to wait; after the last one the photo is left out.
    func postpone(_ id: UUID, reason: String) throws {
        try run("UPDATE photo SET attempts = attempts + 1 WHERE id = ?", [id])
        guard let attempts: Int = try database.value("SELECT attempts FROM photo WHERE id = ?", [id]) else { return }
        if attempts >= SizingResult.maximumAttempts { return try leaveOut(id, reason: reason) }
        let next = settings.now() + SizingResult.pause(afterAttempts: attempts)
        try run("UPDATE photo SET size_after = ? WHERE id = ?", [next.timeIntervalSinceReferenceDate, id])
    }

    func leaveOut(_ id: UUID, reason: String) throws {
        guard let photo = try photo(id) else { return }
        try run("UPDATE photo SET sizing = ? WHERE number = ?", [PhotoSizing.failed.rawValue, photo])
        let rows = try database.rows(
            "SELECT \(FileRow.columns) FROM file WHERE photo = ? AND state IN (?, ?)",
            [photo, FileState.photo.rawValue, FileState.duplicate.rawValue])
        for row in rows {
            let file = try FileRow(row)
            try settle(file, file.stamp, as: .undecodable, reason: reason)
        }
    }

    private func duplicateNotice(_ path: FolderPath) throws -> [FolderNotice] {
        let data: Data? = try database.value(
            """
            SELECT first.path FROM file JOIN photo ON photo.number = file.photo
            JOIN file AS first ON first.number = photo.file WHERE file.path = ?
            """, [path.data])
        guard let first = data.map({ FolderPath($0) }), first != path else { return [] }
        return [.duplicate(path, of: first)]
    }

    // MARK: Files and their photos

    /// Records the state of a file that isn't a photo.
    private func settle(_ file: FileRow, _ stamp: FileStamp, as state: FileState, reason: String? = nil) throws {
        try detach(file)
        try run(
            """
            UPDATE file SET size = ?, inode = ?, modified = ?, modified_nanoseconds = ?, changed = ?,
                changed_nanoseconds = ?, state = ?, revision = revision + 1, reason = ?
            WHERE number = ?
            """, stamp.values + [state.rawValue, reason, file.number])
    }

    private func detach(_ file: FileRow) throws {
        guard let photo = file.photo else { return }
        try run("UPDATE file SET photo = NULL WHERE number = ?", [file.number])
        // The oldest copy, even a removed one, dates a photo without a date. Each copy has the time that a program wrote.
        try run(
            """
            UPDATE photo SET copied = ?1 WHERE number = ?2 AND written IS NULL AND (copied IS NULL OR copied > ?1)
            """, [file.stamp.modificationDate.timeIntervalSinceReferenceDate, photo])
        try chooseFile(of: photo)
    }

    /// Assigns a photo the first of its files by path. A photo without files is unpublished.
    func chooseFile(of photo: Int64) throws {
        let file: Int64? = try database.value(
            "SELECT number FROM file WHERE photo = ? ORDER BY path LIMIT 1", [photo])
        let isGone: Bool? = try database.value("SELECT file IS NULL FROM photo WHERE number = ?", [photo])
        try run(
            """
            UPDATE photo SET file = ?1, gone = CASE WHEN ?1 IS NULL THEN CAST(?2 AS DOUBLE PRECISION) END
            WHERE number = ?3 AND file IS DISTINCT FROM ?1
            """,
            [file, now, photo])
        if let file {
            try run("UPDATE photo SET path = (SELECT path FROM file WHERE number = ?) WHERE number = ?", [file, photo])
        }
        // Readers can't see which of several identical files has the photo.
        if isGone != (file == nil) { isVisible = true }
        try run(
            """
            UPDATE file SET state = CASE number WHEN ? THEN CAST(? AS BIGINT) ELSE ? END
            WHERE photo = ? AND state IN (?, ?)
            """,
            [
                file, FileState.photo.rawValue, FileState.duplicate.rawValue, photo, FileState.photo.rawValue,
                FileState.duplicate.rawValue,
            ])
    }

    private func row(at path: FolderPath) throws -> FileRow? {
        try database.row("SELECT \(FileRow.columns) FROM file WHERE path = ?", [path.data]).map(FileRow.init)
    }

    private func row(of ticket: FileTicket) throws -> FileRow? {
        try database.row(
            "SELECT \(FileRow.columns) FROM file WHERE number = ? AND revision = ? AND state < 2",
            [ticket.file, ticket.revision]
        ).map(FileRow.init)
    }

    private func photo(_ id: UUID) throws -> Int64? {
        try database.value("SELECT number FROM photo WHERE id = ?", [id])
    }

    static func photo(_ digest: ContentDigest, in database: Database) throws -> Int64? {
        try database.value("SELECT number FROM photo WHERE digest = ?", [digest.data])
    }

    /// Returns when a photo was taken, according to the document, the camera, the file's name or else the file.
    /// - Parameter known: The date of an earlier file of the photo: a newer file doesn't make the photo newer.
    func date(
        of facts: PhotoFacts, _ modified: Date, _ path: FolderPath, _ entry: FeedDocument.Entry?,
        known: Date = .distantFuture
    ) -> Date {
        let written = min(facts.metadata.writtenTime?.date(in: .gmt) ?? modified, known)
        return entry?.date ?? facts.metadata.captureTime?.date(in: settings.zone)
            ?? FileNameTime(path.name, now: settings.now())?.date(in: settings.zone, written: written) ?? written
    }

    func run(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) throws {
        try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
    }
}

extension FileReading.Outcome {
    fileprivate var reason: String? {
        if case .unreadable(let reason) = self { reason } else { nil }
    }
}
