import EssentialFeed
import Foundation
import GRDB
import Synchronization

extension SQLiteCatalog: PhotoCatalog {
    private static let describedAtOnce = 256
    /// In seconds. A moved file may be missing for a while.
    private static let keptWithoutFile = 3_600.0
    /// In seconds. A right clock may go back this far, but a time further in the future is from a wrong clock.
    private static let longestStepBack = 86_400.0
    private static let namedFiles = 5

    func note(_ files: [FolderFile], look: (FolderPath) -> FolderItem) throws {
        try change { transaction in
            for file in files { try transaction.note(file, look: look) }
        }
    }

    func forget(_ paths: [FolderPath]) throws {
        try change { transaction in
            for path in paths { try transaction.forget(path) }
        }
    }

    func paths(after path: FolderPath?, limit: Int) throws -> [FolderPath] {
        let paths: [Data] = try read {
            try $0.values("SELECT path FROM file WHERE path > ? ORDER BY path LIMIT ?", [path?.data ?? Data(), limit])
        }
        return paths.map(FolderPath.init)
    }

    func isFirstImport() throws -> Bool {
        try read(CatalogTransaction.isFirstImport)
    }

    func folder() throws -> FolderIdentity? {
        try read { database in
            try database.row("SELECT device, inode FROM catalog WHERE inode IS NOT NULL").map {
                FolderIdentity(device: UInt64(bitPattern: $0[0]), inode: UInt64(bitPattern: $0[1]))
            }
        }
    }

    func record(_ folder: FolderIdentity) throws {
        guard try self.folder() != folder else { return }
        try change {
            try $0.run(
                "UPDATE catalog SET device = ?, inode = ?",
                [Int64(bitPattern: folder.device), Int64(bitPattern: folder.inode)])
        }
    }

    func sortAgain() throws {
        try change { try $0.run("UPDATE catalog SET is_first_import = 1") }
    }

    func endFirstImport() throws {
        try change { transaction in
            try transaction.sortByDate()
            try transaction.run("UPDATE catalog SET is_first_import = 0")
        }
    }

    func retryLeftOut() throws {
        try change { try $0.retryLeftOut() }
    }

    func filesToReadCount() throws -> Int {
        try read { try $0.value("SELECT count(*) FROM file WHERE state < 2") ?? 0 }
    }

    func filesToRead(limit: Int) throws -> [FileToRead] {
        try read { database in
            let direction = try CatalogTransaction.isFirstImport(database) ? "DESC" : "ASC"
            var files: [FileToRead] = []
            for state in [FileState.changed, .unread] where files.count < limit {
                let rows = try database.rows(
                    Self.filesToReadSQL(direction), [state.rawValue, limit - files.count])
                files += try rows.map { row in
                    let path = FolderPath(row[1] as Data)
                    return FileToRead(
                        path: path, ticket: FileTicket(file: row[0], revision: row[2]),
                        sidecars: try CatalogTransaction.sidecars(of: path, in: database))
                }
            }
            return files
        }
    }

    static func filesToReadSQL(_ direction: String) -> String {
        """
        SELECT number, path, revision FROM file WHERE state = ? AND state < 2
        ORDER BY modified \(direction), sort_key \(direction) LIMIT ?
        """
    }

    func lackLook(_ readings: [FileReading]) throws -> [Int] {
        try read { database in
            try readings.indices.filter { index in
                let reading = readings[index]
                guard case .photo(let facts, _) = reading.outcome, facts.look == nil else { return false }
                return try CatalogTransaction.identify(
                    facts, at: reading.path, file: reading.ticket.file, hiddenAndClosed: [], in: database
                ).lacksLook
            }
        }
    }

    func record(_ readings: [FileReading], texts: FolderTexts) throws -> [FolderNotice] {
        try change { try $0.record(readings, texts: texts) }
    }

    func photosToSize(limit: Int) throws -> [UUID] {
        let now = settings.now().timeIntervalSinceReferenceDate
        return try read { try $0.values(Self.photosToSizeSQL, [now, now + SizingResult.longestPause, limit]) }
    }

    static let photosToSizeSQL = """
        SELECT id FROM photo WHERE file IS NOT NULL AND sizing = 0
            AND (size_after IS NULL OR size_after <= ? OR size_after > ?)
        ORDER BY rank, id LIMIT ?
        """

    func mayBeSized(_ photo: UUID) throws -> Bool {
        let after: Double? = try read { try $0.value("SELECT size_after FROM photo WHERE id = ?", [photo]) }
        let now = settings.now().timeIntervalSinceReferenceDate
        return after.map { $0 <= now || $0 > now + SizingResult.longestPause } ?? true
    }

    func record(_ results: [SizingResult]) throws {
        try change { transaction in
            for result in results {
                switch result.outcome {
                case .made(let placeholder, let look):
                    try transaction.recordSizes(result, placeholder: placeholder, look: look)
                case .failed(let reason): try transaction.leaveOut(result.photo, reason: reason)
                case .gaveUp(let reason): try transaction.postpone(result.photo, reason: reason)
                }
            }
        }
    }

    func sizeAgain() throws {
        try change { try $0.run("UPDATE photo SET sizing = 0 WHERE sizing = 1 AND placeholder IS NOT NULL") }
    }

    func photosToEmpty(limit: Int) throws -> [UUID] {
        guard try filesToReadCount() == 0 else { return [] }
        return try read {
            try $0.values(
                Self.photosToEmptySQL,
                [
                    settings.now().timeIntervalSinceReferenceDate, Self.keptWithoutFile, Self.longestStepBack, limit,
                ])
        }
    }

    static let photosToEmptySQL = """
        SELECT id FROM photo WHERE gone IS NOT NULL AND (?1 - gone >= ?2 OR gone - ?1 > ?3) ORDER BY gone LIMIT ?4
        """

    func empty(_ photos: [UUID], andTextsOf others: [UUID]) throws {
        if !photos.isEmpty || !others.isEmpty {
            try change { transaction in
                for photo in photos { try transaction.empty(photo) }
                for photo in others { try transaction.forgetTexts(of: photo) }
            }
            hasErased.withLock { $0 = true }
        }
        try truncateLog()
    }

    func describe(with texts: FolderTexts) throws {
        let zone = settings.zone.identifier
        var numbers = try read { database in
            let old: String? = try database.value("SELECT zone FROM catalog")
            return try CatalogTransaction.describedPhotos(database, texts: texts, andWithoutZone: old != zone)
        }[...]
        while !numbers.isEmpty {
            let part = numbers.prefix(Self.describedAtOnce)
            try change { transaction in
                for number in part { try transaction.describe(number, with: texts) }
            }
            numbers.removeFirst(part.count)
        }
        try change { try $0.run("UPDATE catalog SET zone = ?1 WHERE zone IS DISTINCT FROM ?1", [zone]) }
    }

    func notices(about texts: FolderTexts) throws -> [FolderNotice] {
        try read { database in
            var notices: [FolderNotice] = []
            var firsts: [Int64: String] = [:]
            for entry in texts.document.entries {
                guard let photo = try CatalogTransaction.photo(of: entry, texts: texts, in: database) else {
                    notices.append(.missing(file: entry.file, document: texts.document.name, line: entry.line))
                    continue
                }
                if let first = firsts[photo] {
                    notices.append(
                        .sameContent(
                            file: entry.file, document: texts.document.name, line: entry.line, other: first))
                } else {
                    firsts[photo] = entry.file
                }
            }
            return notices
        }
    }

    func photo(named file: String, in texts: FolderTexts) throws -> UUID? {
        let forms = [file, file.precomposedStringWithCanonicalMapping, file.decomposedStringWithCanonicalMapping]
        return try read { database in
            for form in forms {
                let entry = FeedDocument.Entry(line: 0, file: form)
                guard let number = try CatalogTransaction.photo(of: entry, texts: texts, in: database) else { continue }
                return try database.value("SELECT id FROM photo WHERE number = ?", [number])
            }
            return nil
        }
    }

    func leftOut() throws -> LeftOutFiles {
        try read { database in
            LeftOutFiles(
                kinds: try [.notAnImage, .incomplete, .empty, .duplicate, .unreadable, .undecodable].map {
                    try Self.leftOut($0, in: database)
                })
        }
    }

    static func leftOut(_ state: FileState, in database: Database) throws -> LeftOutFiles.Kind {
        let first = try database.rows(leftOutSQL, [state.rawValue, namedFiles]).compactMap { row in
            FolderNotice(
                state, path: FolderPath(row[0] as Data), reason: row[1],
                first: (row[2] as Data?).map { FolderPath($0) })
        }
        let count: Int? = try database.value(
            "SELECT count(*) FROM file WHERE state = ? AND state > 2", [state.rawValue])
        return LeftOutFiles.Kind(first: first, count: count ?? 0)
    }

    static let leftOutSQL = """
        SELECT file.path, file.reason, first.path FROM file
        LEFT JOIN photo ON photo.number = file.photo LEFT JOIN file AS first ON first.number = photo.file
        WHERE file.state = ? AND file.state > 2 ORDER BY file.path LIMIT ?
        """
}

extension FolderNotice {
    /// - Parameter first: The photo's first file by path.
    /// - Returns: `nil` for a file that isn't left out.
    init?(_ state: FileState, path: FolderPath, reason: String? = nil, first: FolderPath? = nil) {
        switch state {
        case .notAnImage: self = .leftOut(path, .notAnImage)
        case .incomplete: self = .leftOut(path, .incomplete)
        case .empty: self = .leftOut(path, .empty)
        case .unreadable: self = .leftOut(path, .unreadable, detail: reason ?? "")
        case .undecodable: self = .leftOut(path, .undecodable, detail: reason ?? "")
        case .duplicate:
            guard let first else { return nil }
            self = .duplicate(path, of: first)
        case .changed, .unread, .photo, .unsettled, .sidecar: return nil
        }
    }
}
