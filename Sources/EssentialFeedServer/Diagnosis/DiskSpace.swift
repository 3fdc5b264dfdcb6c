import EssentialFeed
import Foundation
import SystemPackage

/// How much room a file system has.
struct DiskSpace {
    /// In bytes. Less than this is worth a warning.
    private static let little = 100_000_000
    /// In bytes. A change of a catalog takes about as much.
    private static let nothing = 1_000_000

    private let free: Int
    private let isReadOnly: Bool

    init(free: Int, isReadOnly: Bool) {
        (self.free, self.isReadOnly) = (free, isReadOnly)
    }

    /// - Returns: `nil` if it can't be found out.
    init?(of path: FilePath) {
        // swift-system has no `statvfs`.
        var status = statvfs()
        guard statvfs(path.string, &status) == 0 else { return nil }
        let (free, isTooMuch) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: status.f_frsize))
        self.init(free: isTooMuch ? .max : free, isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0)
    }

    /// - Parameter path: The state folder.
    func findingsOfState(_ path: String) -> [Finding] {
        let path = PlainText.line(path)
        if isReadOnly {
            return [
                Finding(
                    .error, .disk,
                    "the disk of the state folder \(path) is read-only, so nothing is saved; choose another with --state"
                )
            ]
        }
        if free < Self.nothing {
            return [Finding(.error, .disk, "the disk of the state folder \(path) is full; free up space")]
        }
        guard free < Self.little else { return [] }
        return [
            Finding(.warning, .disk, "the disk of the state folder \(path) has only \(freeText) left; free up space")
        ]
    }

    /// The server writes nothing to the folder of photos, so that a disk that can't be written is fine.
    func findingsOfFolder(_ path: String) -> [Finding] {
        guard !isReadOnly, free < Self.little else { return [] }
        return [
            Finding(
                .warning, .disk,
                "the disk of the folder \(PlainText.line(path)) has only \(freeText) left for new photos; free up space"
            )
        ]
    }

    private var freeText: String { "\(free / 1_000_000) MB" }
}
