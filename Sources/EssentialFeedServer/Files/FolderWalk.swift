import Foundation
import SystemPackage

/// A walk over the files of a folder and its subfolders that may be photos, part by part, so that its memory doesn't grow
/// with the folder.
///
/// Hidden files and folders are left out, and so are links: they lead out of the folder, in circles, or to files that are
/// found anyway. Walking opens and writes no file. Every call blocks.
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
    ///   - willEnter: Called with each folder before its names are read.
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
            guard let path = nextPath() else { continue }
            switch FolderItem(path, in: root) {
            case .file(let file): files.append(file)
            case .folder: folders.append(path)
            case .nothing: continue
            case .unknown(let error): unreadable.append(Unreadable(path: path, error: error))
            }
        }
        return files.isEmpty ? nil : files
    }

    /// Opens the next folder.
    /// - Returns: `false` if there is none.
    private func enterNext() throws(FileError) -> Bool {
        guard let folder = folders.popLast() else { return false }
        willEnter(folder)
        // swift-system has no listing of folders. A link in the folder's place isn't followed.
        let descriptor = folder.location(in: root).withPlatformString {
            open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        guard descriptor >= 0, let stream = fdopendir(descriptor) else {
            let error = FileError.last()
            if descriptor >= 0 { close(descriptor) }
            if folder == .root { throw error }
            unreadable.append(Unreadable(path: folder, error: error))
            return true
        }
        current = (folder, stream)
        return true
    }

    /// Returns the path of the next visible name in the current folder, or `nil` and ends the folder.
    private func nextPath() -> FolderPath? {
        guard let (folder, stream) = current else { return nil }
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: ".") { return folder.appending(name) }
        }
        if errno != 0 { unreadable.append(Unreadable(path: folder, error: .last())) }
        closedir(stream)
        current = nil
        return nil
    }
}
