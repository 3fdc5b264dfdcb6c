import Foundation
import TestSupport
import Testing

/// Runs the work while nothing in the folder can be written: on a read-only mount, or, for users whom permissions
/// stop, by permissions.
func withReadOnlyFolder<Value>(_ folder: URL, _ work: () async throws -> Value) async throws -> Value {
    let path = folder.path(percentEncoded: false)
    if geteuid() == 0 {
        try Subprocess.run(["mount", "--bind", path, path])
        defer { undo("umount", "--lazy", path) }
        try Subprocess.run(["mount", "-o", "remount,bind,ro", path])
        return try await work()
    } else {
        try Subprocess.run(["chmod", "-R", "a-w", path])
        defer { undo("chmod", "-R", "u+w", path) }
        return try await work()
    }
}

private func undo(_ command: String...) {
    do {
        try Subprocess.run(command)
    } catch {
        Issue.record(error)
    }
}
