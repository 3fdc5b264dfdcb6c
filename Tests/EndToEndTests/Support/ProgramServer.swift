import Foundation
import TestSupport

/// The program's server over a folder of photos. Stopping it cuts the network.
final class ProgramServer: Sendable {
    /// The server ended instead of printing its address.
    struct NotStarted: Error {
        let errors: String
    }

    let address: String
    /// The link that makes a browser or a program the owner's; `nil` if everyone may read, or people are invited.
    let ownerLink: String?
    private let program: TestProgram
    /// Kept as long as it is served.
    private let photos: PhotoFolder

    /// - Parameters:
    ///   - host: A loopback address for only this test: nothing answers there once the server has stopped.
    ///   - port: The port to listen on; 0 for a free one.
    ///   - isPublic: Whether everyone may read, even after people have been invited.
    init(
        photos: PhotoFolder, state: String, host: String? = LoopbackAddress.any(), port: Int = 0, isPublic: Bool,
        arguments: [String] = [], environment: [String: String] = [:]
    ) async throws {
        self.photos = photos
        program = try await Program(environment: environment.merging(["XDG_STATE_HOME": state]) { $1 })
            .start(
                ["serve", photos.path, "--port", String(port)] + (host.map { ["--host", $0] } ?? [])
                    + (isPublic ? ["--public"] : []) + arguments)
        guard let match = try await program.line()?.firstMatch(of: /https?:\/\/\S+/) else {
            await program.kill()
            throw NotStarted(errors: await program.result().errors)
        }
        let parts = match.0.components(separatedBy: "/join#")
        address = parts[0]
        ownerLink = parts.count == 2 ? String(match.0) : nil
    }

    var host: String { URLComponents(string: address)?.host ?? "" }
    var port: Int { URLComponents(string: address)?.port ?? 0 }

    /// Waits until the server's standard error contains the text.
    func errors(containing text: String) async throws -> String {
        try await program.errors(containing: text)
    }

    func send(_ signal: Int32) {
        program.send(signal)
    }

    /// Waits for the server's end and returns what it printed.
    func result() async -> TestProgram.Result {
        await program.result()
    }

    /// Ends the server by SIGTERM and waits for its end.
    @discardableResult
    func stop() async -> TestProgram.Result {
        program.send(SIGTERM)
        return await program.result()
    }
}

/// One of the sixteen million loopback addresses.
enum LoopbackAddress {
    static func any() -> String {
        "127." + (0..<3).map { _ in String(Int.random(in: 1...254)) }.joined(separator: ".")
    }
}
