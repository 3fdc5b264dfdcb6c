import Foundation
import TestSupport

/// A server of the program's over a folder of photos. Stopping it is how the network is cut.
final class ProgramServer: Sendable {
    /// The server ended instead of saying its address.
    struct NotStarted: Error {
        let errors: String
    }

    let address: String
    private let program: TestProgram
    /// Lives as long as it is served.
    private let photos: PhotoFolder

    /// - Parameters:
    ///   - host: a loopback address of the test's own, so that nobody else answers there once the server is stopped.
    ///   - port: the port to listen at; 0 takes a free one.
    init(
        photos: PhotoFolder, state: String, host: String? = LoopbackAddress.any(), port: Int = 0,
        arguments: [String] = []
    ) async throws {
        self.photos = photos
        program = try await Program(environment: ["XDG_STATE_HOME": state])
            .start(["serve", photos.path, "--port", String(port)] + (host.map { ["--host", $0] } ?? []) + arguments)
        guard let match = try await program.line()?.firstMatch(of: /https?:\/\/\S+/) else {
            await program.kill()
            throw NotStarted(errors: await program.result().errors)
        }
        address = String(match.0)
    }

    var host: String { URLComponents(string: address)?.host ?? "" }
    var port: Int { URLComponents(string: address)?.port ?? 0 }

    /// Waits until its standard error contains the text, or it ends.
    func errors(containing text: String) async throws -> String {
        try await program.errors(containing: text)
    }

    func send(_ signal: Int32) {
        program.send(signal)
    }

    /// What it left behind, once it has ended.
    func result() async -> TestProgram.Result {
        await program.result()
    }

    /// Ends the server as a person does, and waits for its end.
    @discardableResult
    func stop() async -> TestProgram.Result {
        program.send(SIGTERM)
        return await program.result()
    }
}

/// One of the sixteen million addresses that all are this machine.
enum LoopbackAddress {
    static func any() -> String {
        "127." + (0..<3).map { _ in String(Int.random(in: 1...254)) }.joined(separator: ".")
    }
}
