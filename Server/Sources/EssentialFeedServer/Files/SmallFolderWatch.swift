import Foundation
import SystemPackage

/// Calls back once at the start, and whenever files in the watched folders may have been created, replaced, renamed,
/// deleted or written. Doesn't watch subfolders. If another folder replaces a watched one, it watches the new folder.
///
/// Calls back within two seconds even when another file is at a watched path, such as at the end of several links.
///
/// Uses inotify on Linux. Calls back twice a second on other systems, or if other programs use all inotify instances or
/// a folder is missing.
final class SmallFolderWatch: Sendable {
    /// In milliseconds, between two calls when inotify isn't available.
    private static let interval: Int32 = 500
    /// In milliseconds, between two checks whether other folders or files are at the paths: inotify reports neither mounted
    /// disks nor the targets of links.
    private static let renewalInterval: Int32 = 2_000

    /// The write end of a pipe. The thread stops when this end is closed.
    private let ending: FileDescriptor

    /// - Parameters:
    ///   - files: The paths of files that may be outside the folders.
    ///   - onChange: Called on the watch's own thread, once for all changes that arrive together.
    init(
        _ folders: some Sequence<URL>, files: [FilePath] = [], onChange: @escaping @Sendable () -> Void
    ) throws(FileError) {
        let pipe = try FileError.wrapping { try FileDescriptor.pipe() }
        for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        ending = pipe.writeEnd
        let paths = folders.map { $0.path(percentEncoded: false) }
        Thread.detachNewThread { [end = pipe.readEnd.rawValue] in
            let notifications = Self.notifications()
            Self.watch(paths, files, by: notifications, until: end, onChange)
            if let notifications { close(notifications) }
            close(end)
        }
    }

    /// Stops the thread, which then closes its descriptors.
    deinit {
        close(ending.rawValue)
    }

    private static func notifications() -> Int32? {
        // swift-system has no inotify.
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        return descriptor >= 0 ? descriptor : nil
    }

    /// Calls back until the other end of the pipe is closed.
    private static func watch(
        _ paths: [String], _ files: [FilePath], by notifications: Int32?, until end: Int32, _ onChange: () -> Void
    ) {
        let size = 16 * 1024
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        defer { buffer.deallocate() }
        var waits = [
            pollfd(fd: end, events: Int16(POLLIN), revents: 0),
            // `poll` ignores negative descriptors.
            pollfd(fd: notifications ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        var watches = paths.map { _ in Int32(-1) }
        var stamps: [FileStamp?] = []
        var isChanged = true
        while true {
            for (index, path) in paths.enumerated() {
                isChanged = renew(&watches[index], of: path, by: notifications) || isChanged
            }
            let seen = files.map(FileStamp.init(atEndOfLinks:))
            isChanged = seen != stamps || isChanged
            stamps = seen
            let isWatching = watches.allSatisfy { $0 >= 0 }
            if isChanged || !isWatching { onChange() }
            while poll(&waits, nfds_t(waits.count), isWatching ? renewalInterval : interval) < 0 {
                guard errno == EINTR else { return }
            }
            if waits[0].revents != 0 { return }
            isChanged = waits[1].revents != 0
            // The kind of change doesn't matter, so the notifications are only drained.
            if let notifications { while read(notifications, buffer, size) > 0 {} }
        }
    }

    /// Watches the folder that is at the path now.
    /// - Returns: Whether the folder differs from the previous one.
    private static func renew(_ watch: inout Int32, of path: String, by notifications: Int32?) -> Bool {
        guard let notifications else { return false }
        let events = UInt32(
            IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
        // A folder that is already watched keeps its watch.
        let new = inotify_add_watch(notifications, path, events)
        guard new != watch else { return false }
        if watch >= 0 { inotify_rm_watch(notifications, watch) }
        watch = new
        return true
    }
}
