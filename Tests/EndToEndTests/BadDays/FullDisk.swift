import Foundation
import TestSupport

/// A full disk, made by the system's limit on the size of a process's files, which needs no privileges.
///
/// Existing files can be read, renamed and removed. By default a file may have a few bytes, as on the many disks that
/// store those without a block.
enum FullDisk {
    /// The command that runs a program on a full disk, to be followed by the program and its arguments.
    /// - Parameter bytes: The largest size of a file.
    static func launcher(bytes: Int = 16) -> [String] {
        // A program built for coverage writes its counts to a file, and complains if the file can't grow.
        ["/usr/bin/env", "LLVM_PROFILE_FILE=/dev/null", "prlimit", "--fsize=\(bytes)"]
    }

    /// Fills the disk of a running process.
    static func fill(of process: Int32) async throws {
        try await TestProgram.succeed(["prlimit", "--pid", String(process), "--fsize=16"])
    }
}
