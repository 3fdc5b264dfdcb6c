import Foundation
import TestSupport
import Testing

/// Debian's syncthing on one of two computers that share a folder. On loopback, it reaches nothing but the other one.
struct Syncthing {
    private static let key = "key-of-the-test"

    private let home: URL
    private let host = LoopbackAddress.any()
    /// Another syncthing on this computer listens at the usual one on all addresses.
    private let port = Int.random(in: 10_000...29_999)
    private let id: String

    /// Returns the programs of two computers, neither of which runs yet.
    /// - Parameter home: The folder for their settings.
    static func pair(sharing folder: String, _ other: String, in home: URL) async throws -> (Syncthing, Syncthing) {
        let pair = try await (
            Syncthing(home: home.appending(path: "syncthing")), Syncthing(home: home.appending(path: "other-syncthing"))
        )
        try pair.0.share(folder, with: pair.1)
        try pair.1.share(other, with: pair.0)
        return pair
    }

    private init(home: URL) async throws {
        self.home = home
        try await TestProgram.succeed(
            ["syncthing", "generate", "--home=\(home.path)", "--no-default-folder", "--skip-port-probing"],
            environment: Self.environment(home))
        id = try await TestProgram.succeed(
            ["syncthing", "--home=\(home.path)", "--device-id"], environment: Self.environment(home)
        ).text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Without a process that starts it again, it ends with the test.
    private static func environment(_ home: URL) -> [String: String] {
        Program.inherited().merging(["HOME": home.path, "STMONITORED": "yes"]) { $1 }
    }

    private func share(_ folder: String, with other: Syncthing) throws {
        let settings = """
            <configuration version="36">
                <folder id="photos" path="\(folder)" rescanIntervalS="0" fsWatcherEnabled="true" fsWatcherDelayS="1">
                    <device id="\(id)"/>
                    <device id="\(other.id)"/>
                    <minDiskFree unit="%">0</minDiskFree>
                    <maxConflicts>10</maxConflicts>
                    <versioning type="simple"><param key="keep" val="5"/></versioning>
                </folder>
                <device id="\(id)"><address>dynamic</address></device>
                <device id="\(other.id)"><address>tcp://\(other.host):\(other.port)</address></device>
                <gui enabled="true"><address>\(host):8384</address><apikey>\(Self.key)</apikey></gui>
                <options>
                    <listenAddress>tcp://\(host):\(port)</listenAddress>
                    <globalAnnounceEnabled>false</globalAnnounceEnabled>
                    <localAnnounceEnabled>false</localAnnounceEnabled>
                    <relaysEnabled>false</relaysEnabled>
                    <natEnabled>false</natEnabled>
                    <startBrowser>false</startBrowser>
                    <urAccepted>-1</urAccepted>
                    <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
                    <crashReportingEnabled>false</crashReportingEnabled>
                    <reconnectionIntervalS>5</reconnectionIntervalS>
                    <minHomeDiskFree unit="%">0</minHomeDiskFree>
                </options>
            </configuration>
            """
        try Data(settings.utf8).write(to: home.appending(path: "config.xml"))
    }

    /// Does the work while the program runs.
    func run(_ work: () async throws -> Void) async throws {
        let program = try await TestProgram.start(
            ["syncthing", "serve", "--home=\(home.path)", "--no-browser", "--no-restart", "--no-upgrade"],
            environment: Self.environment(home))
        var failure: (any Error)?
        do {
            while !(try #require(try await program.line())).contains("GUI and API listening") {}
            try await work()
        } catch {
            failure = error
        }
        program.send(SIGTERM)
        _ = await program.result()
        if let failure { throw failure }
    }

    /// Waits until the running program knows all changes in its folder.
    func scan() async throws {
        try await TestProgram.succeed([
            "curl", "-s", "-f", "-X", "POST", "-H", "X-API-Key: \(Self.key)",
            "http://\(host):8384/rest/db/scan?folder=photos",
        ])
    }
}
