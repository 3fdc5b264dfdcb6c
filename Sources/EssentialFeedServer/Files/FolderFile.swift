import Foundation
import SystemPackage

/// A file that is in the folder.
struct FolderFile: Hashable, Sendable {
    let path: FolderPath
    let stamp: FileStamp
}

/// What is at a path of the folder. Links are neither files nor folders.
enum FolderItem {
    case file(FolderFile)
    case folder
    /// Nothing, or nothing that is served.
    case nothing
    /// It can't be examined.
    case unknown(FileError)

    /// Looks at a path; blocks.
    init(_ path: FolderPath, in root: FilePath) {
        do throws(Errno) {
            let status = try path.location(in: root).stat(followTargetSymlink: false)
            switch status.type {
            case .regular: self = .file(FolderFile(path: path, stamp: FileStamp(status)))
            case .directory: self = .folder
            default: self = .nothing
            }
        } catch {
            let isGone = error == .noSuchFileOrDirectory || error == .notDirectory
            self = isGone ? .nothing : .unknown(.system(error))
        }
    }
}
