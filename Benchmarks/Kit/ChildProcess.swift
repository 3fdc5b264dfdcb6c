package import Foundation

/// A program that runs beside this one.
///
/// Measures its processor time with `wait4`, which swift-subprocess doesn't report.
package final class ChildProcess {
    private static let patience = Duration.seconds(300)

    /// How a program ended, and the processor time that it took, including the system's on its behalf.
    package struct End {
        package let status: Int32
        package let processorTime: Duration
    }

    package let id: pid_t
    private let output: Int32
    private let name: String
    private var hasEnded = false

    /// - Parameters:
    ///   - environment: Variables set in addition to this program's environment.
    ///   - errors: The file that the program's standard error is appended to.
    ///   - readsOutput: Whether ``line()`` will be called; if not, the output is discarded.
    package init(
        _ executable: URL, _ arguments: [String], environment: [String: String] = [:], errors: String = "/dev/null",
        readsOutput: Bool = false
    ) throws {
        name = executable.lastPathComponent
        var pipe: [Int32] = [-1, -1]
        if readsOutput {
            guard Foundation.pipe(&pipe) == 0 else { throw BenchmarkFailure("no pipe for \(name)") }
            for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        output = pipe[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        if readsOutput {
            posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        var attributes = Self.defaultSignals()
        defer { posix_spawnattr_destroy(&attributes) }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        var id: pid_t = 0
        let error = Self.withCStrings([executable.path] + arguments) { arguments in
            Self.withCStrings(variables) { posix_spawn(&id, executable.path, &actions, &attributes, arguments, $0) }
        }
        self.id = id
        if readsOutput { close(pipe[1]) }
        guard error == 0 else {
            hasEnded = true
            throw BenchmarkFailure("\(executable.path) does not start: \(String(cString: strerror(error)))")
        }
    }

    deinit {
        if !hasEnded {
            kill(id, SIGKILL)
            _ = reap()
        }
        if output >= 0 { close(output) }
    }

    /// Returns the next line of the program's output.
    /// - Throws: ``BenchmarkFailure`` if the program ends first, or if the line takes more than five minutes.
    package func line() throws -> String {
        var line: [UInt8] = []
        let deadline = ContinuousClock.now + Self.patience
        while line.last != UInt8(ascii: "\n") {
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let milliseconds = (deadline - .now) / .milliseconds(1)
            guard milliseconds > 0, poll(&waiting, 1, Int32(milliseconds)) >= 0 || errno == EINTR else {
                throw BenchmarkFailure("\(name) says nothing")
            }
            guard waiting.revents != 0 else { continue }
            var byte: UInt8 = 0
            guard read(output, &byte, 1) == 1 else { throw BenchmarkFailure("\(name) ended without a line") }
            line.append(byte)
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }

    /// Returns the processor time that the program has taken up to now.
    package func processorTime() throws -> Duration {
        try ProcessorClock.time(of: id)
    }

    /// Returns the running processes started by the program.
    package func children() throws -> [pid_t] {
        try String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
            .split(separator: " ").compactMap { pid_t($0) }
    }

    /// Waits for the program to end.
    package func wait() -> End { reap() }

    /// Tells the program to end, and waits until it has.
    package func terminate() {
        guard !hasEnded else { return }
        kill(id, SIGTERM)
        _ = reap()
    }

    private func reap() -> End {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(id, &status, 0, &usage) == -1, errno == EINTR {}
        hasEnded = true
        let isExit = status & 0x7F == 0
        return End(
            status: isExit ? status >> 8 & 0xFF : -1,
            processorTime: Self.duration(usage.ru_utime) + Self.duration(usage.ru_stime))
    }

    /// Returns attributes that keep the other program from inheriting ignored or blocked signals.
    private static func defaultSignals() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        var signals = sigset_t()
        posix_spawnattr_init(&attributes)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }

    private static func duration(_ time: timeval) -> Duration {
        .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }

    private static func withCStrings<Value>(
        _ texts: [String], _ work: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return work(copies + [nil])
    }
}
