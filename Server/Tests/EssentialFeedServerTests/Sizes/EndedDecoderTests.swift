import DecoderProcess
import Foundation
import Logging
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Decoders that end while they decode a photo, as the bytes behind the photo's end tell them.
@Suite struct EndedDecoderTests {
    private let folder = PhotoFolder()
    private let programs = TemporaryFolder()

    /// Links to the tests' decoder, named after its behaviour.
    private func decoder(_ name: String) throws -> URL {
        let built = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let link = programs.url.appending(path: name)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: built.appending(path: "lying-decoder"))
        return link
    }

    private static func photo(_ number: Int, _ lie: String) -> Data {
        Pictures.sized(2_000 + number, 1_000) + Data(" \(lie)".utf8)
    }

    /// Waits for the decoder that waits to be killed.
    private func waitingDecoder(_ decoder: URL) async throws -> pid_t {
        let changed = Signal()
        let watch = try SmallFolderWatch([programs.url]) { changed.send() }
        defer { withExtendedLifetime(watch) {} }
        return try await withDeadline {
            while true {
                let content = FileManager.default.contents(atPath: "\(decoder.path).waits")
                if let content, let process = pid_t(String(decoding: content, as: UTF8.self)) { return process }
                await changed.wait()
            }
        }
    }

    @Test func `Server: photos whose decoders are killed or end stay in the feed, after a restart too`() async throws {
        let lies = ["waits", "crashes", "ends", "garbage", "truth"]
        for (number, lie) in lies.enumerated() { try folder.write(Self.photo(number, lie), to: "\(lie).png") }
        let decoder = try decoder("each.pictures")
        var configuration = try folder.configuration()
        configuration.useDecoder(of: decoder, environment: ["ESSENTIAL_FEED_DECODER": decoder.path])
        for isRestarted in [false, true] {
            let log = RecordingLog()
            try await RunningServer.with(configuration, log: log) { server in
                if !isRestarted {
                    let process = try await waitingDecoder(decoder)
                    #expect(kill(process, SIGKILL) == 0)
                    var failed: Set<String> = []
                    while failed.count < 4 {
                        let line = try await log.next(.error)
                        if let match = line.firstMatch(of: /can’t make smaller images of (\w+)\.png for now/) {
                            failed.insert(String(match.1))
                        }
                    }
                    #expect(failed == ["waits", "crashes", "ends", "garbage"])
                }
                try await RawClient.with(port: server.port) { client in
                    let feed = try await client.answer("/feed")
                    let items = try JSONSerialization.jsonObject(with: feed.body) as? [String: [[String: Any]]]
                    #expect(items?["items"]?.count == lies.count)
                }
            }
        }
    }

    @Test func `Server: a posted photo whose decoder ends may be sent again, but isn't drawn for ever`() async throws {
        let decoder = try decoder("each.pictures")
        var configuration = try folder.configuration()
        configuration.useDecoder(of: decoder, environment: ["ESSENTIAL_FEED_DECODER": decoder.path])
        let (maria, id) = (try folder.invite("maria", may: .post), UUID())
        try await folder.serve(configuration) { client in
            for _ in 1..<SizingResult.maximumAttempts {
                let answer = try await client.post(Self.photo(0, "crashes"), id, as: maria)
                #expect(answer.status == 503)
                #expect(answer.fields["retry-after"] != nil)
            }
            #expect(try await client.post(Self.photo(0, "crashes"), id, as: maria).status == 422)
            #expect(try await client.post(Self.photo(1, "truth"), id, as: maria).status == 201)
        }
    }

    @Test func `Server: a photo is blamed for a decoder's end only if that decodes anything else`() async throws {
        for (name, isBlamed) in [("each.pictures", true), ("crashes.always", false)] {
            let encoder = DecoderSizes(DecoderProgram(try decoder(name)), logger: RecordingLog().logger)
            do {
                _ = try await encoder.images(of: Self.photo(0, "crashes"), longEdges: [480])
                Issue.record("\(name) made images")
            } catch SizeEncoderError.gaveUp {
                #expect(isBlamed)
            } catch SizeEncoderError.unavailable {
                #expect(!isBlamed)
            }
        }
    }
}
