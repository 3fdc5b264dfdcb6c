import EssentialFeed
import Files
import Foundation
import SystemPackage

/// The folder beside a target in which a command prepares the target's new content. It is locked while the command runs.
///
/// Every call blocks.
struct StagingFolder: Sendable {
    private static let suffix = ".part"

    let path: FilePath
    private let lock: FileLock

    static func path(for target: FilePath) -> FilePath {
        FilePath(target.string + suffix)
    }

    /// Creates the empty folder, in place of one that a killed command has left.
    /// - Throws: `wouldBlock` if another command has the folder, `fileExists` if the folder has another file.
    init(for target: FilePath) throws(FileError) {
        let path = Self.path(for: target)
        self.path = path
        Self.removeLeftovers(of: target)
        while try !FileError.wrapping({ try FileSystem.createFolder(path.string) }) { try Self.remove(path) }
        lock = try Self.lock(path)
    }

    /// Removes the folders of killed commands. Earlier versions used a unique name for each.
    private static func removeLeftovers(of target: FilePath) {
        guard let name = target.lastComponent?.string else { return }
        let parent = target.removingLastComponent()
        let others: [String]
        do throws(FileError) {
            others = try (parent.isEmpty ? FilePath(".") : parent).namesInFolder()
        } catch {
            // The folder can be written to, but not listed.
            return
        }
        for other in others where other.hasPrefix("\(name).") && other.hasSuffix(suffix) {
            guard UUID(exactly: other.dropFirst(name.count + 1).dropLast(suffix.count)) != nil else { continue }
            do throws(FileError) {
                try remove(parent.appending(other))
            } catch {
                // The folder is still in use, or another user's.
                continue
            }
        }
    }

    private static func remove(_ path: FilePath) throws(FileError) {
        let lock = try lock(path)
        try withExtendedLifetime(lock) { () throws(FileError) in
            try path.removeTree(where: BackupFolder.mayBeUnfinished)
        }
    }

    private static func lock(_ path: FilePath) throws(FileError) -> FileLock {
        try FileError.wrapping { try FileLock(folder: path.string, isShared: false) }
    }
}
