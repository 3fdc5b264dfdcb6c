/// Decides by its path whether an item of a photo folder is left out: the owner's exclusions, and other programs' files
/// beside photos.
struct Exclusion: Hashable, Sendable {
    enum Reason: Int, CaseIterable, Sendable {
        /// The name begins with a dot.
        case hidden
        case deleted
        case thumbnails
        case versions
        /// Files and folders of the system or of sync programs.
        case system
        /// A backup made by a program while it changed a file, or an unfinished file.
        case leftover
        /// The other file of a sync conflict.
        case conflict
        case pattern
        case leadsOut
        /// A link to nothing, or to itself.
        case leadsNowhere
    }

    var patterns: [PathPattern] = []

    /// Returns the reason for leaving out an item or one of its parent folders; `nil` for none.
    func reason(for path: FolderPath, isFolder: Bool = false) -> Reason? {
        let names = path.names
        return names.indices.lazy.compactMap { index in
            reason(forItem: names[...index], isFolder: isFolder || index < names.count - 1)
        }.first
    }

    /// Returns the reason an item is left out although its folder isn't.
    func reason(forItem path: FolderPath, isFolder: Bool) -> Reason? {
        reason(forItem: path.names[...], isFolder: isFolder)
    }

    private func reason(forItem names: ArraySlice<ArraySlice<UInt8>>, isFolder: Bool) -> Reason? {
        guard let name = names.last else { return nil }
        if let reason = Self.reason(forName: name, isFolder: isFolder) { return reason }
        if isFolder, let library = names.dropLast().last, Self.isPreview(name, in: library) { return .thumbnails }
        guard !patterns.isEmpty else { return nil }
        let texts = names.map { String(decoding: $0, as: UTF8.self)[...] }
        return patterns.contains { $0.matches(texts, isFolder: isFolder) } ? .pattern : nil
    }

    /// Returns the reason for leaving out every item of this name. The systems and programs that use these names don't
    /// distinguish capital letters, or don't use them.
    static func reason(forName name: some Collection<UInt8>, isFolder: Bool) -> Reason? {
        let text = String(decoding: name, as: UTF8.self).lowercased()
        if isFolder {
            if let reason = folders[text] { return reason }
            if let (_, reason) = folderPrefixes.first(where: { text.hasPrefix($0.key) }) { return reason }
            if text.hasSuffix(".lrdata") { return .thumbnails }
        } else {
            if let reason = files[text] { return reason }
            if isConflict(text) { return .conflict }
            // A camera's picture of a video.
            if text.hasSuffix(".thm") { return .thumbnails }
            if isLeftover(text) { return .leftover }
        }
        return text.hasPrefix(".") ? .hidden : nil
    }

    /// Returns whether a folder of a photo library of macOS has no originals.
    private static func isPreview(_ folder: ArraySlice<UInt8>, in library: ArraySlice<UInt8>) -> Bool {
        let (folder, library) = (
            String(decoding: folder, as: UTF8.self).lowercased(), String(decoding: library, as: UTF8.self).lowercased()
        )
        let isLibrary = [".photoslibrary", ".photolibrary", ".migratedphotolibrary", ".aplibrary"].contains(
            where: library.hasSuffix)
        return isLibrary && !["originals", "masters"].contains(folder)
    }

    private static let folders: [String: Reason] = names([
        .deleted: [
            "#recycle", "@recycle", "$recycle.bin", "recycler", "recycled", "recycle bin", "trashbox", ".recycle",
            ".recycle.bin", ".deleted", ".trash", ".trashes", ".dtrash", "network trash folder", "files_trashbin",
            "trash",
        ],
        .thumbnails: ["@eadir", "@__thumb", ".@__thumb", ".thumbnails", ".thumbs", "thumbs", ".appledouble", ".thumb"],
        .versions: [
            "#snapshot", "#snapshots", "@recently-snapshot", "@snapshot", ".snapshot", ".snapshots", "~snapshot",
            ".zfs", ".stversions", "files_versions", ".history",
        ],
        .system: [
            "lost+found", "__macosx", "system volume information", "temporary items", "thevolumesettingsfolder", "@tmp",
            "@sharebin", "@transcode", "dfsrprivate", "$extend", "found.000", ".sync", ".stfolder", ".dropbox.cache",
            ".tmp.drivedownload", ".tmp.driveupload", ".spotlight-v100", ".fseventsd", ".temporaryitems",
        ],
    ])

    private static let folderPrefixes: [String: Reason] = [
        ".trash-": .deleted, "@gmt-": .versions, "appdata_oc": .thumbnails,
    ]

    private static let files: [String: Reason] = names([
        .thumbnails: ["thumbs.db", "ehthumbs.db", "ehthumbs_vista.db"],
        .system: ["desktop.ini", ".ds_store", "icon\r"],
    ])

    private static func names(_ reasons: [Reason: [String]]) -> [String: Reason] {
        Dictionary(uniqueKeysWithValues: reasons.flatMap { (reason, names) in names.map { ($0, reason) } })
    }

    /// The last extensions of backups and unfinished files.
    private static let leftoverExtensions: Set<Substring> = [
        "bak", "bk", "backup", "orig", "old", "save", "tmp", "temp", "swp", "swo", "part", "partial", "crdownload",
        "download", "opdownload", "filepart", "!ut", "!qb", "!sync", "bc!", "aria2", "ffs_tmp", "uploading", "kate-swp",
    ]

    private static func isLeftover(_ name: String) -> Bool {
        if let dot = name.lastIndex(of: ".") {
            let ending = name[name.index(after: dot)...]
            // exiftool appends to the whole name, such as `x.jpg_original`.
            if leftoverExtensions.contains(ending) || ending.hasSuffix("_original") || ending.hasSuffix("_exiftool_tmp")
            {
                return true
            }
        }
        if name.hasSuffix("~") || name.hasPrefix("#") && name.hasSuffix("#") && name.count > 1 { return true }
        // Office, Syncthing and Android.
        return ["~$", "~syncthing~", ".syncthing.", ".trashed-", ".pending-"].contains(where: name.hasPrefix)
    }

    private static func isConflict(_ name: String) -> Bool {
        guard name.contains("conflict") else { return false }
        // In this order: Dropbox and Nextcloud, Seafile, Syncthing, ownCloud, Resilio and rclone, pCloud.
        return name.contains(/\ \(.*(conflicted copy|case conflict).*\)/) || name.contains(/\ \(sfconflict .*\)/)
            || name.contains(/\.sync-conflict-[0-9]{8}-/) || name.contains(/_conflict-[0-9]{8}-/)
            || name.contains(/\.conflict(\.|[0-9]*$)/) || name.contains(/[ (\[]conflicted[)\]]/)
    }
}

extension FolderPath {
    fileprivate var names: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }

    /// Whether git-annex keeps the content of its files at the path. The folder has links to it.
    var isInAnnex: Bool {
        guard let start = names.firstIndex(where: { $0.elementsEqual(".git".utf8) }) else { return false }
        let inner = names[start...].prefix(3).map { String(decoding: $0, as: UTF8.self) }
        let outer = FolderPath(bytes: Array(names[..<start].joined(separator: [UInt8(ascii: "/")])))
        return inner == [".git", "annex", "objects"] && Exclusion().reason(for: outer, isFolder: true) == nil
    }
}

/// The items left out by a walk.
struct ExcludedItems: Hashable, Sendable {
    private static let namedItems = 5

    private(set) var first: [Exclusion.Reason: [FolderPath]] = [:]
    private(set) var counts: [Exclusion.Reason: Int] = [:]

    mutating func insert(_ path: FolderPath, for reason: Exclusion.Reason) {
        // Programs hide what they don't want to be seen.
        guard reason != .hidden else { return }
        counts[reason, default: 0] += 1
        if counts[reason, default: 0] <= Self.namedItems { first[reason, default: []].append(path) }
    }
}
