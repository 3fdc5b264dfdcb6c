/// The watches of folders and the folders of watches.
struct WatchedFolders {
    private var paths: [Int32: FolderPath] = [:]
    private var watches: [FolderPath: Int32] = [:]

    subscript(watch: Int32) -> FolderPath? { paths[watch] }

    func watch(of path: FolderPath) -> Int32? { watches[path] }

    /// A folder keeps its watch when it is moved; the last path counts.
    mutating func insert(_ watch: Int32, for path: FolderPath) {
        if let old = paths.updateValue(path, forKey: watch), watches[old] == watch { watches[old] = nil }
        watches[path] = watch
    }

    mutating func remove(_ watch: Int32) {
        if let path = paths.removeValue(forKey: watch), watches[path] == watch { watches[path] = nil }
    }

    /// Returns the watches of a folder and everything below it.
    func watches(in folder: FolderPath) -> [Int32] {
        watches.compactMap { $0 == folder || $0.isBelow(folder) ? $1 : nil }
    }
}
