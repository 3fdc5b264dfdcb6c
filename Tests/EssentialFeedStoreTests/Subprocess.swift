import Foundation

/// A process started by the system's own calls: Foundation's `Process` needs the run loop of the thread that started
/// it, which tasks do not keep.
enum Subprocess {
    struct Failed: Error {
        let arguments: [String]
        let code: Int32
    }

    /// Starts a program with the given descriptors as standard input and output.
    static func start(_ arguments: [String], input: Int32? = nil, output: Int32? = nil) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
        let values = arguments.map { strdup($0) }
        defer { for value in values { free(value) } }
        var process = pid_t()
        let code = posix_spawnp(&process, arguments[0], &actions, nil, values + [nil], environ)
        guard code == 0 else { throw Failed(arguments: arguments, code: code) }
        return process
    }

    /// Waits until the process is gone.
    /// - Returns: its status as `waitpid` gives it.
    @discardableResult
    static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        return status
    }

    /// Runs a program to its end.
    static func run(_ arguments: [String]) throws {
        let status = wait(for: try start(arguments))
        guard status == 0 else { throw Failed(arguments: arguments, code: status) }
    }

    /// The two ends of a pipe that no other process inherits.
    static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard Foundation.pipe(&ends) == 0 else { throw Failed(arguments: ["pipe"], code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
