import Foundation
import ImageFormats
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// A state that was copied without the files of some posted photos.
@Suite struct MissingFilesTests {
    private let folder = PhotoFolder()
    private let maria: Invitation

    init() throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
        maria = try folder.invite("maria", may: .post)
    }

    private func file(of id: UUID) throws -> URL {
        let state = folder.state.url
        let path = try FileManager.default.subpathsOfDirectory(atPath: state.path)
            .first { $0.contains("/posts-") && $0.hasSuffix("\(id.uuidString).jpg") }
        return state.appending(path: try #require(path))
    }

    private func ids(_ client: RawClient) async throws -> [String] {
        try await client.items(as: maria).compactMap { $0["id"] as? String }
    }

    @Test func `A posted photo without a file is named at the start, and hidden until the file is back`() async throws {
        let (maria, photo) = (maria, try TestPicture.data("large-progressive.jpg"))
        let (kept, lost) = (UUID(), UUID())
        let configuration = try folder.drawingConfiguration()
        let tag = try await RunningServer.with(configuration) { server in
            try await RawClient.with(port: server.port) { client in
                for id in [kept, lost] { #expect(try await client.post(photo, id, as: maria).status == 201) }
                #expect(try await ids(client).count == 3)
                return try await client.answer("/feed", as: maria).fields["etag"]
            }
        }
        let file = try file(of: lost)
        let aside = folder.state.url.appending(path: "aside.jpg")
        try FileManager.default.moveItem(at: file, to: aside)

        let lines = Box<[String]>([])
        let log = RecordingLog { line in lines.append(line) }
        let (problems, _) = try await PhotoServer(configuration: configuration, logger: log.logger) { _ in }.check()
        #expect(problems.isEmpty)
        let line = "warning: photos that were posted and have no file: 1; "
        #expect(lines.value.filter { $0.hasPrefix(line) }.count == 1, "\(lines.value)")
        #expect(try postNames().count == 1)

        try await RunningServer.with(configuration, log: RecordingLog { lines.append($0) }) { server in
            #expect(lines.value.filter { $0.hasPrefix(line) }.count == 2, "\(lines.value)")
            try await RawClient.with(port: server.port) { client in
                #expect(try await !ids(client).contains(lost.uuidString))
                #expect(try await ids(client).count == 2)
                #expect(try await client.answer("/image/\(lost)?size=480", as: maria).status == 404)
                #expect(try await client.answer("/photo/\(lost)", as: maria).status == 404)
                // A client that has the feed of before gets the new one.
                let feed = try await client.answer("/feed", as: maria, "If-None-Match: \(tag ?? "")")
                #expect(feed.status == 200)
            }
        }
        try FileManager.default.moveItem(at: aside, to: file)
        try await RunningServer.with(configuration) { server in
            let count = try await RawClient.with(port: server.port) { try await ids($0).count }
            #expect(count == 3)
        }
    }

    private func postNames() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.state.path)
            .filter { $0.contains("/posts-") && $0.hasSuffix(".jpg") }
    }

    private func post(in friends: FriendsDatabase) throws -> UUID {
        let id = UUID()
        try friends.posts.pictures.put(Data("a picture".utf8), for: id)
        try friends.write {
            try $0.insert(
                PostedPhoto(
                    position: FeedPosition(rank: 0, id: id), author: Person(id: "1", name: "maria"),
                    texts: PostTexts(caption: nil, location: nil, alternative: nil), postedAt: Date(),
                    picture: PostedPhoto.Picture(
                        digest: ContentDigest(of: Data("a picture".utf8)), byteCount: 9,
                        size: PixelSize(width: 1, height: 1), placeholder: Data()),
                    content: ContentDigest(of: Data("a picture".utf8))))
        }
        return id
    }

    @Test func `A photo whose file is back while the server runs is shown again, with another entity tag`() throws {
        let state = ServerState()
        let friends = try FriendsFile(in: state.url, root: state.root).open()
        let id = try post(in: friends)
        let file = friends.posts.folder.appending(FolderBlobStore.name(of: id))
        let aside = FilePath(state.path("aside.jpg"))
        try file.move(to: aside)
        let before = friends.state.feed
        #expect(try friends.lookForFiles() == 1)
        #expect(friends.unseenPhotos == [id])
        let without = friends.state.feed
        #expect(without > before)
        #expect(try friends.lookForFiles() == 1)
        #expect(friends.state.feed == without)
        try aside.move(to: file)
        #expect(try friends.lookForFiles() == 0)
        #expect(friends.unseenPhotos == [])
        #expect(friends.state.feed > without)
    }

    @Test func `A link, a pipe, an empty file or a folder in the place of a photo's file isn't its file`() throws {
        let state = ServerState()
        let friends = try FriendsFile(in: state.url, root: state.root).open()
        let id = try post(in: friends)
        let file = URL(filePath: friends.posts.folder.appending(FolderBlobStore.name(of: id)).string)
        let aside = URL(filePath: state.path("aside.jpg"))
        try FileManager.default.moveItem(at: file, to: aside)
        let replacements: [() throws -> Void] = [
            { try FileManager.default.createSymbolicLink(at: file, withDestinationURL: aside) },
            { #expect(mkfifo(file.path, 0o600) == 0) },
            { try Data().write(to: file) },
        ]
        for replace in replacements {
            try replace()
            #expect(try friends.lookForFiles() == 1)
            #expect(try friends.posts.folder.namesInFolder().count == 1)
            try friends.posts.pictures.delete(id)
            #expect(try friends.posts.folder.namesInFolder().isEmpty)
        }
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        #expect(try friends.lookForFiles() == 1)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: aside, to: file)
        #expect(try friends.lookForFiles() == 0)
    }
}
