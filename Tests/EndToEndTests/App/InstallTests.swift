import Foundation
import TestSupport
import Testing

/// `make install` and `make uninstall`, with a prefix of the test's own.
@Suite struct InstallTests {
    @Test func `Installed programs carry no symbols and run; uninstalling leaves nothing behind`() async throws {
        let prefix = TemporaryFolder()
        let other = prefix.url.appending(path: "bin/another-program")
        let build = Program.url.deletingLastPathComponent().path

        let environment = Program.inherited()
        try await TestProgram.succeed(["bash", Self.script("install"), build, prefix.path], environment: environment)
        try Data().write(to: other)
        for name in ["essential-feed", "essential-feed-app"] {
            let program = prefix.url.appending(path: "bin/\(name)").path
            #expect(try await TestProgram.run(["nm", program]).errors.contains("no symbols"))
            #expect(
                try await TestProgram.succeed([program, "--help"], environment: environment).text.contains("USAGE"))
        }
        let decoder = prefix.url.appending(path: "libexec/essential-feed/essential-feed-decoder").path
        #expect(try await TestProgram.run(["nm", decoder]).errors.contains("no symbols"))
        #expect(try await TestProgram.run([decoder], environment: environment).status == 64)
        let demo = prefix.url.appending(path: "share/essential-feed/demo")
        #expect(try FileManager.default.contentsOfDirectory(atPath: demo.path).contains("mountains"))
        #expect(try Self.files(below: prefix).contains { $0.hasSuffix(".desktop") })

        let service = prefix.url.appending(path: "lib/systemd/system/essential-feed@.service")
        #expect(
            try String(contentsOf: service, encoding: .utf8).contains("ExecStart=\(prefix.path)/bin/essential-feed"))

        try await TestProgram.succeed(["bash", Self.script("uninstall"), prefix.path], environment: environment)
        #expect(try Self.files(below: prefix) == ["bin/another-program"])
        // Uninstalling what isn't there succeeds.
        try await TestProgram.succeed(["bash", Self.script("uninstall"), prefix.path], environment: environment)
    }

    @Test func `The server's service is well-formed, and systemd calls it confined: below 2.0 of 10`() async throws {
        let folder = TemporaryFolder()
        let text = try String(
            contentsOf: Checkout.url.appending(path: "Desktop/essential-feed@.service"), encoding: .utf8)
        let service = folder.url.appending(path: "essential-feed@photos.service")
        try text.replacing("/usr/local/bin/essential-feed", with: Program.url.path)
            .write(to: service, atomically: true, encoding: .utf8)
        let verified = try await TestProgram.run(["systemd-analyze", "verify", "--man=no", service.path])
        #expect(verified.errors.isEmpty)
        let report = try await TestProgram.succeed(["systemd-analyze", "security", "--offline=true", service.path])
        let exposure = try #require(report.text.firstMatch(of: /Overall exposure level for \S+: (\d+\.\d+)/))
        #expect(try #require(Double(exposure.1)) < 2)
    }

    private static func script(_ name: String) -> String { Checkout.url.appending(path: "Scripts/\(name).sh").path }

    /// Returns the paths of the files in a folder, relative to it.
    private static func files(below folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            try folder.url.appending(path: $0).resourceValues(forKeys: [.isDirectoryKey]).isDirectory == false
        }
    }
}
