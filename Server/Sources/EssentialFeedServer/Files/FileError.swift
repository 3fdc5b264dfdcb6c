import EssentialFeed
import Files
import Foundation
import SystemPackage

enum FileError: Error, Hashable, TranslatedError {
    /// A system call failed.
    case system(Errno)
    /// The file has changed since it was opened or indexed.
    case changed

    static func last() -> FileError {
        .system(Errno(rawValue: errno))
    }

    /// Returns the result of an operation of swift-system or ``FileSystem``, and rethrows its error as a ``FileError``.
    static func wrapping<Value>(_ operation: () throws -> Value) throws(FileError) -> Value {
        do {
            return try operation()
        } catch let error as Errno {
            throw .system(error)
        } catch let error as FileSystemError {
            throw .system(error.errno)
        } catch {
            preconditionFailure("no other errors are thrown: \(error)")
        }
    }

    var message: Message {
        switch self {
        case .system(let error): Message(verbatim: error.description)
        case .changed: Message("the file changed while it was being read")
        }
    }
}
