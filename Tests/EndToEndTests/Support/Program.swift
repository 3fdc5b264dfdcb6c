import Foundation
import Synchronization

/// The built `essential-feed`, run as a person would run it: in a process of its own.
struct Program: Sendable {
    /// What a run left behind.
    struct Result: Sendable {
        let status: Int32
        let output: Data
        let errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// The program did not end in time; it was killed.
    struct Overdue: Error {
        let arguments: [String]
    }

    /// Beside the tests, where the build puts it.
    static let url: URL = {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "essential-feed")
    }()

    var environment: [String: String] = [:]
    /// What runs it, where that is not the test itself.
    var launcher: [String] = []

    /// Runs the program to its end.
    /// - Parameter name: of another program that is built beside it.
    func run(
        _ arguments: [String], of name: String = "essential-feed", deadline: Duration = .seconds(60)
    ) async throws -> Result {
        let run = try start(arguments, of: name)
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { await run.result() }
            group.addTask {
                try await ContinuousClock().sleep(for: deadline)
                return nil
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() ?? nil else {
                run.kill()
                throw Overdue(arguments: arguments)
            }
            return result
        }
    }

    /// Starts the program and leaves it running.
    func start(_ arguments: [String], of name: String = "essential-feed") throws -> RunningProgram {
        let executable = Self.url.deletingLastPathComponent().appending(path: name)
        let call = launcher + [executable.path] + arguments
        return try RunningProgram(
            executable: URL(filePath: call[0]), arguments: Array(call.dropFirst()), environment: fullEnvironment)
    }

    /// Nothing of the environment of whoever runs the tests gets in, but for where programs are found and where
    /// coverage is written.
    private var fullEnvironment: [String: String] {
        let inherited = ProcessInfo.processInfo.environment.filter {
            ["PATH", "LD_LIBRARY_PATH", "HOME", "LLVM_PROFILE_FILE"].contains($0.key)
        }
        return inherited.merging(environment) { $1 }
    }
}
