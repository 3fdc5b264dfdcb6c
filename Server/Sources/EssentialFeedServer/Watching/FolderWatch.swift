import Foundation
import Synchronization
import SystemPackage

/// Reports changes in a folder, in its added subfolders, and above the folder.
///
/// A separate thread waits for inotify events and for file systems to be mounted or unmounted.
final class FolderWatch: Sendable {
    private let root: FilePath
    private let inotify: FileDescriptor
    private let ending: (read: FileDescriptor, write: FileDescriptor)
    private let folders = Mutex(WatchedFolders())
    private let mounts: Mutex<MountTable>
    /// The watch on the folder that must change before the photo folder can return, and the name to look for in that
    /// folder.
    private let parent = Mutex<(watch: Int32, name: [UInt8])?>(nil)

    /// - Parameter onChanges: Called on the watch's own thread.
    init(root: FilePath, onChanges: @escaping @Sendable (FolderChanges) -> Void) throws(FileError) {
        self.root = root
        mounts = Mutex(MountTable(of: root))
        // swift-system has no inotify.
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { throw .last() }
        inotify = FileDescriptor(rawValue: descriptor)
        do {
            let pipe = try FileDescriptor.pipe()
            ending = (pipe.readEnd, pipe.writeEnd)
        } catch {
            close(descriptor)
            throw .system(error as? Errno ?? .tooManyOpenFiles)
        }
        for end in [ending.read, ending.write] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        Thread.detachNewThread { [weak self, inotify, ending] in
            Self.wait(inotify: inotify.rawValue, ending: ending.read.rawValue) { bytes in
                if let changes = self?.changes(bytes), !changes.isEmpty { onChanges(changes) }
            } onMount: { isCertain in
                guard let (changed, unmounted) = self?.newMounts(), isCertain || !changed.isEmpty else { return }
                onChanges(FolderChanges(goneFolders: changed, root: true, unmounted: unmounted))
            }
            close(inotify.rawValue)
            close(ending.read.rawValue)
        }
    }

    /// Stops the thread, which then closes its descriptors.
    deinit {
        close(ending.write.rawValue)
    }

    // MARK: The watched folders

    /// Watches the names in a folder. Call this before reading the names.
    /// - Throws: ``FileError``, with `noSpace` if the system allows no more watches.
    func add(_ folder: FolderPath) throws(FileError) {
        try folders.withLock { folders throws(FileError) in
            let watch = try folder.inItsFolder(of: root) { (parent, name) throws(FileError) in
                // inotify accepts only paths. This one starts from the open folder, so no link leads out of the root.
                let path = FilePath("/proc/self/fd/\(parent.rawValue)").pushing(name)
                let watch = Self.watch(path, WatchEvent.folderMask, with: inotify)
                guard watch >= 0 else { throw .last() }
                return watch
            }
            if let old = folders.watch(of: folder), old != watch {
                inotify_rm_watch(inotify.rawValue, old)
                folders.remove(old)
            }
            folders.insert(watch, for: folder)
        }
    }

    /// Stops watching a folder and all folders below it, except those with a new path.
    func remove(_ folder: FolderPath) {
        folders.withLock { folders in
            for watch in folders.watches(in: folder) {
                inotify_rm_watch(inotify.rawValue, watch)
                folders.remove(watch)
            }
        }
    }

    /// Watches the nearest existing folder above the photo folder, to notice the photo folder's removal or return.
    func watchAbove() {
        parent.withLock { parent in
            if let old = parent { inotify_rm_watch(inotify.rawValue, old.watch) }
            parent = nil
            var path = root
            while let name = path.lastComponent {
                path.removeLastComponent()
                let watch = Self.watch(path, WatchEvent.parentMask, with: inotify)
                guard watch < 0 else {
                    parent = (watch, name.withPlatformString { FilePath(platformString: $0).bytes })
                    return
                }
            }
        }
    }

    private static func watch(_ path: FilePath, _ mask: UInt32, with inotify: FileDescriptor) -> Int32 {
        path.withPlatformString { inotify_add_watch(inotify.rawValue, $0, mask) }
    }

    /// The parts of the folder whose changes the system may not report.
    var unwatched: [(path: FolderPath, type: String)] { mounts.withLock { $0.unwatched } }

    // MARK: Reports of the system

    /// Returns the folders where file systems have been mounted or unmounted since the last call, and those without one
    /// now.
    private func newMounts() -> (changed: Set<FolderPath>, unmounted: Set<FolderPath>) {
        let new = MountTable(of: root)
        return mounts.withLock { mounts in
            defer { mounts = new }
            let changed = new.changes(since: mounts)
            return (changed, changed.filter { new.mounts[$0] == nil })
        }
    }

    private func changes(_ bytes: UnsafeRawBufferPointer) -> FolderChanges {
        var changes = FolderChanges()
        for event in WatchEvent.events(in: bytes) {
            if event.has(IN_Q_OVERFLOW) { changes.everything = true }
            if isAbove(event) { changes.root = true }
            folders.withLock { folders in
                guard let folder = folders[event.watch] else { return }
                event.add(to: &changes, folder: folder, isWhole: isWhole)
                if event.has(IN_IGNORED) { folders.remove(event.watch) }
            }
        }
        return changes
    }

    /// Returns whether a new file is another name of an old one. A written file is reported again when it is closed.
    private func isWhole(_ path: FolderPath) -> Bool {
        do throws(Errno) {
            let status = try path.location(in: root).stat(followTargetSymlink: false)
            return status.linkCount > 1 || status.type == .symbolicLink
        } catch {
            return false
        }
    }

    private func isAbove(_ event: WatchEvent) -> Bool {
        parent.withLock { parent in
            guard let parent, parent.watch == event.watch else { return false }
            return event.name == parent.name || event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF)
        }
    }

    /// Waits until the other end of the pipe is closed.
    private static func wait(
        inotify: Int32, ending: Int32, onEvents: (UnsafeRawBufferPointer) -> Void, onMount: (_ isCertain: Bool) -> Void
    ) {
        let mounts = open(MountTable.path, O_RDONLY | O_CLOEXEC)
        defer { if mounts >= 0 { close(mounts) } }
        // Something may have been mounted since the table was read.
        onMount(false)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 8)
        defer { buffer.deallocate() }
        var waits = [
            pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
            pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
            // `poll` ignores negative descriptors.
            pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
        ]
        while true {
            guard poll(&waits, nfds_t(waits.count), -1) >= 0 else {
                if errno == EINTR { continue }
                return
            }
            if waits[0].revents != 0 { return }
            if waits[1].revents != 0 {
                let count = read(inotify, buffer.baseAddress, buffer.count)
                if count > 0 { onEvents(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            }
            if waits[2].revents != 0 { onMount(true) }
        }
    }
}

/// An inotify event and its meaning for the folder.
struct WatchEvent {
    let watch: Int32
    let mask: UInt32
    let name: [UInt8]

    /// The watched events in the folder and its subfolders. Writes don't matter until the file is closed.
    static let folderMask =
        UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB)
        | UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK)
    /// The watched events in the folders above.
    static let parentMask =
        UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

    static func events(in bytes: UnsafeRawBufferPointer) -> [WatchEvent] {
        let headSize = MemoryLayout<inotify_event>.size
        var events: [WatchEvent] = []
        var offset = 0
        while bytes.count - offset >= headSize {
            let head = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let end = offset + headSize + Int(head.len)
            guard end <= bytes.count else { break }
            events.append(
                WatchEvent(
                    watch: head.wd, mask: head.mask,
                    name: Array(bytes[(offset + headSize)..<end].prefix { $0 != 0 })))
            offset = end
        }
        return events
    }

    func has(_ flag: Int32) -> Bool { mask & UInt32(flag) != 0 }
    func has(_ flag: UInt32) -> Bool { mask & flag != 0 }

    /// Adds the changes implied by an event in a folder.
    /// - Parameter isWhole: Returns whether a newly created file is already complete. A new link to a file is; other files
    ///   are reported again when they are closed.
    func add(to changes: inout FolderChanges, folder: FolderPath, isWhole: (FolderPath) -> Bool) {
        if folder == .root, has(IN_UNMOUNT) || has(IN_DELETE_SELF) || has(IN_MOVE_SELF) { changes.root = true }
        if folder != .root, has(IN_UNMOUNT) { changes.goneFolders.insert(folder) }
        if folder == .root, name.isEmpty, has(IN_ATTRIB) { changes.everything = true }
        let isFolder = has(UInt32(IN_ISDIR))
        guard !name.isEmpty, Exclusion.reason(forName: name, isFolder: isFolder) == nil else { return }
        let path = folder.appending(name)
        if isFolder {
            if has(IN_CREATE) || has(IN_MOVED_TO) || has(IN_ATTRIB) { changes.folders.insert(path) }
            if has(IN_DELETE) || has(IN_MOVED_FROM) { changes.goneFolders.insert(path) }
        } else if !has(IN_CREATE) || isWhole(path) {
            changes.files.insert(path)
        }
    }
}
