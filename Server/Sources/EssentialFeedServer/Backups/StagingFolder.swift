import EssentialFeed
import Files
import Foundation
import SystemPackage

/// The folder in which a command prepares another one, beside it. The folder is locked while the command runs.
///
/// Every call blocks.
struct StagingFolder: Sendable {
    let path: FilePath
    private let lock: FileLock

    /// Returns the path of the folder in which another one is prepared.
    static func path(for target: FilePath) -> FilePath {
        FilePath("\(target.string).part")
    }

    /// Creates the empty folder, in place of one that a killed command has left.
    /// - Parameters:
    ///   - target: The folder that is prepared.
    ///   - isExpected: Whether a command may have left a file with this name.
    /// - Throws: `wouldBlock` if another command has the folder, `fileExists` if the folder has another file.
    init(for target: FilePath, replacing isExpected: (String) -> Bool) throws(FileError) {
        path = Self.path(for: target)
        Self.removeLeftovers(of: target)
        while true {
            do throws(FileError) {
                try path.createFolder()
            } catch .system(.fileExists) {
                try Self.remove(path, replacing: isExpected)
                continue
            }
            lock = try Self.lock(path)
            return
        }
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
        for other in others where other.hasPrefix("\(name).") && other.hasSuffix(".part") {
            guard UUID(exactly: other.dropFirst(name.count + 1).dropLast(5)) != nil else { continue }
            do throws(FileError) {
                try remove(parent.appending(other), replacing: BackupFolder.mayBeUnfinished)
            } catch {
                // The folder is still in use, or another user's.
                continue
            }
        }
    }

    private static func remove(_ path: FilePath, replacing isExpected: (String) -> Bool) throws(FileError) {
        let lock = try lock(path)
        try withExtendedLifetime(lock) { () throws(FileError) in try path.removeTree(where: isExpected) }
    }

    private static func lock(_ path: FilePath) throws(FileError) -> FileLock {
        do throws(FileLockError) {
            return try FileLock(folder: path.string, isShared: false)
        } catch {
            switch error {
            case .inUse: throw .system(.wouldBlock)
            case .system(let error): throw .system(error.errno)
            }
        }
    }
}
