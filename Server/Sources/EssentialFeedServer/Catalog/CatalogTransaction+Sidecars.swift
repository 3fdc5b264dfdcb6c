import Foundation
import GRDB

/// The files beside photos that describe them. They aren't read by themselves, but with their photos.
extension CatalogTransaction {
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
        let photos = try Self.paths(in: sidecar.rangesOfPhotos, beside: path, "state IN (2, 3)", in: database)
            .filter { sidecar.describes($0.name) }
        for photo in photos {
            try run(
                "UPDATE file SET state = ?, revision = revision + 1 WHERE path = ?",
                [FileState.changed.rawValue, photo.data])
        }
    }

    /// Returns the files that describe a photo: first those that fill gaps, then those that replace values, the most
    /// exact name last.
    static func sidecars(of photo: FolderPath, in database: Database) throws -> [FolderPath] {
        try paths(
            in: SidecarName.ranges(ofSidecarsOf: photo.name), beside: photo, "state = \(FileState.sidecar.rawValue)",
            in: database
        ).compactMap { path in
            SidecarName(path.name).flatMap { $0.describes(photo.name) ? (path, $0) : nil }
        }.sorted { one, other in
            let isExact = (one.1.isExact(for: photo.name), other.1.isExact(for: photo.name))
            if one.1.kind != other.1.kind { return one.1.kind == .xmp }
            return isExact.0 != isExact.1 ? isExact.1 : one.0 < other.0
        }.map(\.0)
    }

    private static func paths(
        in ranges: [Range<FolderPath>], beside path: FolderPath, _ condition: String, in database: Database
    ) throws -> Set<FolderPath> {
        let folder = Array(path.bytes.dropLast(path.name.count))
        var paths: Set<FolderPath> = []
        for range in ranges {
            let found: [Data] = try database.values(
                "SELECT path FROM file WHERE path >= ? AND path < ? AND \(condition)",
                [Data(folder + range.lowerBound.bytes), Data(folder + range.upperBound.bytes)])
            paths.formUnion(found.map { FolderPath($0) })
        }
        return paths.filter { Array($0.bytes.dropLast($0.name.count)) == folder }
    }
}
