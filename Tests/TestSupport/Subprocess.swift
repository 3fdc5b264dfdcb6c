public import Foundation

/// A process started by the system's own calls: Foundation's `Process` needs the run loop of the thread that started
/// it, which tasks do not keep, and crashed now and then where many tests start processes at once.
public enum Subprocess {
    public struct Failed: Error {
        let arguments: [String]
        let code: Int32
    }

    /// Starts a program with the given descriptors as its standard streams, and no other open. It reads nothing where
    /// no input is given, and shares the others with the tests.
    public static func start(
        _ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
        if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }

        // Whatever else the tests have open is theirs: a child that holds a test's listening socket would answer for it.
        _ = closeAll(&actions, STDERR_FILENO + 1)

        // The threads of a test block signals and ignore some, which a program must not inherit.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let values = arguments.map { strdup($0) }
        let variables = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in values + variables { free(text) } }
        var process = pid_t()
        let code = posix_spawnp(&process, arguments[0], &actions, &attributes, values + [nil], variables + [nil])
        guard code == 0 else { throw Failed(arguments: arguments, code: code) }
        return process
    }

    /// Closes all descriptors from one on. Glibc has it (2.34), its headers show it to GNU sources alone.
    private static let closeAll: @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32 = {
        guard let function = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
            preconditionFailure("a glibc before 2.34")
        }
        return unsafeBitCast(
            function, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
    }()

    /// Waits until the process is gone.
    /// - Returns: its exit status, or 128 and the signal that ended it.
    @discardableResult
    public static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Runs a program to its end.
    public static func run(_ arguments: [String]) throws {
        let status = wait(for: try start(arguments))
        guard status == 0 else { throw Failed(arguments: arguments, code: status) }
    }

    /// The two ends of a pipe that no other process inherits.
    public static func pipe() throws -> (reading: FileHandle, writing: FileHandle) {
        var ends: [Int32] = [0, 0]
        guard Foundation.pipe(&ends) == 0 else { throw Failed(arguments: ["pipe"], code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (
            FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
            FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        )
    }
}
