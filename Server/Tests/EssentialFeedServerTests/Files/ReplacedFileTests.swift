import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Replaces a photo by another one of the same size and modification time.
@Suite struct ReplacedFileTests {
    private static let time = 1_577_836_800
    private let old = Pictures.animation(salt: 1)
    private let new = Pictures.animation(salt: 2)
    private let folder = PhotoFolder()

    init() throws {
        try folder.write(old, to: "a.png")
    }

    /// The way in which a file gets other bytes.
    enum Replacement: CaseIterable {
        case inPlace
        case byRename
    }

    private func replace(_ replacement: Replacement) throws {
        let url = folder.url("a.png")
        switch replacement {
        case .inPlace:
            let handle = try FileHandle(forWritingTo: url)
            try handle.write(contentsOf: new)
            try handle.close()
        case .byRename:
            try folder.write(new, to: ".new")
            #expect(rename(folder.url(".new").path, url.path) == 0)
        }
        try #require(setModificationTime(Self.time, of: url))
    }

    @Test(
        "Server: after a restart, a photo that was replaced by one of the same size and time has a new id",
        arguments: Replacement.allCases)
    func buildReadsAgainWhenReplaced(replacement: Replacement) async throws {
        #expect(try await folder.index().photos.map(\.id) == [contentID(old)])
        try replace(replacement)
        #expect(try await folder.index().photos.map(\.id) == [contentID(new)])
    }

    @Test func `Server: each start finds the last of many quick replacements of a photo`() async throws {
        let handle = try FileHandle(forWritingTo: folder.url("a.png"))
        for salt in 1...40 as ClosedRange<UInt8> {
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: Pictures.animation(salt: salt))
            try #require(setModificationTime(Self.time, of: folder.url("a.png")))
            #expect(try await folder.index().photos.map(\.id) == [contentID(Pictures.animation(salt: salt))])
        }
        try handle.close()
    }

    @Test(arguments: Replacement.allCases)
    func `Server: a photo in place of a served one isn't sent with its tag`(replacement: Replacement) async throws {
        try await folder.serve { client in
            try replace(replacement)
            for method in ["GET", "HEAD", "GET"] {
                let answer = try await client.answer(
                    "/image/\(contentID(old))", method: method, hasBody: method == "GET")
                #expect(answer.status == 404)
                #expect(answer.fields["etag"] == nil)
            }
        }
    }

    @Test func `Server: a photo with a new hard link or new permissions is still served`() async throws {
        try await folder.serve { client in
            try FileManager.default.linkItem(at: folder.url("a.png"), to: folder.state.url.appending(path: "backup"))
            #expect(chmod(folder.url("a.png").path, 0o600) == 0)
            for _ in 0..<2 {
                let answer = try await client.answer("/image/\(contentID(old))")
                #expect(answer.status == 200)
                #expect(answer.body == old)
            }
        }
    }
}
