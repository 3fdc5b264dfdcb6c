import Foundation
import TestSupport

/// A disk on which the files of a process may not grow: a limit of the system's own, which takes no privileges. What is
/// there stays, and can be read; it can be removed and renamed, as on a full disk. Where no other limit is given, files
/// have their first few bytes, which take no room on many disks.
enum FullDisk {
    /// What runs a program on one, before the program and its arguments.
    /// - Parameter bytes: the most that a file may have.
    static func launcher(bytes: Int = 16) -> [String] {
        ["/usr/bin/env", "prlimit", "--fsize=\(bytes)"]
    }

    /// The disk of a running process is full from now on.
    static func fill(of process: Int32) async throws {
        try await TestProgram.succeed(["prlimit", "--pid", String(process), "--fsize=16"])
    }
}
