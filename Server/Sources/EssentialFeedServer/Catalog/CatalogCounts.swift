import GRDB

/// The numbers of photos and files in a catalog.
struct CatalogCounts: Hashable, Sendable {
    /// The number of photos in the feed.
    let photos: Int
    /// The number of files that aren't served, by reason.
    let leftOut: [FileState: Int]
    /// The number of files waiting to be read.
    let filesToRead: Int
    /// Whether the folder has been read completely at least once.
    let isFirstImportComplete: Bool
}

extension SQLiteCatalog {
    func counts() throws -> CatalogCounts {
        let (photos, filesToRead, isFirstImport) = (try photoCount(), try filesToReadCount(), try isFirstImport())
        let rows = try read {
            try Row.fetchAll($0, sql: "SELECT state, count(*) FROM file WHERE state > 2 GROUP BY state")
        }
        var leftOut: [FileState: Int] = [:]
        for row in rows {
            guard let state = FileState(rawValue: row[0]) else { throw CatalogError.damaged }
            leftOut[state] = row[1]
        }
        return CatalogCounts(
            photos: photos, leftOut: leftOut, filesToRead: filesToRead, isFirstImportComplete: !isFirstImport)
    }
}
