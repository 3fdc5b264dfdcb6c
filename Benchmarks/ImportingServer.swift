import BenchmarkKit
import EssentialFeedServer
import Foundation

/// A server without an index of its folder. The index shows when the folder has been read to the end.
final class ImportingServer {
    private static let pause: UInt32 = 5_000
    private static let patience = Duration.seconds(600)

    let server: ServerProcess
    private let index: SQLiteConnection

    /// Starts a server, and waits until it answers.
    /// - Parameter state: The folder of its state, which must not exist.
    init(_ program: URL, serving photos: URL, state: URL, environment: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        server = try ServerProcess(
            program, ["serve", photos.path, "--port", "0", "--public"],
            environment: environment.merging(["XDG_STATE_HOME": state.path]) { $1 },
            errors: state.appending(path: "log").path)
        let folder = state.appending(path: "essential-feed")
        let name = try FileManager.default.contentsOfDirectory(atPath: folder.path).first(where: CatalogFile.isName)
        guard let name else { throw BenchmarkFailure("the server has no index") }
        index = try SQLiteConnection(folder.appending(path: name), isReadOnly: true)
    }

    /// Waits until the folder has been read to the end.
    func waitUntilComplete() throws {
        try wait(until: "SELECT count(*) FROM catalog WHERE is_first_import = 0")
    }

    /// Waits until the smaller sizes of all photos of the index have been made.
    func waitUntilSized() throws {
        try wait(until: "SELECT NOT EXISTS (SELECT 1 FROM photo WHERE file IS NOT NULL AND sizing = 0)")
    }

    private func wait(until condition: String) throws {
        let deadline = ContinuousClock.now + Self.patience
        while try index.number(condition) == 0 {
            try Task.checkCancellation()
            try BenchmarkFailure.check(.now < deadline, "the import does not end")
            usleep(Self.pause)
        }
    }

    func photoCount() throws -> Int { try index.number("SELECT count(*) FROM photo WHERE file IS NOT NULL") }

    func stop() { server.stop() }
}
