import Foundation

#if os(Linux)
    // The members of `stat` count as this module's wherever SwiftNIO is in the build.
    import CNIOLinux
#endif

/// The files below a folder that may be photos: regular, not hidden. Those that are empty are listed apart.
///
/// A link to a file inside the folder is a second path of that file. Links that lead out of the folder, links to
/// folders and links to nothing are not followed. Nothing is opened, nothing written.
struct FolderListing: Sendable {
    struct Entry: Hashable, Sendable {
        let path: FolderPath
        /// Where the file is, links resolved.
        let location: [UInt8]
        let stamp: FileStamp
        let isLink: Bool
    }

    /// By path.
    private(set) var entries: [Entry] = []
    /// Files without a byte, by path.
    private(set) var empty: [FolderPath] = []
    /// Folders and files that could not be looked at.
    private(set) var unreadable: [(path: FolderPath, error: FileError)] = []

    private let root: [UInt8]

    /// Blocks while it walks the folder.
    /// - Parameter root: the folder, links resolved.
    /// - Throws: a ``FileError`` when the folder itself cannot be read.
    init(root: [UInt8]) throws(FileError) {
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

    private func location(of path: FolderPath) -> [UInt8] {
        path.bytes.isEmpty ? root : prefix + path.bytes
    }

    private var prefix: [UInt8] {
        root.last == UInt8(ascii: "/") ? root : root + [UInt8(ascii: "/")]
    }

    private mutating func visit(_ path: FolderPath, folders: inout [FolderPath]) {
        let location = location(of: path)
        var status = stat()
        guard location.withPath({ lstat($0, &status) }) == 0 else {
            return unreadable.append((path, .last()))
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: folders.append(path)
        case S_IFREG: add(path, at: location, status, isLink: false)
        case S_IFLNK:
            guard let target = Self.resolved(location), target.starts(with: prefix),
                target.withPath({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG,
                !FolderPath(bytes: Array(target.dropFirst(prefix.count))).isHidden
            else { return }
            add(path, at: target, status, isLink: true)
        default: return
        }
    }

    private mutating func add(_ path: FolderPath, at location: [UInt8], _ status: stat, isLink: Bool) {
        guard status.st_size > 0 else {
            if !isLink { empty.append(path) }
            return
        }
        entries.append(Entry(path: path, location: location, stamp: FileStamp(status), isLink: isLink))
    }

    /// The path without links, or `nil` where it leads to nothing.
    static func resolved(_ path: [UInt8]) -> [UInt8]? {
        guard let resolved = path.withPath({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
    }

    private static func names(in folder: [UInt8]) throws(FileError) -> [[UInt8]] {
        guard let stream = folder.withPath({ opendir($0) }) else { throw .last() }
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

extension FolderPath {
    /// Whether a part of the path is hidden.
    fileprivate var isHidden: Bool {
        bytes.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
    }
}
