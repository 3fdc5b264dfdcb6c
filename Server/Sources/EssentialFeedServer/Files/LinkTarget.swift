import SystemPackage

/// Where a symbolic link below the photo folder leads.
enum LinkTarget: Hashable {
    /// A path in the folder, without links.
    case inside(FolderPath)
    case outside
    /// Nothing, or the link itself.
    case nowhere

    /// Follows the link to its end; blocks. Reads no file.
    /// - Returns: `nil` if the path leads through no link.
    init?(of path: FolderPath, in root: FilePath) {
        let location = path.location(in: root)
        guard var end = location.resolved() else {
            self = .nowhere
            return
        }
        guard end != location else { return nil }
        guard end.removePrefix(root) else {
            self = .outside
            return
        }
        self = .inside(FolderPath(bytes: end.bytes))
    }
}
