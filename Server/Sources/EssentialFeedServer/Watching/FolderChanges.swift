import Synchronization

/// The possible changes in a folder since the last call.
///
/// Changes to the same path are merged, and too many changes become ``everything``, to limit memory use.
struct FolderChanges: Hashable, Sendable {
    static let maximumPaths = 10_000

    /// Paths of files that appeared, changed or disappeared.
    var files: Set<FolderPath> = []
    /// Folders that appeared, with their content.
    var folders: Set<FolderPath> = []
    /// Folders that disappeared, with their content.
    var goneFolders: Set<FolderPath> = []
    var everything = false
    /// Whether the folder itself may have disappeared, returned or been replaced.
    var root = false
    var unmounted: Set<FolderPath> = []

    static let all = FolderChanges(everything: true)

    var isEmpty: Bool { self == FolderChanges() }

    /// Whether the system has reported no file or folder, as before a regular scan.
    var namesNothing: Bool { files.isEmpty && folders.isEmpty && goneFolders.isEmpty }

    mutating func formUnion(_ other: FolderChanges) {
        files.formUnion(other.files)
        folders.formUnion(other.folders)
        goneFolders.formUnion(other.goneFolders)
        everything = everything || other.everything
        root = root || other.root
        unmounted.formUnion(other.unmounted)
        guard everything || files.count + folders.count + goneFolders.count > Self.maximumPaths else { return }
        everything = true
        (files, folders, goneFolders) = ([], [], [])
    }
}

/// Collects changes until they are taken, all at once.
final class ChangeInbox: Sendable {
    private let changes = Mutex(FolderChanges())
    private let signal = Signal()

    func add(_ new: FolderChanges) {
        guard !new.isEmpty else { return }
        changes.withLock { $0.formUnion(new) }
        signal.send()
    }

    /// Waits for changes and takes them; `nil` if the task is cancelled. Only one task can wait at a time.
    func next() async -> FolderChanges? {
        while !Task.isCancelled {
            await signal.wait()
            let taken = changes.withLock { changes in
                defer { changes = FolderChanges() }
                return changes
            }
            if !taken.isEmpty { return taken }
        }
        return nil
    }
}

/// A signal for one waiting task. Several signals before the wait count as one.
final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func send() {
        continuation.yield()
    }

    /// Returns after a signal, or when the task is cancelled.
    func wait() async {
        for await _ in stream { return }
    }
}

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

    func watches(in folder: FolderPath) -> [Int32] {
        watches.compactMap { $0 == folder || $0.isBelow(folder) ? $1 : nil }
    }
}
