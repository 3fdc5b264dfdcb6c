import Foundation

#if os(Linux)
    // The members of `timespec` count as this module's wherever SwiftNIO is in the build.
    import CNIOLinux
#endif

/// Sets a file's time of modification to any that its file system keeps.
func setModificationTime(_ seconds: Int, nanoseconds: Int = 0, of url: URL) -> Bool {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    return utimensat(AT_FDCWD, url.path(percentEncoded: false), [time, time], 0) == 0
}
