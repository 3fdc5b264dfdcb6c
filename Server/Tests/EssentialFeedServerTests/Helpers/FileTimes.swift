import Foundation

#if os(Linux)
    // The compiler attributes the members of C's structures to the first of these modules that it reads.
    import CDispatch
    import CNIOLinux
#endif

/// Sets the modification time of a file, in seconds since 1970.
/// - Returns: Whether it succeeded.
func setModificationTime(_ seconds: Int, nanoseconds: Int = 0, of url: URL) -> Bool {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    return utimensat(AT_FDCWD, url.path(percentEncoded: false), [time, time], 0) == 0
}
