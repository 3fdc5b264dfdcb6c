import Foundation
import NIOPosix
import SystemPackage

/// The regular files below a folder that may be photos; hidden files are left out.
///
/// A symbolic link to a file inside the folder is a second path to that file. Links that lead out of the folder, to
/// folders or to nothing are ignored. Listing opens and writes no file.
struct FolderListing: Sendable {
    struct Entry: Hashable, Sendable {
        let path: FolderPath
        /// The location of the file, with links resolved.
        let location: FilePath
        let stamp: FileStamp
        let isLink: Bool
    }

    /// The files that have content, sorted by path.
    private(set) var entries: [Entry] = []
    /// The files without content, sorted by path.
    private(set) var empty: [FolderPath] = []
    /// The folders and files that can't be examined.
    private(set) var unreadable: [(path: FolderPath, error: FileError)] = []

    private let root: FilePath

    /// Walks the folder; blocks.
    /// - Parameter root: The folder, with links resolved.
    /// - Throws: ``FileError`` if the folder itself can't be read.
    init(root: FilePath) throws(FileError) {
        self.root = root
        var folders = [FolderPath(bytes: [])]
        while let folder = folders.popLast() {
            do throws(FileError) {
                for name in try Self.names(in: location(of: folder)) where name.first != UInt8(ascii: ".") {
                    visit(folder.appending(name), folders: &folders)
                }
            } catch {
                if folder.bytes.isEmpty { throw error }
                unreadable.append((folder, error))
            }
        }
        entries.sort { $0.path < $1.path }
        empty.sort()
    }

    /// Returns whether the folder is there and its names can be read.
    static func isReadable(_ folder: String, threads: NIOThreadPool) async -> Bool {
        do {
            return try await threads.runIfActive {
                _ = try names(in: FilePath(folder))
                return true
            }
        } catch {
            // The reason stands in the log of the index; a health check needs only yes or no.
            return false
        }
    }

    private func location(of path: FolderPath) -> FilePath {
        path.bytes.isEmpty ? root : root.pushing(FilePath(bytes: path.bytes))
    }

    private mutating func visit(_ path: FolderPath, folders: inout [FolderPath]) {
        let location = location(of: path)
        do throws(Errno) {
            let status = try location.stat(followTargetSymlink: false)
            switch status.type {
            case .directory: folders.append(path)
            case .regular: add(path, at: location, status, isLink: false)
            case .symbolicLink:
                guard let (target, status) = target(of: location) else { return }
                add(path, at: target, status, isLink: true)
            default: return
            }
        } catch {
            unreadable.append((path, .system(error)))
        }
    }

    /// Returns the visible regular file inside the folder that a link leads to, or `nil` if it leads elsewhere.
    private func target(of link: FilePath) -> (location: FilePath, status: Stat)? {
        guard var path = link.resolved() else { return nil }
        let location = path
        guard path.removePrefix(root), !path.components.contains(where: { $0.string.utf8.first == UInt8(ascii: ".") })
        else { return nil }
        do throws(Errno) {
            let status = try location.stat(followTargetSymlink: false)
            return status.type == .regular ? (location, status) : nil
        } catch {
            return nil
        }
    }

    private mutating func add(_ path: FolderPath, at location: FilePath, _ status: Stat, isLink: Bool) {
        guard status.size > 0 else {
            if !isLink { empty.append(path) }
            return
        }
        entries.append(Entry(path: path, location: location, stamp: FileStamp(status), isLink: isLink))
    }

    // swift-system has no listing of directories.
    private static func names(in folder: FilePath) throws(FileError) -> [[UInt8]] {
        guard let stream = folder.withPlatformString({ opendir($0) }) else { throw .last() }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
        }
        guard errno == 0 else { throw .last() }
        return names
    }
}
