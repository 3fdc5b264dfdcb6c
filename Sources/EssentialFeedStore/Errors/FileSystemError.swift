import SystemPackage

/// A system call on a file that failed.
struct FileSystemError: Error {
    let errno: Errno
    let operation: String
    let path: String
}
