import Foundation
import TestSupport
import Testing

@Suite struct TraceTests {
    @Test("Trace: image and sync write how long each stage of each image took, in the Trace Event Format")
    func traceHasStagesOfImageAndSync() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(count: 3))
        let file = home.folder.url.appending(path: "trace.json")
        #expect(try await home.run("sync", "--trace", file.path, at: server.address).status == 0)
        let sync = try TraceEvent.all(in: Data(contentsOf: file))
        #expect(sync.count { $0.name == "request" } == 3)
        #expect(sync.count { $0.name == "disk" && $0.args.outcome == "notFound" } == 3)
        #expect(sync.count { $0.name == "download" && $0.args.outcome == "done" } == 3)
        #expect(Set(sync.filter { $0.name == "first byte" }.compactMap(\.args.url)).count >= 3)

        let image = try #require(PrintedFeed(await home.run("feed", "--json", at: server.address)).items.first).image
        #expect(try await home.run("image", image, "--trace", file.path, at: server.address).status == 0)
        let one = try TraceEvent.all(in: Data(contentsOf: file))
        #expect(one.count { $0.name == "request" } == 1)
        #expect(one.count { $0.name == "disk" && $0.args.outcome == "done" } == 1)
        #expect(one.count { $0.name == "download" } == 0)
        await server.stop()
    }

    @Test func `Trace: a call that loads no image leaves a valid trace without image events`() async throws {
        let home = try Home()
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        let file = home.folder.url.appending(path: "trace.json")
        _ = try await home.run("sync", "--trace", file.path, at: server.url().absoluteString)
        let events = try TraceEvent.all(in: Data(contentsOf: file))
        #expect(events.allSatisfy { ["connect", "first byte", "thread_name"].contains($0.name) })
        try await server.stop()
    }

    @Test func `Trace: the help says what opens the file`() async throws {
        for command in ["image", "sync"] {
            let help = try await Program().run([command, "--help"])
            #expect(help.text.contains("Perfetto"))
        }
    }
}
