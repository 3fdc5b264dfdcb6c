import SystemPackage

/// A failed system call on a file.
struct FileSystemError: Error {
    let errno: Errno
    let operation: String
    let path: String
}
