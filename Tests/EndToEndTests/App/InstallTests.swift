import Foundation
import TestSupport
import Testing

/// What `make install` and `make uninstall` do, below a prefix of the test's own.
@Suite struct InstallTests {
    @Test("N125 Installed programs carry no symbols and run; uninstalling leaves nothing behind")
    func test_uninstall_leavesNothingWhenInstalled() async throws {
        let prefix = try TemporaryFolder()
        let other = prefix.url.appending(path: "bin/another-program")
        let build = Program.url.deletingLastPathComponent().path

        try await Self.expectSuccess("/bin/bash", [Self.script("install"), build, prefix.path])
        try Data().write(to: other)
        for name in ["essential-feed", "essential-feed-app"] {
            let program = prefix.url.appending(path: "bin/\(name)").path
            #expect(try await Self.run("/usr/bin/nm", [program]).errors.contains("no symbols"))
            #expect(try await Self.expectSuccess(program, ["--help"]).text.contains("USAGE"))
        }
        let demo = prefix.url.appending(path: "share/essential-feed/demo")
        #expect(try FileManager.default.contentsOfDirectory(atPath: demo.path).contains("mountains"))
        #expect(try Self.files(below: prefix).contains { $0.hasSuffix(".desktop") })

        try await Self.expectSuccess("/bin/bash", [Self.script("uninstall"), prefix.path])
        #expect(try Self.files(below: prefix) == ["bin/another-program"])
        // A second time finds nothing to remove, which is no failure.
        try await Self.expectSuccess("/bin/bash", [Self.script("uninstall"), prefix.path])
    }

    private static func script(_ name: String) -> String { Checkout.url.appending(path: "Scripts/\(name).sh").path }

    private static func run(_ executable: String, _ arguments: [String]) async throws -> Program.Result {
        let environment = ProcessInfo.processInfo.environment.filter { ["PATH", "LD_LIBRARY_PATH"].contains($0.key) }
        return try await RunningProgram(
            executable: URL(filePath: executable), arguments: arguments, environment: environment
        ).result()
    }

    @discardableResult
    private static func expectSuccess(_ executable: String, _ arguments: [String]) async throws -> Program.Result {
        let result = try await run(executable, arguments)
        #expect(result.status == 0, "\(executable) \(arguments): \(result.errors)")
        return result
    }

    /// The files below a folder, by their paths in it.
    private static func files(below folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            try folder.url.appending(path: $0).resourceValues(forKeys: [.isDirectoryKey]).isDirectory == false
        }
    }
}
