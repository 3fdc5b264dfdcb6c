import Foundation
import TestSupport
import Testing

/// Runs the work while nothing in the folder can be written: by permissions, or, for a user whom they don't stop, on a
/// read-only mount.
func withReadOnlyFolder<Value>(_ folder: URL, _ work: () async throws -> Value) async throws -> Value {
    let path = folder.path(percentEncoded: false)
    try Subprocess.run(["chmod", "-R", "a-w", path])
    defer { undo("chmod", "-R", "u+w", path) }
    guard access(path, W_OK) == 0 else { return try await work() }
    try Subprocess.run(["mount", "--bind", path, path])
    defer { undo("umount", "--lazy", path) }
    try Subprocess.run(["mount", "-o", "remount,bind,ro", path])
    return try await work()
}

private func undo(_ command: String...) {
    do {
        try Subprocess.run(command)
    } catch {
        Issue.record(error)
    }
}
