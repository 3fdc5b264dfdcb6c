import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// What the ids and entity tags of photos disclose about their files.
@Suite struct PhotoIDTests {
    private let picture = Pictures.animation(salt: 1)

    /// A reader's answers for a folder with one photo.
    private func answers() async throws -> [RawClient.Answer] {
        let folder = PhotoFolder()
        try folder.write(picture, to: "a.png")
        var configuration = try folder.configuration()
        configuration.key = nil
        configuration.servesOriginals = true
        let answers = Box<[RawClient.Answer]>([])
        try await folder.serve(configuration) { client in
            let feed = try await client.answer("/feed")
            let text = feed.text
            let id = try #require(text.firstMatch(of: /"id":"([0-9A-Fa-f-]{36})"/)).1
            answers.append(feed)
            for path in ["/image/\(id)", "/image/\(id)?size=original", "/image/\(id)/comments", "/feed.atom"] {
                answers.append(try await client.answer(path))
            }
        }
        return answers.value
    }

    @Test func `Server: ids and tags differ on each server, and can't be computed from a photo's file`() async throws {
        let digest = ContentDigest(of: picture)
        var servers: [[RawClient.Answer]] = []
        for _ in 0..<2 { servers.append(try await answers()) }
        for answer in servers.joined() {
            #expect(answer.status == 200)
            let text = answer.text + answer.fields.map { "\($0): \($1)" }.joined()
            let plain = text.lowercased().replacing("-", with: "")
            #expect(!plain.contains(digest.hexadecimal.prefix(12)))
            // The last twelve digits of a UUID are as the digest has them.
            #expect(!plain.contains(digest.id.uuidString.lowercased().suffix(12)))
        }
        for (one, other) in zip(servers[0], servers[1]) {
            #expect(one.fields["etag"] != other.fields["etag"] || one.body == Data("{\"items\":[]}".utf8))
        }
    }

    @Test func `Server: photos keep their ids when they are renamed, and in a restored index`() async throws {
        let folder = PhotoFolder()
        try folder.write(picture, to: "a.png", seconds: 1)
        let configuration = try folder.configuration()
        let state = try #require(configuration.stateFolder)
        let old = contentID(picture)
        #expect(try await folder.index().photos.map(\.id) == [old])
        try folder.write(Pictures.animation(salt: 2), to: "b.png", seconds: 2)
        let ids = [contentID(Pictures.animation(salt: 2)), old]
        #expect(try await folder.index().photos.map(\.id) == ids)
        try FileManager.default.moveItem(at: folder.url("a.png"), to: folder.url("c.png"))
        try FileManager.default.moveItem(at: folder.url("b.png"), to: folder.url("d.png"))
        #expect(try await folder.index().photos.map(\.id) == ids)

        let backup = folder.state.url.appending(path: "a.backup").path
        _ = try StateBackup(of: state).write(to: backup, folder: nil)
        try FileManager.default.removeItem(at: state)
        _ = try StateRestoration(of: state, now: { Date() }).restore(from: backup, to: nil)
        #expect(try await folder.index().photos.map(\.id) == ids)
        try folder.write(Pictures.animation(salt: 3), to: "e.png", seconds: 3)
        #expect(try await folder.index().photos.map(\.id) == [contentID(Pictures.animation(salt: 3))] + ids)
    }
}
