import Synchronization
import SystemPackage

/// The watches of a folder, as far as the system grants them.
final class FolderWatches: Sendable {
    private let hasReported = Mutex(false)
    private let onError: @Sendable (FileError) -> Void
    #if os(Linux)
        private let watch: FolderWatch?
    #endif

    /// - Parameters:
    ///   - root: The photo folder, with links resolved.
    ///   - inbox: Receives what changes.
    ///   - onError: Receives the reason why not everything is watched, now or later, once.
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

    /// Watches a folder. One that can't be read or has just vanished is none of ours.
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

    /// Ends watching a folder and everything below it.
    func remove(_ folder: FolderPath) {
        #if os(Linux)
            watch?.remove(folder)
        #endif
    }

    /// Watches for the folder itself to vanish or to return.
    func addAbove() {
        #if os(Linux)
            watch?.watchAbove()
        #endif
    }
}
