import Foundation
import TestSupport

/// The files of a ZIP archive in which unzip finds no error, as Python reads them.
struct UnpackedArchive {
    struct File: Decodable {
        let name: String
        let content: Data
        /// Year, month, day, hour, minute and second, without a time zone.
        let date: [Int]
    }

    private static let program = """
        import base64, json, sys, zipfile
        archive = zipfile.ZipFile(sys.argv[1])
        print(json.dumps([
            {"name": one.filename, "content": base64.b64encode(archive.read(one)).decode(), "date": list(one.date_time)}
            for one in archive.infolist()]))
        """

    let files: [File]

    init(_ archive: Data) async throws {
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let url = folder.url.appending(path: "a.zip")
        try archive.write(to: url)
        try await TestProgram.succeed(["unzip", "-tqq", url.path])
        let result = try await TestProgram.succeed(["python3", "-c", Self.program, url.path])
        files = try JSONDecoder().decode([File].self, from: result.output)
    }
}
