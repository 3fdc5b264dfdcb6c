import Foundation

#if os(Linux)
    // The members of `stat` count as this module's wherever SwiftNIO is in the build.
    import CNIOLinux
#endif

/// What tells one state of a file from another without reading it.
struct FileStamp: Hashable, Sendable {
    /// A time as the file system keeps it. It may be any: long before 1970, or where nanoseconds since 1970 would
    /// overflow.
    struct Time: Hashable, Sendable, Codable {
        /// Since 1970.
        let seconds: Int64
        let nanoseconds: Int64
    }

    /// In bytes.
    let size: Int64
    let inode: UInt64
    let modified: Time
    /// When the content, or what the system knows of the file, was changed last. No program can set it.
    let changed: Time

    var modificationDate: Date {
        Date(timeIntervalSince1970: Double(modified.seconds) + Double(modified.nanoseconds) / 1e9)
    }
}

extension FileStamp {
    init(_ status: stat) {
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        self.init(
            size: Int64(status.st_size), inode: UInt64(status.st_ino), modified: Time(modified),
            changed: Time(changed))
    }
}

extension FileStamp.Time {
    init(_ time: timespec) {
        self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    /// How long ago it was at another time; negative when it was later.
    func elapsed(until later: FileStamp.Time) -> Duration {
        // The difference of two numbers of seconds may be more than a number of seconds holds.
        .seconds(later.seconds) + .nanoseconds(later.nanoseconds) - .seconds(seconds) - .nanoseconds(nanoseconds)
    }
}
