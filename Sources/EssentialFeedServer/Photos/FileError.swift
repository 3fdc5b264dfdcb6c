import Foundation

/// A file that cannot be read.
struct FileError: Error, CustomStringConvertible {
    /// The system's error number; `nil` when the file is not what it was.
    let code: Int32?

    static let changed = FileError(code: nil)

    /// The error of the system call that just failed.
    static func last() -> FileError {
        FileError(code: errno)
    }

    var description: String {
        guard let code else { return "it changed while it was read" }
        return String(cString: strerror(code))
    }
}
