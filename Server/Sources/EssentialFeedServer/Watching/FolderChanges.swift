import Foundation

/// The possible changes in a folder since the last ones were taken.
///
/// Changes to the same path are merged, and too many changes become ``everything``, so that memory use is limited.
struct FolderChanges: Hashable, Sendable {
    /// The maximum number of paths to track individually.
    static let maximumPaths = 10_000

    /// Paths of files that appeared, changed or disappeared.
    private(set) var files: Set<FolderPath> = []
    /// Folders that appeared, with their content.
    private(set) var folders: Set<FolderPath> = []
    /// Folders that disappeared, with their content.
    private(set) var goneFolders: Set<FolderPath> = []
    /// Whether anything may have changed.
    private(set) var everything = false
    /// Whether the folder itself may have disappeared, returned or been replaced.
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
