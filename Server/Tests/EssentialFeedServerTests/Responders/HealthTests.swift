import Foundation
import Logging
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct HealthTests {
    private let folder = PhotoFolder()

    @Test func `Server: it is live as long as it runs, and ready while its folder can be read`() async throws {
        let folder = folder
        try await folder.serve(try folder.configuration(basePath: "/p")) { client, server in
            let path = folder.path
            for isThere in [true, false, true] {
                if isThere, !FileManager.default.fileExists(atPath: path) {
                    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                    try await server.until("the folder is back")
                } else if !isThere {
                    try FileManager.default.removeItem(atPath: path)
                    try await server.until("the folder is gone", .warning)
                }
                let live = try await client.answer("/p/livez")
                #expect(live.status == 200)
                #expect(live.body == Data("ok\n".utf8))
                #expect(live.fields["cache-control"] == "no-store")
                let ready = try await client.answer("/p/readyz")
                #expect(ready.status == (isThere ? 200 : 503))
                #expect(!ready.text.contains(path))
            }
        }
    }

    @Test func `Server: while a disk is unmounted it isn't ready, and photos are a 503`() async throws {
        let (disk, folder) = (TemporaryFolder(), folder)
        let picture = Pictures.animation(salt: 1)
        try picture.write(to: disk.url.appending(path: "a.png"))
        try await withMount(of: disk, on: folder.path) {
            try await folder.serve { client, server in
                let path = "/image/\(contentID(picture).uuidString)"
                #expect(try await client.answer(path).status == 200)
                try await TestProgram.succeed(["umount", "--lazy", folder.path])
                try await server.until("the folder is gone", .warning)
                #expect(try await client.answer("/readyz").status == 503)
                let answer = try await client.answer(path)
                #expect(answer.status == 503)
                #expect(answer.fields["retry-after"] != nil)
                try await TestProgram.succeed(["mount", "--bind", disk.path, folder.path])
                try await server.until("the folder is back")
                for path in ["/readyz", path] { #expect(try await client.answer(path).status == 200) }
            }
        }
    }

    @Test func `Server: it serves the description of all that it answers, and a 304 for who has it`() async throws {
        try await folder.serve { client in
            let answer = try await client.answer("/openapi.yaml")
            #expect(answer.status == 200)
            #expect(answer.fields["content-type"] == "application/yaml")
            #expect(answer.text.hasPrefix("openapi: 3.1.0\n"))
            let tag = try #require(answer.fields["etag"])
            let again = try await client.answer("/openapi.yaml", fields: ["If-None-Match: \(tag)"], hasBody: false)
            #expect(again.status == 304)
        }
    }
}

extension RunningServer {
    /// Waits for a line of the log.
    fileprivate func until(_ text: String, _ level: Logger.Level = .notice) async throws {
        try await waitUntil { try await log.next(level).contains(text) }
    }
}
