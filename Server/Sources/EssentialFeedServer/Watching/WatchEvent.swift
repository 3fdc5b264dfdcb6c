#if os(Linux)
    import Foundation

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

        /// Parses the events from inotify's data.
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

        /// Adds the changes that an event in a folder implies.
        /// - Parameter isWhole: Returns whether a newly created file is already complete. A new hard link to a file is;
        ///   other files are reported again when they are closed.
        func add(to changes: inout FolderChanges, folder: FolderPath, isWhole: (FolderPath) -> Bool) {
            if folder == .root, has(IN_UNMOUNT) || has(IN_DELETE_SELF) || has(IN_MOVE_SELF) { changes.insertRoot() }
            if folder == .root, name.isEmpty, has(IN_ATTRIB) { changes.insertEverything() }
            guard let first = name.first, first != UInt8(ascii: ".") else { return }
            let path = folder.appending(name)
            if has(UInt32(IN_ISDIR)) {
                if has(IN_CREATE) || has(IN_MOVED_TO) || has(IN_ATTRIB) { changes.insertFolder(path) }
                if has(IN_DELETE) || has(IN_MOVED_FROM) { changes.insertGoneFolder(path) }
            } else if !has(IN_CREATE) || isWhole(path) {
                changes.insertFile(path)
            }
        }
    }
#endif
