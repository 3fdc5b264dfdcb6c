import BenchmarkKit
import EssentialFeedServer
import Foundation

/// A folder with any number of photos, and a server's catalog of them.
///
/// A server reads the first photos itself. Reading a million takes long, so the other files are hard links to those,
/// and their rows in the catalog are copies, each with a new id, digest and texts. The next server finds each file as
/// recorded in the catalog, so it publishes all of them and reads none. One more row has no file: the server forgets it
/// after scanning the whole folder.
struct ManyPhotos {
    /// File systems limit the links to one file; ext4 to 65,000.
    private static let linksOfOneFile = 50_000
    private static let photosInOneFolder = 1_000
    /// The folder of the links.
    private static let links = "others"

    let photos: URL
    let count: Int
    private let state: URL
    private let program: URL
    /// The folder of the catalog.
    let catalogs: URL
    /// The name of the catalog's database.
    let catalog: String

    var database: URL { catalogs.appending(path: catalog) }

    /// - Parameter program: The program that serves the folder.
    init(_ count: Int, in folder: URL, servedBy program: URL) throws {
        (self.count, self.program, state) = (count, program, folder)
        photos = folder.appending(path: "photos")
        catalogs = folder.appending(path: "essential-feed")
        let fileCount = (count - 1) / Self.linksOfOneFile + 1
        try PhotoFolder.fill(photos, count: fileCount)
        // A new link changes a file, and so does another name, but not another name of its folder. So the links are there
        // before the server reads the files.
        let links = folder.appending(path: Self.links)
        try Self.link(photos, from: fileCount + 1, to: count, in: links)
        try Self.serve(photos, by: program, state: folder).stop()
        let name = try FileManager.default.contentsOfDirectory(atPath: catalogs.path).first(where: CatalogFile.isName)
        guard let name else { throw BenchmarkFailure("the server made no catalog") }
        catalog = name
        try FileManager.default.moveItem(at: links, to: photos.appending(path: Self.links))
        try addPhotos(after: fileCount)
    }

    /// Starts a server that publishes the photos.
    func serve() throws -> ServerProcess { try Self.serve(photos, by: program, state: state) }

    private static func serve(_ photos: URL, by program: URL, state: URL) throws -> ServerProcess {
        try ServerProcess(
            program, ["serve", photos.path, "--port", "0", "--public"], environment: ["XDG_STATE_HOME": state.path],
            errors: state.appending(path: "log").path)
    }

    /// Checks that the server has scanned the folder, and that the catalog still has each of the photos unchanged: none
    /// was read again or removed.
    func check() throws {
        let connection = try SQLiteConnection(database, isReadOnly: true)
        let published = try connection.number("SELECT count(*) FROM photo WHERE file IS NOT NULL")
        let untouched = try connection.number("SELECT count(*) FROM file WHERE state = 2 AND revision = 0")
        let known = try connection.number("SELECT count(*) FROM file")
        try BenchmarkFailure.check(known == count, "the server knows \(known) of \(count) files")
        try BenchmarkFailure.check(
            published == count && untouched == count,
            "the server publishes \(published) of \(count) photos and left \(untouched) as they were")
    }

    /// - Parameter fileCount: The number of photos read by the server. Their rows have the numbers from 1 on.
    private func addPhotos(after fileCount: Int) throws {
        let connection = try SQLiteConnection(database)
        try BenchmarkFailure.check(
            try connection.number("SELECT count(*) FROM file WHERE state = 2 AND number <= \(fileCount)") == fileCount,
            "the server has not read its photos")
        try connection.run("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000")
        try connection.run("BEGIN; UPDATE catalog SET is_first_import = 0")
        try connection.run(Self.copies(from: fileCount + 1, to: count + 1))
        try connection.run("COMMIT; PRAGMA journal_mode = WAL")
    }

    private static func link(_ photos: URL, from first: Int, to last: Int, in links: URL) throws {
        try FileManager.default.createDirectory(at: links, withIntermediateDirectories: true)
        for number in stride(from: first, through: last, by: 1) {
            let folder = links.appending(path: String(format: "%04d", number / photosInOneFolder))
            if number == first || number.isMultiple(of: photosInOneFolder) {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Task.checkCancellation()
            }
            let source = photos.appending(path: PhotoFolder.name((number - 1) / linksOfOneFile))
            let path = folder.path + String(format: "/photo-%07d.jpg", number)
            try BenchmarkFailure.check(
                Foundation.link(source.path, path) == 0,
                "\(path) cannot be linked: \(String(cString: strerror(errno)))")
        }
    }

    private static func copies(from first: Int, to last: Int) -> String {
        let numbers = """
            WITH RECURSIVE numbers(n) AS (SELECT \(first) UNION ALL SELECT n + 1 FROM numbers WHERE n < \(last))
            """
        let name = "'photo-' || printf('%05d', (min(n, \(last - 1)) - 1) / \(linksOfOneFile)) || '.jpg'"
        let original = "(SELECT number FROM file WHERE path = CAST(\(name) AS BLOB))"
        return """
            \(numbers)
            INSERT INTO photo (
                number, id, rank, digest, format, date, description, place, file, width, height, cleaning, sizing)
            SELECT n, randomblob(16), n, randomblob(32), format, -n, 'Photo ' || n || ' of a large folder',
                'Room ' || n % 100, n, width, height, cleaning, sizing
            FROM numbers JOIN photo ON photo.number = \(original);
            \(numbers)
            INSERT INTO file (
                number, path, size, inode, modified, modified_nanoseconds, changed, changed_nanoseconds, state, photo)
            SELECT n, CAST(printf('\(links)/%04d/photo-%07d.jpg', n / \(photosInOneFolder), n) AS BLOB), size, inode, modified,
                modified_nanoseconds, changed, changed_nanoseconds, state, n
            FROM numbers JOIN file ON file.number = \(original);
            """
    }
}
