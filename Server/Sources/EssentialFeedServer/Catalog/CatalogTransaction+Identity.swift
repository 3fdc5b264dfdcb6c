import Foundation
import GRDB
import ImageFormats

struct IdentifiedPhoto {
    /// The known photo; `nil` for a new one.
    var photo: Int64?
    /// The ids of the other photos that the file may hold or has replaced.
    var known: Set<UUID> = []
    /// Whether the look of the picture could tell more.
    var lacksLook = false
}

extension CatalogTransaction {
    /// The most photos of one picture, stem or capture time, and the most photos without a file, to compare a file
    /// with. Photos without a file for an hour are forgotten.
    private static let (maximumOfOneTime, maximumGone) = (32, 256)
    /// The most photos to search for parts. Comparing a part takes a hundred times as long as comparing a whole.
    private static let maximumParts = 64
    /// A photo isn't the origin of a file if it is this much less similar to the file than the most similar photo.
    private static let margin = 0.1
    /// In seconds. A converter writes the new file before it removes the old one.
    private static let longestConversion = 600.0

    static let evidence =
        "number, id, digest, picture, path, captured, camera, look, width, height, file IS NULL, capture_lasts"

    private struct Candidate {
        let number: Int64
        let id: UUID
        let evidence: PhotoEvidence
        let isGone: Bool

        init(_ row: Row) throws {
            guard let digest = ContentDigest(bytes: row[2] as Data) else { throw CatalogError.damaged }
            (number, id, isGone) = (row[0], row[1], row[10])
            evidence = PhotoEvidence(
                digest: digest, picture: (row[3] as Data?).flatMap { ContentDigest(bytes: $0) },
                path: (row[4] as Data?).map { FolderPath($0) }, captured: row[5],
                isCaptureTimeLasting: row[11], camera: row[6],
                look: (row[7] as Data?).flatMap { PhotoLook(bytes: Array($0)) },
                size: PixelSize(width: row[8], height: row[9]))
        }
    }

    /// Finds the photo in a file. A photo that another file holds unchanged stays with that file.
    static func identify(
        _ facts: PhotoFacts, at path: FolderPath, file: Int64, hiddenAndClosed: Set<UUID>, in database: Database
    ) throws -> IdentifiedPhoto {
        if let known = try photo(facts.digest, in: database) { return IdentifiedPhoto(photo: known) }
        let new = PhotoEvidence(facts, at: path)
        let current: Int64? = try database.value("SELECT photo FROM file WHERE number = ?", [file])
        var identified = IdentifiedPhoto()
        var same: [(candidate: Candidate, strength: Int)] = []
        var parts = 0
        let candidates = try candidates(for: new, current: current, in: database)
        let turns = new.look?.turns
        let likenesses = candidates.map { candidate in
            turns.flatMap { candidate.evidence.look?.likeness(to: $0) }
        }
        let mostAlike = likenesses.compactMap(\.self).max() ?? 0
        for (candidate, likeness) in zip(candidates, likenesses) {
            let isHere = candidate.number == current || candidate.evidence.path == path
            var known = candidate.evidence
            // A moved file keeps its place.
            if candidate.number == current { known.path = path }
            let hasSamePicture = new.picture != nil && new.picture == known.picture
            let isMuchLessAlike = likeness.map { $0 < mostAlike - margin } ?? false
            if mostAlike >= PhotoIdentity.elsewhere, isMuchLessAlike, !isHere, !hasSamePicture { continue }
            // If everyone sees the photo and its path is another one, a part needn't be found.
            if hiddenAndClosed.contains(candidate.id) { parts += 1 }
            let mayBePart = isHere || hiddenAndClosed.contains(candidate.id) && parts <= maximumParts
            switch PhotoIdentity(of: new, as: known, likeness: likeness, mayBePart: mayBePart) {
            case .same:
                let isFree = try candidate.isGone || !isHeld(candidate.number, exceptBy: file, in: database)
                if isFree {
                    same.append((candidate, (hasSamePicture ? 4 : 0) + (isHere ? 2 : 0) + (candidate.isGone ? 1 : 0)))
                }
                identified.known.insert(candidate.id)
            case .doubtful:
                identified.known.insert(candidate.id)
                if new.look == nil, known.look != nil { identified.lacksLook = true }
            case .different:
                if isHere { identified.known.insert(candidate.id) }
            }
        }
        let best = same.map(\.strength).max() ?? 0
        let bestOnes = same.filter { $0.strength == best }
        // Two photos of a burst may both be like the file.
        if let only = bestOnes.first, bestOnes.count == 1 || best >= 4 {
            identified.photo = only.candidate.number
            identified.lacksLook = false
        } else if !hiddenAndClosed.isEmpty {
            identified.known.formUnion(try goneWithoutComparison(for: new, in: database))
        }
        identified.known.formIntersection(hiddenAndClosed)
        return identified
    }

    /// Returns the ids of photos without a file beyond the number to compare with.
    private static func goneWithoutComparison(for new: PhotoEvidence, in database: Database) throws -> Set<UUID> {
        let captured = new.isCaptureTimeLasting ? new.captured : nil
        // As `PhotoIdentity` compares them: two days without a time may be the same.
        let day = captured.flatMap { PhotoIdentity.isDay($0) ? String($0.prefix(10)) : nil }
        return try Set(
            database.values(
                """
                SELECT id FROM (
                    SELECT id, captured, capture_lasts FROM photo WHERE gone IS NOT NULL
                    ORDER BY gone DESC, number DESC LIMIT \(Int64.max) OFFSET \(maximumGone)) AS older
                WHERE captured IS NULL OR capture_lasts = 0
                    OR substr(captured, 1, 19) = substr(coalesce(?, captured), 1, 19)
                    OR substr(captured, 1, 10) = ? AND substr(captured, 12) IN ('00:00:00', '12:00:00')
                """, [captured, day]))
    }

    private static func candidates(
        for new: PhotoEvidence, current: Int64?, gone: Int = maximumGone, in database: Database
    ) throws -> [Candidate] {
        let stem = new.path?.stem ?? []
        let end = stem.last == UInt8(ascii: ".") ? stem.dropLast() + [UInt8(ascii: "/")] : stem
        var known = [current]
        let beside = try Row.fetchCursor(
            database.cachedStatement(sql: "SELECT number, path FROM photo WHERE path > ? AND path < ?"),
            arguments: [Data(stem), Data(end)])
        while known.count <= maximumOfOneTime, let row = try beside.next() {
            let name = (row[1] as Data).dropFirst(stem.count)
            if !name.contains(UInt8(ascii: ".")) { known.append(row[0]) }
        }
        return try database.rows(
            """
            SELECT \(evidence) FROM photo WHERE number IN (
                SELECT * FROM (SELECT number FROM photo WHERE picture = ? LIMIT \(maximumOfOneTime)) AS same
                UNION ALL SELECT number FROM photo WHERE path = ?
                UNION ALL SELECT * FROM (
                    SELECT number FROM photo WHERE captured = ? LIMIT \(maximumOfOneTime)) AS together
                UNION ALL SELECT * FROM (
                    SELECT number FROM photo WHERE gone IS NOT NULL ORDER BY gone DESC, number DESC
                    LIMIT ?) AS lost
                UNION ALL SELECT number FROM photo WHERE number IN (\(databaseQuestionMarks(count: known.count)))
            ) ORDER BY number
            """, [new.picture?.data, new.path?.data, new.captured, gone] + StatementArguments(known)
        ).map(Candidate.init)
    }

    /// Returns whether another file is known to hold a photo. A changed file may hold a different photo by now.
    private static func isHeld(_ photo: Int64, exceptBy file: Int64, in database: Database) throws -> Bool {
        try database.value(
            "SELECT 1 FROM file WHERE photo = ? AND number != ? AND state >= ? LIMIT 1",
            [photo, file, FileState.photo.rawValue]) ?? false
    }

    /// Records the current bytes of a photo. Images are made again only if the picture is drawn differently.
    /// - Returns: Whether a known file has been edited.
    func replace(_ number: Int64, _ facts: PhotoFacts) throws -> Bool {
        guard
            let old = try database.row(
                "SELECT digest, drawing, id, file IS NOT NULL OR gone IS NOT NULL FROM photo WHERE number = ?", [number]
            )
        else { return false }
        let (digest, drawing) = (facts.digest.data, facts.drawing?.data)
        try run(
            "UPDATE photo SET digest = ?, picture = ?, drawing = ?, format = ? WHERE number = ?",
            [digest, facts.picture?.data, drawing, facts.format.rawValue, number])
        guard old[0] != digest else { return false }
        keptIDs[old[2]] = facts.digest
        guard drawing == nil || old[1] != drawing else { return old[3] }
        try run(
            """
            UPDATE photo SET version = version + 1, look = ?, placeholder = NULL, sizing = ?, attempts = 0,
                size_after = NULL, updated = ? WHERE number = ?
            """,
            [
                facts.look?.data, PhotoSizing(facts).rawValue,
                now, number,
            ])
        isVisible = true
        return old[3]
    }

    /// Returns whether a photo and its file are newer than a time. A copy that existed before is not.
    private func isNew(_ photo: Int64, since time: Double) throws -> Bool {
        try database.value(
            """
            SELECT photo.added > ?1 AND file.changed + file.changed_nanoseconds / 1e9 > ?1 + ?2
            FROM photo JOIN file ON file.number = photo.file WHERE photo.number = ?3
            """, [time, Date.timeIntervalBetween1970AndReferenceDate, photo]) ?? false
    }

    /// Finds the file made from a photo by a conversion before its last file was removed.
    func followConversion(of photo: Int64) throws {
        let row = try database.row(
            "SELECT \(Self.evidence), added, copied, \(PhotoFacts.columns) FROM photo WHERE number = ? AND file IS NULL",
            [photo])
        guard let row else { return }
        let old = try Candidate(row)
        let start = max((row[12] as Double?) ?? .infinity, now - Self.longestConversion)
        let all = try Self.candidates(for: old.evidence, current: nil, gone: 0, in: database)
        let new = try all.filter { candidate in
            try candidate.number != photo && !candidate.isGone
                && PhotoIdentity(of: candidate.evidence, as: old.evidence) == .same
                && isNew(candidate.number, since: start)
                && !settings.isTalkedAbout(candidate.id)
        }
        guard let new = new.first else { return }
        // A photo hidden or closed since its conversion stays so under the old id.
        if let path = new.evidence.path, try settings.hiddenAndClosed().contains(new.id) {
            _ = try settings.succeed([PhotoSuccession(photo: old.id, path: path, known: [old.id, new.id])])
        }
        // The new file may lack what dates the old one.
        let copied = (row[13] as Double?).map(Date.init(timeIntervalSinceReferenceDate:)) ?? .distantFuture
        let shown = try date(of: PhotoFacts(row, from: 14), copied, old.evidence.path ?? .root, nil, known: copied)
        // The file is read again and then found to hold the old photo, which has the same bytes.
        let digest = new.evidence.digest.data
        // Differs from every other photo's, even if others were converted to the same bytes before.
        let noBytes = ContentDigest(of: digest + new.id.uuidString.utf8)
        try run("UPDATE photo SET digest = ? WHERE number = ?", [noBytes.data, new.number])
        try run(
            """
            UPDATE photo SET digest = ?1, picture = new.picture, drawing = NULL, format = new.format, width = new.width,
                height = new.height, cleaning = new.cleaning, look = new.look, version = photo.version + 1,
                placeholder = NULL, sizing = ?2, attempts = 0, size_after = NULL, copied = ?5
            FROM photo AS new WHERE new.number = ?3 AND photo.number = ?4
            """, [digest, PhotoSizing.toBeMade.rawValue, new.number, photo, shown.timeIntervalSinceReferenceDate])
        try run(
            "UPDATE file SET photo = ?, state = ?, revision = revision + 1 WHERE photo = ?",
            [photo, FileState.changed.rawValue, new.number])
        keptIDs[old.id] = new.evidence.digest
        // The other id may have been kept for the same bytes.
        keptIDs[new.id] = noBytes
        try chooseFile(of: new.number)
        try chooseFile(of: photo)
        isVisible = true
    }
}

extension PhotoEvidence {
    init(_ facts: PhotoFacts, at path: FolderPath) {
        self.init(
            digest: facts.digest, picture: facts.picture, path: path,
            captured: facts.metadata.captureTime?.texts.time,
            isCaptureTimeLasting: facts.metadata.isCaptureTimeLasting, camera: facts.metadata.camera, look: facts.look,
            size: facts.size)
    }
}
