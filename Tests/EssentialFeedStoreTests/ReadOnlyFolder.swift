import Foundation
import TestSupport

/// Runs the work while nothing in the folder can be written: by permissions, or, for a user whom they don't stop, on a
/// read-only mount.
func withReadOnlyFolder<Value>(_ folder: URL, _ work: () async throws -> Value) async throws -> Value {
    let path = folder.path(percentEncoded: false)
    return try await with(["chmod", "-R", "a-w", path], undo: ["chmod", "-R", "u+w", path]) {
        guard access(path, W_OK) == 0 else { return try await work() }
        return try await with(["mount", "--bind", path, path], undo: ["umount", "--lazy", path]) {
            try await TestProgram.succeed(["mount", "-o", "remount,bind,ro", path])
            return try await work()
        }
    }
}

/// Runs the work between a command and the one that undoes it.
private func with<Value>(_ command: [String], undo: [String], _ work: () async throws -> Value) async throws -> Value {
    try await TestProgram.succeed(command)
    let result: Result<Value, any Error>
    do {
        result = .success(try await work())
    } catch {
        result = .failure(error)
    }
    try await TestProgram.succeed(undo)
    return try result.get()
}
