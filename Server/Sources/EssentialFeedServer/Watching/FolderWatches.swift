import Synchronization
import SystemPackage

/// The watches of a folder, within the system's limits.
final class FolderWatches: Sendable {
    private let hasReported = Mutex(false)
    private let onError: @Sendable (FileError) -> Void
    #if os(Linux)
        private let watch: FolderWatch?
    #endif

    /// - Parameters:
    ///   - root: The photo folder, with links resolved.
    ///   - inbox: Receives the changes.
    ///   - onError: Receives, once, the reason not everything is watched.
    init(root: FilePath, inbox: ChangeInbox, onError: @escaping @Sendable (FileError) -> Void) {
        self.onError = onError
        #if os(Linux)
            do throws(FileError) {
                watch = try FolderWatch(root: root) { inbox.add($0) }
            } catch {
                watch = nil
                report(error)
            }
        #else
            report(.system(.notSupported))
        #endif
    }

    private func report(_ error: FileError) {
        let isFirst = hasReported.withLock { hasReported in
            defer { hasReported = true }
            return !hasReported
        }
        if isFirst { onError(error) }
    }

    /// Watches a folder. Ignores a folder that can't be read or has just disappeared.
    func add(_ folder: FolderPath) {
        #if os(Linux)
            do throws(FileError) {
                try watch?.add(folder)
            } catch {
                switch error {
                case .system(.noSpace), .system(.noMemory): report(error)
                case .system, .changed: break
                }
            }
        #endif
    }

    /// Stops watching a folder and everything below it.
    func remove(_ folder: FolderPath) {
        #if os(Linux)
            watch?.remove(folder)
        #endif
    }

    /// Watches whether the folder itself disappears or returns.
    func addAbove() {
        #if os(Linux)
            watch?.watchAbove()
        #endif
    }
}
