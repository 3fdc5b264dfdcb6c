import Foundation

/// The checkout that the tests were built from.
enum Checkout {
    static let url: URL = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    /// Returns a file of the packages that `Scripts/setup.sh` has installed for the tests.
    static func file(_ path: String) throws -> URL {
        let libraries = url.appending(path: ".build/tools/lib")
        let python = try FileManager.default.contentsOfDirectory(atPath: libraries.path).first ?? ""
        return libraries.appending(path: "\(python)/site-packages/\(path)")
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: url.appending(path: path), encoding: .utf8)
    }
}
