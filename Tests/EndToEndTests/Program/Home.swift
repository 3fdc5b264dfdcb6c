import EssentialFeed
import EssentialFeedServer
import Foundation
import TestSupport
import Testing

/// A person's home folder, with a cache folder, and the program run in it.
final class Home: Sendable {
    let folder: TemporaryFolder
    let environment: [String: String]
    private let launcher: [String]

    init(environment: [String: String] = [:]) {
        folder = TemporaryFolder()
        let own = ["HOME": folder.path, "XDG_CONFIG_HOME": folder.url.appending(path: "config").path]
        self.environment = environment.merging(own) { given, _ in given }
        launcher = []
    }

    private init(_ home: Home, environment: [String: String] = [:], launcher: [String] = []) {
        folder = home.folder
        self.environment = home.environment.merging(environment) { $1 }
        self.launcher = launcher
    }

    /// Returns the same home on a full disk: no file may grow beyond `bytes`, by default those that many disks store
    /// without a block. Existing files can be read, renamed and removed. The limit needs no privileges.
    func onFullDisk(bytes: Int = 16) -> Home {
        // A program built for coverage writes its counts to a file, and complains if the file can't grow.
        Home(self, launcher: ["/usr/bin/env", "LLVM_PROFILE_FILE=/dev/null", "prlimit", "--fsize=\(bytes)"])
    }

    /// Returns the same home with programs running at a terminal. Their terminal output comes out as their errors.
    func onTerminal(columns: Int) -> Home {
        let call = #"printf -v call '%q ' "$@"; exec script -qefc "stty columns \#(columns); exec $call" /dev/null >&2"#
        return Home(self, launcher: ["bash", "-c", call, "bash"])
    }

    /// Returns the same home with programs reading the text, whose escapes are those of `printf %b`.
    func reading(_ text: String) -> Home {
        Home(self, launcher: ["bash", "-c", #"printf %b "$0" | "$@""#, text])
    }

    /// Returns the same home with coloured terminals.
    func inColours() -> Home {
        Home(self, environment: ["TERM": "xterm-256color"], launcher: launcher)
    }

    /// Returns the same home at a later time.
    func later(_ duration: Duration, by clock: ShiftedClock) -> Home {
        Home(self, environment: clock.environment(shiftedBy: duration))
    }

    var cacheFolder: URL { folder.url.appending(path: "cache") }

    func run(_ arguments: String..., at address: String? = nil) async throws -> TestProgram.Result {
        try await run(arguments, at: address)
    }

    func run(_ arguments: [String], at address: String? = nil) async throws -> TestProgram.Result {
        try await program.run(arguments + options(address))
    }

    func start(_ arguments: [String]) async throws -> TestProgram { try await program.start(arguments) }

    func start(
        _ arguments: String..., of name: String = "essential-feed", at address: String
    ) async throws -> TestProgram {
        try await program.start(arguments + options(address), of: name)
    }

    /// - Parameter isPublic: Whether everyone may read, even after people have been invited.
    func serve(
        _ photos: PhotoFolder, host: String? = LoopbackAddress.any(), port: Int = 0, isPublic: Bool = true,
        arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> ProgramServer {
        try await ProgramServer(
            photos: photos, state: folder.url.appending(path: "state").path, host: host, port: port,
            isPublic: isPublic, arguments: arguments, environment: environment)
    }

    /// Invites a person to the photos served by this home, as the command does.
    /// - Parameters:
    ///   - scope: The person's permission; `nil` for the command's default.
    ///   - publicURL: The address in the link; `nil` for the server's.
    /// - Returns: The link of the invitation.
    func invite(_ name: String, may scope: String? = nil, publicURL: String? = nil) async throws -> String {
        let address = try publicURL.map { try ServerAddress($0) } ?? PublicAddressFile(in: stateFolder).read()
        let scopes = try #require(AccessScope(rawValue: scope ?? "comment")).withIncluded
        let invitation = try TokenFile(in: stateFolder).invite(Invited(name, scopes: scopes), at: Date())
        return invitation.link(to: try #require(address))
    }

    var stateFolder: URL { folder.url.appending(path: "state/essential-feed", directoryHint: .isDirectory) }

    /// The option for commands to find the server's state.
    var stateOption: [String] { ["--state", stateFolder.path] }

    func served(_ image: String) async throws -> Data {
        try await TestProgram.succeed(["curl", "-s", "-f", image]).output
    }

    /// Returns everything saved for a server: its feed as printed by the program, and each of its images.
    func saved(at address: String, images: [String]) async throws -> [Data] {
        var saved = [try await run("feed", "--offline", "--json", at: address).output]
        for image in images { saved.append(try await run("image", image, at: address).output) }
        return saved
    }

    private var settingsFile: URL { folder.url.appending(path: "config/essential-feed/app.json") }

    func writeSettings(_ json: String) throws {
        try FileManager.default.createDirectory(
            at: settingsFile.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(json.utf8).write(to: settingsFile)
    }

    /// Makes the app start with the user's own photo folder.
    func writeSettings(showing folder: URL, height: Int) throws {
        let server = folder.absoluteString
        try writeSettings(#"{"width":480,"height":\#(height),"servers":["\#(server)"],"currentServer":"\#(server)"}"#)
    }

    func settings() throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(contentsOf: settingsFile)) as? [String: Any] ?? [:]
    }

    /// Returns the contents of all files of the home.
    func files() throws -> [(name: String, data: Data)] {
        let all = FileManager.default.enumerator(at: folder.url, includingPropertiesForKeys: [.isRegularFileKey])
        return try (all?.compactMap { $0 as? URL } ?? [])
            .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
            .map { ($0.lastPathComponent, try Data(contentsOf: $0)) }
    }

    /// The environment for programs to use a keyring: libsecret's file, with a separate password.
    var keyring: [String: String] {
        [
            "SECRET_BACKEND": "file", "SECRET_FILE_TEST_PATH": folder.url.appending(path: "keyring").path,
            "SECRET_FILE_TEST_PASSWORD": "opens the keyring",
        ]
    }

    private var program: Program { Program(environment: environment, launcher: launcher) }

    private func options(_ address: String?) -> [String] {
        address.map { ["--url", $0, "--cache-dir", cacheFolder.path] } ?? []
    }
}

/// The feed as `--json` prints it.
struct PrintedFeed: Decodable {
    struct Item: Decodable, Equatable {
        let id: UUID
        let description: String?
        let location: String?
        let image: String
    }

    let source: String
    let saved_at: String
    let has_more: Bool
    let items: [Item]

    init(_ result: TestProgram.Result) throws {
        self = try JSONDecoder().decode(Self.self, from: result.output)
    }
}
