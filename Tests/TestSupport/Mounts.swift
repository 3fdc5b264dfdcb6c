public import Foundation

/// Runs the work while the folder is read-only: by permissions, or by a mount for a user who can override permissions.
public func withReadOnlyFolder<Value>(_ folder: URL, _ work: () async throws -> Value) async throws -> Value {
    let path = folder.path(percentEncoded: false)
    return try await between(["chmod", "-R", "a-w", path], ["chmod", "-R", "u+w", path]) {
        guard access(path, W_OK) == 0 else { return try await work() }
        return try await withReadOnlyMount(on: path, work)
    }
}

/// Runs the work while a folder is a read-only mount. Needs root.
public func withReadOnlyMount<Value>(on path: String, _ work: () async throws -> Value) async throws -> Value {
    try await between(mounting(["--bind", path], on: path), unmounting(path)) {
        try await TestProgram.succeed(mounting(["-o", "remount,bind,ro"], on: path))
        return try await work()
    }
}

/// Runs the work while another folder is mounted on a folder. Needs root.
public func withMount<Value>(
    of disk: TemporaryFolder, on path: String, _ work: () async throws -> Value
) async throws -> Value {
    try await withMount(of: disk.path, on: path, work)
}

/// Runs the work while a file is mounted on a file, or a folder on a folder. Needs root.
public func withMount<Value>(
    of source: String, on path: String, _ work: () async throws -> Value
) async throws -> Value {
    try await between(mounting(["--bind", source], on: path), unmounting(path), work)
}

/// Runs the work while a folder is mounted on another one as a file system that doesn't report changes of the folder.
/// Needs root.
public func withUnwatchedMount<Value>(
    of disk: TemporaryFolder, on path: String, _ work: () async throws -> Value
) async throws -> Value {
    let empty = TemporaryFolder()
    defer { withExtendedLifetime(empty) {} }
    let options = ["-t", "overlay", "-o", "lowerdir=\(disk.path):\(empty.path)", "overlay"]
    return try await between(mounting(options, on: path), unmounting(path), work)
}

/// Runs the work while a disk in memory is mounted on a folder. Needs root.
/// - Parameter size: The disk's size, for instance `1m`.
public func withDisk<Value>(of size: String, on path: String, _ work: () async throws -> Value) async throws -> Value {
    try await between(mounting(["-t", "tmpfs", "-o", "size=\(size)", "tmpfs"], on: path), unmounting(path), work)
}

/// Runs the work with a disk in memory. Needs root.
/// - Parameter size: The disk's size, for instance `1m`.
public func withDisk<Value>(of size: String, _ work: (TemporaryFolder) async throws -> Value) async throws -> Value {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await withDisk(of: size, on: folder.path) { try await work(folder) }
}

private func mounting(_ options: [String], on path: String) -> [String] { ["mount"] + options + [path] }

/// An ending program still uses the disk.
private func unmounting(_ path: String) -> [String] { ["umount", "--lazy", path] }

private func between<Value>(_ command: [String], _ undo: [String], _ work: () async throws -> Value) async throws
    -> Value
{
    try await TestProgram.succeed(command)
    let result: Result<Value, any Error>
    do {
        result = .success(try await work())
    } catch {
        result = .failure(error)
    }
    // A separate task: a cancelled test undoes it, too.
    let undone = try await Task { try await TestProgram.run(undo) }.value
    let value = try result.get()
    guard undone.status == 0 else { throw TestProgram.Failure(call: undo, result: undone) }
    return value
}
