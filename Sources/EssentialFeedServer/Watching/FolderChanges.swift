import Foundation

/// What may have changed in a folder since somebody last looked.
///
/// Many changes of a path are one, and too many changes are ``everything``, so that a flood takes no memory.
struct FolderChanges: Hashable, Sendable {
    /// The number of paths that are told apart.
    static let maximumPaths = 10_000

    /// Paths of files that appeared, changed or vanished.
    private(set) var files: Set<FolderPath> = []
    /// Folders that appeared, with all that is in them.
    private(set) var folders: Set<FolderPath> = []
    /// Folders that vanished, with all that was in them.
    private(set) var goneFolders: Set<FolderPath> = []
    /// Whether anything may have changed.
    private(set) var everything = false
    /// Whether the folder itself may have vanished, returned or been replaced.
    private(set) var root = false

    static let all = FolderChanges(everything: true)

    init() {}

    private init(everything: Bool) {
        self.everything = everything
    }

    var isEmpty: Bool { self == FolderChanges() }

    mutating func insertFile(_ path: FolderPath) {
        files.insert(path)
        limit()
    }

    mutating func insertFolder(_ path: FolderPath) {
        folders.insert(path)
        limit()
    }

    mutating func insertGoneFolder(_ path: FolderPath) {
        goneFolders.insert(path)
        limit()
    }

    mutating func insertEverything() {
        everything = true
        limit()
    }

    mutating func insertRoot() {
        root = true
    }

    mutating func formUnion(_ other: FolderChanges) {
        files.formUnion(other.files)
        folders.formUnion(other.folders)
        goneFolders.formUnion(other.goneFolders)
        everything = everything || other.everything
        root = root || other.root
        limit()
    }

    private mutating func limit() {
        guard everything || files.count + folders.count + goneFolders.count > Self.maximumPaths else { return }
        everything = true
        (files, folders, goneFolders) = ([], [], [])
    }
}
