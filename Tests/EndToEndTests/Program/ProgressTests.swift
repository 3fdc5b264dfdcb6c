import Foundation
import TestSupport
import Testing

/// The progress that the program shows to a person at a terminal.
@Suite struct ProgressTests {
    /// Removes the line of the progress.
    private static let erasure = "\r\u{1B}[K"
    private static let broken = "essential-feed: the connection was interrupted; try again\r\n"

    private let home = Home()

    @Test func `Program: at a terminal a slow download shows how much has come, then why it failed`() async throws {
        let server = try await LyingServer()
        let answer = LyingServer.Answer.response(body: Data(count: 2_000_000))
        server.answer("/image", with: answer.cut(after: answer.bytes.count - 500_000, with: .hang))
        let file = home.folder.url.appending(path: "image.png")
        let address = server.url().absoluteString
        let program = try await home.onTerminal(columns: 50)
            .start("image", address + "/image", "-o", file.path, at: address)
        let bar = String(repeating: "█", count: 15) + String(repeating: "░", count: 5)
        let shown = try await program.errors(containing: "\r\(bar) 1.5 MB / 2 MB\u{1B}[K")
        #expect(shown.contains(bar), "\(shown)")
        #expect(!shown.contains(Self.erasure))
        try await server.resetConnections()
        let result = await program.result()
        #expect(result.status == 69)
        #expect(result.errors.hasSuffix(Self.erasure + Self.broken), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try await server.stop()
    }

    @Test func `Program: a download of unknown length shows what has come, and that it goes on`() async throws {
        let server = try await LyingServer()
        let answer = LyingServer.Answer.response(body: Data(count: 1_000_000), framing: .chunks(of: 250_000))
        // Two chunks with their lengths in hexadecimal, and the empty one at the end.
        let rest = 2 * ("3d090\r\n".utf8.count + 250_000 + 2) + "0\r\n\r\n".utf8.count
        server.answer("/image", with: answer.cut(after: answer.bytes.count - rest, with: .hang))
        let file = home.folder.url.appending(path: "image.png")
        let address = server.url().absoluteString
        let program = try await home.onTerminal(columns: 20)
            .start("image", address + "/image", "-o", file.path, at: address)
        for bar in ["░░░░░░░░░█ 500 kB", "█░░░░░░░░░ 500 kB", "░█░░░░░░░░ 500 kB"] {
            let shown = try await program.errors(containing: "\r\(bar)\u{1B}[K")
            #expect(shown.contains(bar), "\(shown)")
        }
        try await server.resetConnections()
        let result = await program.result()
        #expect(result.status == 69)
        #expect(result.errors.hasSuffix(Self.erasure + Self.broken), "\(result.errors)")
        try await server.stop()
    }

    @Test func `Program: at a terminal sync shows how many images are saved, then the result instead`() async throws {
        let server = try await LyingServer()
        let images = (0..<2).map { server.url("/image\($0)").absoluteString }
        let items = images.map { #"{"id":"\#(UUID().uuidString)","image":"\#($0)"}"# }
        server.answer("/feed", with: .json(#"{"items":[\#(items.joined(separator: ","))]}"#))
        server.answer("/image0", with: .response(body: anyPNG(salt: 1)))
        server.answer("/image1", with: .hang, .response(body: anyPNG(salt: 2)))
        let program = try await home.onTerminal(columns: 80).start("sync", at: server.url().absoluteString)
        let shown = try await program.errors(containing: "1 of 2 photos")
        #expect(shown.contains("█░") && shown.contains("1 of 2 photos"), "\(shown)")
        try await server.resetConnections()
        let result = await program.result()
        #expect(result.status == 0)
        #expect(
            result.errors.hasSuffix(Self.erasure + "feed of 2 photos, 2 saved, complete offline\r\n"),
            "\(result.errors)")
        try await server.stop()
    }

    @Test func `Program: an image is not written to a terminal: 64, and what to do instead`() async throws {
        let server = try await LyingServer()
        let address = server.url().absoluteString
        let program = try await home.onTerminal(columns: 80).start("image", address + "/image", at: address)
        let result = await program.result()
        #expect(result.status == 64)
        #expect(result.errors.contains("use -o FILE, or redirect the output"), "\(result.errors)")
        #expect(server.requests.events.isEmpty)
        try await server.stop()
    }
}
