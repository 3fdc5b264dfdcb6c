import EssentialFeed
import Foundation
import SystemPackage

/// A path below the photo folder, as file system bytes.
///
/// File names aren't always valid text, and two Unicode forms of the same letter are different names.
struct FolderPath: Hashable, Sendable, Comparable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The path in a form safe for logs and terminals.
    var displayText: String {
        PlainText.line(String(decoding: bytes, as: UTF8.self))
    }

    var text: String? {
        String(validating: bytes, as: UTF8.self)
    }

    var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

    static let root = FolderPath(bytes: [])

    /// A path after all paths with this prefix.
    var last: FolderPath { FolderPath(bytes: bytes + [0xFF]) }

    var name: [UInt8] { Array(bytes[bytes.index(after: bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1)...]) }

    func location(in root: FilePath) -> FilePath {
        bytes.isEmpty ? root : root.pushing(FilePath(bytes: bytes))
    }

    func isBelow(_ folder: FolderPath) -> Bool {
        folder.bytes.isEmpty || bytes.starts(with: folder.bytes + [UInt8(ascii: "/")])
    }

    func appending(_ name: [UInt8]) -> FolderPath {
        FolderPath(bytes: bytes.isEmpty ? name : bytes + [UInt8(ascii: "/")] + name)
    }

    /// Opens the folder that contains the path's last component, one component at a time: no link leads out of the
    /// root. Blocks.
    /// - Parameter body: Receives the open folder and the item's name.
    func inItsFolder<Value>(
        of root: FilePath, _ body: (FileDescriptor, FilePath) throws(FileError) -> Value
    ) throws(FileError) -> Value {
        let names = bytes.split(separator: UInt8(ascii: "/")).map { FilePath(bytes: $0) }
        guard !names.contains("..") else { throw .system(.noSuchFileOrDirectory) }
        var folder = try Self.enter(root, in: AT_FDCWD)
        defer { close(folder) }
        for name in names.dropLast() {
            let next = try Self.enter(name, in: folder)
            close(folder)
            folder = next
        }
        return try body(FileDescriptor(rawValue: folder), names.last ?? ".")
    }

    /// `O_PATH`, which Swift doesn't import. It opens folders that can be entered but not listed.
    static let passing: Int32 = 0o10_000_000

    private static func enter(_ name: FilePath, in folder: Int32) throws(FileError) -> Int32 {
        // swift-system has no `openat`.
        let descriptor = name.withPlatformString { openat(folder, $0, passing | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .last() }
        return descriptor
    }

    static func < (lhs: FolderPath, rhs: FolderPath) -> Bool {
        lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
    }
}

extension FilePath {
    /// Creates a path from file system bytes without a terminating zero.
    init(bytes: some Sequence<UInt8>) {
        self.init(platformString: bytes.map { CInterop.PlatformChar(bitPattern: $0) } + [0])
    }

    /// The path as file system bytes, without a terminating zero.
    var bytes: [UInt8] {
        withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map { UInt8(bitPattern: $0) } }
    }

    /// Whether an item exists at the path, or may exist. Links count, even broken ones.
    var isThere: Bool {
        do throws(Errno) {
            _ = try stat(followTargetSymlink: false)
            return true
        } catch {
            return ![.noSuchFileOrDirectory, .notDirectory].contains(error)
        }
    }

    /// Returns the absolute path without symbolic links, or `nil` if nothing exists at the path.
    func resolved() -> FilePath? {
        // swift-system has no `realpath`.
        guard let resolved = withPlatformString({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }

    /// Returns the absolute path without symbolic links. Its end stays as it is if nothing exists there.
    func resolvedWhereItExists() -> FilePath {
        if let path = resolved() { return path }
        let path = FilePath(FileManager.default.currentDirectoryPath).pushing(self).lexicallyNormalized()
        guard let name = path.lastComponent else { return path }
        return path.removingLastComponent().resolvedWhereItExists().appending(name)
    }
}

/// A walk over the possible photos in a folder and its subfolders. It works in parts: memory use doesn't grow with the
/// folder.
///
/// Skips exclusions, and links that lead out of the folder, in circles, or to files the walk finds anyway. Doesn't open
/// or write any file. All calls block.
final class FolderWalk {
    struct Unreadable {
        let path: FolderPath
        let error: FileError
    }

    private let root: FilePath
    private let exclusion: Exclusion
    private let willEnter: (FolderPath) -> Void
    private var folders: [FolderPath]
    private var current: (path: FolderPath, stream: OpaquePointer)?
    private(set) var unreadable: [Unreadable] = []
    private(set) var excluded = ExcludedItems()

    /// - Parameters:
    ///   - root: The photo folder, with links resolved.
    ///   - start: The folder to walk over, which isn't excluded.
    ///   - willEnter: Called for each folder before its names are read.
    init(
        _ start: FolderPath = .root, in root: FilePath, excluding exclusion: Exclusion = Exclusion(),
        willEnter: @escaping (FolderPath) -> Void = { _ in }
    ) {
        self.root = root
        self.exclusion = exclusion
        self.willEnter = willEnter
        folders = [start]
    }

    deinit {
        if let current { closedir(current.stream) }
    }

    /// Returns the next files, or `nil` at the end.
    /// - Throws: ``FileError`` if the photo folder itself can't be read.
    func next(limit: Int) throws(FileError) -> [FolderFile]? {
        var files: [FolderFile] = []
        while files.count < limit {
            guard current != nil else {
                guard try enterNext() else { break }
                continue
            }
            guard let item = nextItem() else { continue }
            if let reason = exclusion.reason(forItem: item.path, isFolder: item.item.isFolder) {
                excluded.insert(item.path, for: reason)
                continue
            }
            switch item.item {
            case .file(let file): files.append(file)
            case .folder: folders.append(item.path)
            case .nothing: continue
            case .leftOut(let reason): excluded.insert(item.path, for: reason)
            case .unknown(let error): unreadable.append(Unreadable(path: item.path, error: error))
            }
        }
        return files.isEmpty ? nil : files
    }

    /// Opens the next folder.
    /// - Returns: `false` if no folder is left.
    private func enterNext() throws(FileError) -> Bool {
        guard let folder = folders.popLast() else { return false }
        willEnter(folder)
        do throws(FileError) {
            current = (folder, try stream(of: folder))
        } catch {
            if folder == .root { throw error }
            unreadable.append(Unreadable(path: folder, error: error))
        }
        return true
    }

    private func stream(of folder: FolderPath) throws(FileError) -> OpaquePointer {
        // swift-system can't list folders.
        let descriptor = try folder.inItsFolder(of: root) { (parent, name) in
            name.withPlatformString { openat(parent.rawValue, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        }
        guard descriptor >= 0, let stream = fdopendir(descriptor) else {
            let error = FileError.last()
            if descriptor >= 0 { close(descriptor) }
            throw error
        }
        return stream
    }

    /// Examines the next name in the current folder. At the folder's end, closes the folder and returns `nil`.
    private func nextItem() -> (path: FolderPath, item: FolderItem)? {
        guard let (folder, stream) = current else { return nil }
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name != [UInt8(ascii: ".")], name != Array("..".utf8) else { continue }
            let path = folder.appending(name)
            let descriptor = FileDescriptor(rawValue: dirfd(stream))
            return (path, FolderItem(path, named: FilePath(bytes: name), in: descriptor, of: root))
        }
        if errno != 0 { unreadable.append(Unreadable(path: folder, error: .last())) }
        closedir(stream)
        current = nil
        return nil
    }
}

struct FolderFile: Hashable, Sendable {
    let path: FolderPath
    let stamp: FileStamp
}
