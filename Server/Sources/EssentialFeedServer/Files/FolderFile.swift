import Foundation
import SystemPackage

/// A file in the folder.
struct FolderFile: Hashable, Sendable {
    let path: FolderPath
    let stamp: FileStamp
}

/// The item at a path in the folder. Links are neither files nor folders.
enum FolderItem {
    case file(FolderFile)
    case folder
    /// Nothing, or an item that isn't served.
    case nothing
    /// The item can't be examined.
    case unknown(FileError)

    /// Examines a path without following any link; blocks.
    init(_ path: FolderPath, in root: FilePath) {
        do throws(FileError) {
            self = try path.inItsFolder(of: root) { FolderItem(path, named: $1, in: $0) }
        } catch {
            self.init(error)
        }
    }

    /// Examines a name in the path's folder; blocks.
    init(_ path: FolderPath, named name: FilePath, in folder: FileDescriptor) {
        do throws(Errno) {
            let status = try Stat(name, relativeTo: folder, flags: .symlinkNoFollow)
            switch status.type {
            case .regular: self = .file(FolderFile(path: path, stamp: FileStamp(status)))
            case .directory: self = .folder
            default: self = .nothing
            }
        } catch {
            self.init(.system(error))
        }
    }

    private init(_ error: FileError) {
        switch error {
        case .system(.noSuchFileOrDirectory), .system(.notDirectory), .system(.tooManySymbolicLinkLevels):
            self = .nothing
        case .system, .changed: self = .unknown(error)
        }
    }
}
