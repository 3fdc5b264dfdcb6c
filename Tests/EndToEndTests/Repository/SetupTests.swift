import Foundation
import TestSupport
import Testing

/// What the Makefile installs before it builds.
@Suite struct SetupTests {
    @Test(
        "Without apt, setup lists what to install; for the server that is nothing of GTK",
        arguments: [true, false])
    func setupListsPackagesWhenThereIsNoApt(isServer: Bool) async throws {
        // A machine with these programs alone.
        let folder = try TemporaryFolder()
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
}
