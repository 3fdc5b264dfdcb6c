import SystemPackage

/// The item at a path in the folder.
///
/// A link to an item in the folder is only another name of the item. The exception is git-annex: it keeps a photo's
/// content in a hidden folder, so the link is the photo.
enum FolderItem {
    case file(FolderFile)
    case folder
    /// Nothing, or an item that isn't served.
    case nothing
    /// The item isn't served, and its owner should know.
    case leftOut(Exclusion.Reason)
    case unknown(FileError)

    var isFolder: Bool { if case .folder = self { true } else { false } }

    /// Examines a path without following any link out of the folder; blocks.
    init(_ path: FolderPath, in root: FilePath) {
        do throws(FileError) {
            self = try path.inItsFolder(of: root) { FolderItem(path, named: $1, in: $0, of: root) }
        } catch {
            self.init(error)
        }
    }

    /// Examines a name in the path's folder; blocks.
    init(_ path: FolderPath, named name: FilePath, in folder: FileDescriptor, of root: FilePath) {
        do throws(Errno) {
            let status = try Stat(name, relativeTo: folder, flags: .symlinkNoFollow)
            switch status.type {
            case .regular: self = .file(FolderFile(path: path, stamp: FileStamp(status)))
            case .directory: self = .folder
            case .symbolicLink: self.init(link: path, in: root)
            default: self = .nothing
            }
        } catch {
            self.init(.system(error))
        }
    }

    private init(link: FolderPath, in root: FilePath) {
        switch LinkTarget(of: link, in: root) {
        case .outside: self = .leftOut(.leadsOut)
        case .nowhere: self = .leftOut(.leadsNowhere)
        case .inside(let target) where target.isInAnnex:
            guard case .file(let file) = FolderItem(target, in: root) else { fallthrough }
            self = .file(FolderFile(path: link, stamp: file.stamp))
        case .inside, nil: self = .nothing
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
