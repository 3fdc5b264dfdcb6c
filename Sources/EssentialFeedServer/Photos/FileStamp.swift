import Foundation

#if os(Linux)
    // The members of `stat` count as this module's wherever SwiftNIO is in the build.
    import CNIOLinux
#endif

/// What tells one state of a file from another without reading it.
struct FileStamp: Hashable, Sendable {
    /// In bytes.
    let size: Int64
    /// The modification time, in nanoseconds since 1970.
    let modified: Int64

    var modificationDate: Date {
        Date(timeIntervalSince1970: Double(modified) / 1e9)
    }
}

extension FileStamp {
    init(_ status: stat) {
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        self.init(size: Int64(status.st_size), modified: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
