import Foundation
import TestSupport

/// The built programs, each run in a separate process, as by a user.
struct Program: Sendable {
    /// The terminal program, where the build puts it: beside the tests.
    static let url = url(of: "essential-feed")

    static func url(of name: String) -> URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name)
    }

    var environment: [String: String] = [:]
    /// The command that runs the program, unless the test does it itself.
    var launcher: [String] = []

    /// Runs a program to its end.
    func run(_ arguments: [String], of name: String = "essential-feed") async throws -> TestProgram.Result {
        try await start(arguments, of: name).result()
    }

    /// Starts a program and leaves it running.
    func start(_ arguments: [String], of name: String = "essential-feed") async throws -> TestProgram {
        try await TestProgram.start(
            launcher + [Self.url(of: name).path] + arguments,
            environment: Self.inherited("HOME").merging(environment) { $1 })
    }

    /// Returns the part of the tests' environment for programs: where programs and libraries are, where coverage is
    /// written, and the given variables.
    static func inherited(_ names: String...) -> [String: String] {
        let names = names + ["PATH", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"]
        return ProcessInfo.processInfo.environment.filter { names.contains($0.key) }
    }
}

extension TestProgram {
    /// Returns the status of the answer to curl's request.
    static func curlStatus(_ arguments: [String]) async throws -> String {
        try await run(["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}"] + arguments).text
    }
}
