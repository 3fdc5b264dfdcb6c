import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct HealthTests {
    private let folder: PhotoFolder

    init() throws {
        folder = try PhotoFolder()
    }

    @Test("N212 Server: it is live as long as it runs, and ready while its folder can be read")
    func test_ready_followsTheFolder() async throws {
        let folder = folder
        try await RunningServer.with(try folder.configuration(basePath: "/p")) { server in
            try await RawClient.with(port: server.port) { client in
                let path = folder.path
                for isThere in [true, false, true] {
                    if isThere {
                        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                    } else {
                        try FileManager.default.removeItem(atPath: path)
                    }
                    let live = try await client.answer("/p/livez")
                    #expect(live.status == 200)
                    #expect(live.body == Data("ok\n".utf8))
                    #expect(live.fields["cache-control"] == "no-store")
                    let ready = try await client.answer("/p/readyz")
                    #expect(ready.status == (isThere ? 200 : 503))
                    #expect(!String(decoding: ready.body, as: UTF8.self).contains(path))
                }
            }
        }
    }

    @Test("N213 Server: it serves the description of everything that it answers, and a 304 for who has it")
    func test_openAPI_isServed() async throws {
        try await RunningServer.with(try folder.configuration()) { server in
            try await RawClient.with(port: server.port) { client in
                let answer = try await client.answer("/openapi.yaml")
                #expect(answer.status == 200)
                #expect(answer.fields["content-type"] == "application/yaml")
                #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix("openapi: 3.1.0\n"))
                let tag = try #require(answer.fields["etag"])
                let again = try await client.answer("/openapi.yaml", fields: ["If-None-Match: \(tag)"], hasBody: false)
                #expect(again.status == 304)
            }
        }
    }
}
