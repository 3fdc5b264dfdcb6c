import Foundation
import SystemPackage

/// Calls back after files of a folder may have been created, replaced, renamed, deleted or written. What is in its
/// subfolders doesn't matter.
///
/// On Linux, inotify tells when. If it can't, because other programs use all of its instances, or on another system, the
/// callback comes twice a second.
final class SmallFolderWatch: Sendable {
    /// In milliseconds.
    private static let interval: Int32 = 500

    /// The end of a pipe whose other end a thread waits for.
    private let ending: FileDescriptor

    /// - Parameter onChange: Called on a thread of the watch's own, once for all changes that came together.
    init(_ folder: URL, onChange: @escaping @Sendable () -> Void) throws(FileError) {
        let pipe = try FileError.wrapping { try FileDescriptor.pipe() }
        for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        ending = pipe.writeEnd
        let notifications = Self.notifications(of: folder)
        Thread.detachNewThread { [end = pipe.readEnd.rawValue] in
            Self.wait(notifications, until: end, onChange)
            if let notifications { close(notifications) }
            close(end)
        }
    }

    /// Ends the thread, which closes what it waits for.
    deinit {
        close(ending.rawValue)
    }

    /// Returns a descriptor from which the folder's changes can be read, or `nil` if the system gives none.
    private static func notifications(of folder: URL) -> Int32? {
        #if os(Linux)
            // swift-system has no inotify.
            let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            guard descriptor >= 0 else { return nil }
            let events = UInt32(
                IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
            guard inotify_add_watch(descriptor, folder.path(percentEncoded: false), events) >= 0 else {
                close(descriptor)
                return nil
            }
            return descriptor
        #else
            return nil
        #endif
    }

    /// Waits for changes until the other end of the pipe is closed.
    private static func wait(_ notifications: Int32?, until end: Int32, _ onChange: () -> Void) {
        let size = 16 * 1024
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        defer { buffer.deallocate() }
        var waits = [
            pollfd(fd: end, events: Int16(POLLIN), revents: 0),
            // A negative descriptor is left out.
            pollfd(fd: notifications ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            guard poll(&waits, nfds_t(waits.count), notifications == nil ? interval : -1) >= 0 else {
                if errno == EINTR { continue }
                return
            }
            if waits[0].revents != 0 { return }
            // What has changed doesn't matter, so the notifications are only removed.
            if let notifications { while read(notifications, buffer, size) > 0 {} }
            onChange()
        }
    }
}
