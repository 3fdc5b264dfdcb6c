// The compiler attributes the members of `timespec` to the first of these modules that it reads.
import CDispatch
import CNIOLinux
import Foundation
import SystemPackage

/// The attributes that distinguish two states of a file without reading it.
struct FileStamp: Hashable, Sendable {
    /// A time with the file system's range, which exceeds that of nanoseconds since 1970.
    struct Time: Hashable, Sendable, Codable {
        /// Seconds since 1970; negative before.
        let seconds: Int64
        let nanoseconds: Int64
    }

    let size: Int64
    let inode: UInt64
    let modified: Time
    /// The time of the last change to the content or the attributes. Programs can't set it.
    let changed: Time

    var modificationDate: Date {
        Date(timeIntervalSince1970: Double(modified.seconds) + Double(modified.nanoseconds) / 1e9)
    }
}

extension FileStamp {
    /// - Returns: `nil` if the path leads nowhere.
    init?(atEndOfLinks path: FilePath) {
        do throws(Errno) {
            self.init(try path.stat())
        } catch {
            return nil
        }
    }

    init(_ status: Stat) {
        self.init(
            size: status.size, inode: UInt64(status.inode.rawValue), modified: Time(status.st_mtim),
            changed: Time(status.st_ctim))
    }
}

extension FileStamp.Time {
    init(_ time: timespec) {
        self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    /// Returns the duration from this time to another; negative if the other is earlier.
    func elapsed(until later: FileStamp.Time) -> Duration {
        // The difference of two `Int64` may overflow; a `Duration` doesn't.
        .seconds(later.seconds) + .nanoseconds(later.nanoseconds) - .seconds(seconds) - .nanoseconds(nanoseconds)
    }
}
