import EssentialFeed
import Files
import Foundation
import SystemPackage

enum FileError: Error, Hashable, TranslatedError {
    case system(Errno)
    /// The file has changed since it was opened or indexed.
    case changed

    /// Whether removing files makes room.
    var isDiskFull: Bool { if case .system(let error) = self { error.isDiskFull } else { false } }

    static func last() -> FileError {
        .system(Errno(rawValue: errno))
    }

    /// Returns the result of an operation of swift-system, ``FileSystem`` or ``FileLock``, and rethrows its error as a
    /// ``FileError``: `wouldBlock` for a lock in use.
    static func wrapping<Value>(_ operation: () throws -> Value) throws(FileError) -> Value {
        do {
            return try operation()
        } catch let error as Errno {
            throw .system(error)
        } catch let error as FileSystemError {
            throw .system(error.errno)
        } catch FileLockError.system(let error) {
            throw .system(error.errno)
        } catch is FileLockError {
            throw .system(.wouldBlock)
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
