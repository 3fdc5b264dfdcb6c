import Foundation
import TestSupport
import Testing

/// What the Makefile's targets prepare.
@Suite struct SetupTests {
    @Test(arguments: [true, false])
    func `Without apt, setup lists what to install; for the server nothing of GTK`(isServer: Bool) async throws {
        // A machine with only these programs.
        let folder = TemporaryFolder()
        for program in ["bash", "dirname", "fold"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + program, withDestinationPath: "/usr/bin/\(program)")
        }
        try FileManager.default.createSymbolicLink(atPath: folder.path + "swift", withDestinationPath: "/usr/bin/true")
        let script = Checkout.url.appending(path: "Scripts/setup.sh").path
        let result = try await TestProgram.run(
            ["/usr/bin/bash", script] + (isServer ? ["server"] : []), environment: ["PATH": folder.path])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("libheif-dev"))
        #expect(result.errors.contains("libsqlite3-dev"))
        #expect(result.errors.contains("libadwaita-1-dev") == !isServer)
    }

    @Test func `Trying the server in a terminal neither builds the app nor installs GTK`() async throws {
        let result = try await TestProgram.succeed(["make", "-n", "-C", Checkout.url.path, "run-terminal"])
        #expect(!result.text.contains("essential-feed-app"))
        let setups = result.text.split(separator: "\n").filter { $0.contains("setup.sh") }
        #expect(!setups.isEmpty && setups.allSatisfy { $0.hasSuffix("setup.sh server") }, "\(result.text)")
    }

    @Test func `The tests fail before they start if the build warns about a file of the repository`() async throws {
        // Without the programs that tests need, the script can't go on to them.
        let folder = TemporaryFolder()
        for program in ["awk", "dirname", "mktemp", "rm", "sort", "tee", "touch"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + program, withDestinationPath: "/usr/bin/\(program)")
        }
        let swift = folder.url.appending(path: "swift")
        let build = """
            #!/bin/sh
            echo "$(pwd -P)/Sources/File.swift:1:2: warning: about a file"
            echo "/usr/include/header.h:1:2: warning: about a header"
            """
        #expect(
            FileManager.default.createFile(
                atPath: swift.path, contents: Data(build.utf8), attributes: [.posixPermissions: 0o755]))
        let script = Checkout.url.appending(path: "Scripts/test.sh").path
        let result = try await TestProgram.run(["/usr/bin/bash", script], environment: ["PATH": folder.path])
        #expect(result.status == 1)
        #expect(result.text.contains("about a header"))
        #expect(result.errors.hasSuffix("/Sources/File.swift:1:2: warning: about a file\n"))
        #expect(!result.errors.contains("header"))
    }

    @Test(arguments: ["fonts.conf", "noto.conf"])
    func `Each font configuration of the widget tests has its own fonts alone`(configuration: String) async throws {
        let folder = Checkout.url.appending(path: "Tests/Fonts").path
        let result = try await TestProgram.succeed(
            ["/usr/bin/fc-list", ":", "file"],
            environment: ["FONTCONFIG_PATH": folder, "FONTCONFIG_FILE": configuration, "PATH": "/usr/bin"])
        let own = ["opentype/cantarell", "truetype/dejavu"] + (configuration == "noto.conf" ? ["truetype/noto"] : [])
        let used = Set(
            result.text.split(separator: "\n").map { line in
                String(line.prefix { $0 != ":" }.dropFirst("/usr/share/fonts/".count).prefix { $0 != "." })
            }.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
        #expect(used == Set(own))
    }

    @Test func `Scripts start sessions for tests in one place, apart from this computer's session`() async throws {
        let result = try await TestProgram.succeed(
            [
                "/usr/bin/bash", "-c", "cd \"$0\" && grep -rlE 'dbus-run-session|dbus-launch' Makefile Scripts",
                Checkout.url.path,
            ])
        // test-deb.sh does it inside a separate Debian.
        #expect(result.text.split(separator: "\n").sorted() == ["Scripts/session.sh", "Scripts/test-deb.sh"])
    }
}
