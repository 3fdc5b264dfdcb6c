import Foundation
import SystemPackage

/// A walk over the possible photos in a folder and its subfolders. Works in parts, so that memory use doesn't grow with
/// the folder.
///
/// Skips hidden files and folders. Also skips links, because they lead out of the folder, in circles, or to files that
/// the walk finds anyway. Doesn't open or write any file. All calls block.
final class FolderWalk {
    /// A folder or file that can't be examined.
    struct Unreadable {
        let path: FolderPath
        let error: FileError
    }

    private let root: FilePath
    private let willEnter: (FolderPath) -> Void
    private var folders: [FolderPath]
    private var current: (path: FolderPath, stream: OpaquePointer)?
    private(set) var unreadable: [Unreadable] = []

    /// - Parameters:
    ///   - root: The photo folder, with links resolved.
    ///   - start: The folder to walk over.
    ///   - willEnter: Called for each folder before its names are read.
    init(_ start: FolderPath = .root, in root: FilePath, willEnter: @escaping (FolderPath) -> Void = { _ in }) {
        self.root = root
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
            switch item.item {
            case .file(let file): files.append(file)
            case .folder: folders.append(item.path)
            case .nothing: continue
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

    /// Examines the next visible name in the current folder. At the folder's end, closes the folder and returns `nil`.
    private func nextItem() -> (path: FolderPath, item: FolderItem)? {
        guard let (folder, stream) = current else { return nil }
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name.first != UInt8(ascii: ".") else { continue }
            let path = folder.appending(name)
            return (path, FolderItem(path, named: FilePath(bytes: name), in: FileDescriptor(rawValue: dirfd(stream))))
        }
        if errno != 0 { unreadable.append(Unreadable(path: folder, error: .last())) }
        closedir(stream)
        current = nil
        return nil
    }
}
