import Foundation
package import SystemPackage

package struct FileSystemError: Error, Hashable, CustomStringConvertible, LocalizedError {
    package let errno: Errno
    package let operation: String
    package let path: String

    package init(errno: Errno, operation: String, path: String) {
        (self.errno, self.operation, self.path) = (errno, operation, path)
    }

    package var description: String { "\(operation) \(path): \(errno)" }
    package var errorDescription: String? { errno.description }
}
