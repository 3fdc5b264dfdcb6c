import Foundation
import GRDB

/// The files beside photos that describe them. They aren't read by themselves, but with their photos.
extension CatalogTransaction {
    /// The most copies of a photo to search for described ones.
    private static let maximumCopies = 16

    static let files = "file WHERE"
    /// The condition `state > 2` makes SQLite use the index of these files, which photos aren't in.
    static let sidecarFiles = "file WHERE state > 2 AND state = \(FileState.sidecar.rawValue) AND"

    static func pathsSQL(_ files: String) -> String {
        "SELECT path FROM \(files) path >= ? AND path < ? ORDER BY path"
    }

    func noteSidecar(_ file: FolderFile) throws {
        try run(
            """
            INSERT INTO file (
                path, size, inode, modified, modified_nanoseconds, changed, changed_nanoseconds, state)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (path) DO UPDATE SET size = ?2, inode = ?3, modified = ?4, modified_nanoseconds = ?5, changed = ?6,
                changed_nanoseconds = ?7, state = ?8, reason = NULL
            WHERE file.state <> ?8 OR (file.size, file.inode, file.modified, file.modified_nanoseconds, file.changed,
                file.changed_nanoseconds) IS DISTINCT FROM (?2, ?3, ?4, ?5, ?6, ?7)
            """, [file.path.data] + file.stamp.values + [FileState.sidecar.rawValue])
        if database.changesCount > 0 { try readAgain(describedBy: file.path) }
    }

    func readAgain(describedBy path: FolderPath) throws {
        guard let sidecar = SidecarName(path.name) else { return }
        let photos = try Self.paths(in: sidecar.rangesOfPhotos, beside: path, of: Self.files, in: database)
        for photo in photos where sidecar.describes(photo.name) {
            // A photo that is being read may have been read without the change.
            try run(
                """
                UPDATE file SET state = CASE state WHEN ? THEN state ELSE ? END, revision = revision + 1
                WHERE path = ? AND state < 4
                """, [FileState.unread.rawValue, FileState.changed.rawValue, photo.data])
        }
    }

    func readAgain(_ file: Int64) throws {
        try run(
            "UPDATE file SET state = ?, revision = revision + 1 WHERE number = ? AND state IN (2, 3)",
            [FileState.changed.rawValue, file])
    }

    /// Marks a photo's file to be read again if files beside a lost copy may have described the photo.
    /// - Parameter state: The copy's last state. If it was to be read again, files beside it may be gone already.
    func readAgain(_ photo: Int64?, withoutCopyAt path: FolderPath, _ state: FileState) throws {
        guard let file: Int64 = try database.value("SELECT file FROM photo WHERE number = ?", [photo]) else { return }
        if try ![.photo, .duplicate].contains(state) || isDescribed(path) { try readAgain(file) }
    }

    /// Returns the one of a photo's copies whose description counts: the first by path that has files beside it. Returns
    /// `nil` if all copies have the same facts.
    func describedFile(of photo: Int64) throws -> Int64? {
        let copies = try database.rows(
            "SELECT number, path FROM file WHERE photo = ? ORDER BY path LIMIT ?", [photo, Self.maximumCopies])
        guard copies.count > 1 else { return nil }
        for copy in copies where try isDescribed(FolderPath(copy[1] as Data)) { return copy[0] as Int64 }
        return nil
    }

    private func isDescribed(_ photo: FolderPath) throws -> Bool {
        try !Self.sidecars(of: photo, in: database).isEmpty
    }

    /// Returns the files that describe a photo: first those that replace values, the most exact name last, then those
    /// that fill gaps.
    static func sidecars(of photo: FolderPath, in database: Database) throws -> [FolderPath] {
        try paths(
            in: SidecarName.ranges(ofSidecarsOf: photo.name), beside: photo, of: sidecarFiles, in: database
        ).compactMap { path in
            SidecarName(path.name).flatMap { $0.describes(photo.name) ? (path, $0) : nil }
        }.sorted { one, other in
            let isExact = (one.1.isExact(for: photo.name), other.1.isExact(for: photo.name))
            if one.1.kind != other.1.kind { return one.1.kind == .xmp }
            return isExact.0 != isExact.1 ? isExact.1 : one.0 < other.0
        }.map(\.0)
    }

    /// Returns the paths in ranges of names in a path's folder, and skips the paths between the ranges.
    /// - Parameter ranges: Disjoint and in order.
    private static func paths(
        in ranges: [Range<FolderPath>], beside path: FolderPath, of files: String, in database: Database
    ) throws -> [FolderPath] {
        let folder = Array(path.bytes.dropLast(path.name.count))
        func inFolder(_ name: FolderPath) -> FolderPath { FolderPath(bytes: folder + name.bytes) }
        var paths: [FolderPath] = []
        var rest = ranges.map { inFolder($0.lowerBound)..<inFolder($0.upperBound) }[...]
        while let range = rest.first, let last = rest.last {
            guard
                let first: Data = try database.value(
                    pathsSQL(files), [range.lowerBound.data, last.upperBound.data])
            else { break }
            let next = FolderPath(first)
            if range.contains(next) {
                let found: [Data] = try database.values(
                    pathsSQL(files), [range.lowerBound.data, range.upperBound.data])
                paths += found.map { FolderPath($0) }
            }
            rest = rest.drop { $0 == range || $0.upperBound <= next }
        }
        return paths.filter { Array($0.bytes.dropLast($0.name.count)) == folder }
    }
}
