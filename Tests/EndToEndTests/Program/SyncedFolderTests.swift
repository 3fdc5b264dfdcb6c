import Foundation
import TestSupport
import Testing

/// Servers on two computers over one folder, which syncthing keeps the same.
@Suite struct SyncedFolderTests {
    private struct Item: Decodable {
        let id: UUID
        let description: String?
        let comment_count: Int?
    }

    private struct Feed: Decodable {
        let items: [Item]
    }

    private let home = Home()
    private let otherHome = Home()

    private func emptyFolder() throws -> PhotoFolder {
        let photos = try PhotoFolder(count: 0)
        try FileManager.default.removeItem(at: photos.folder.url.appending(path: "feed.yaml"))
        return photos
    }

    /// - Parameter token: What identifies a friend, unless everybody may read.
    private func items(at address: String, token: String? = nil) async throws -> [Item] {
        let authorization = token.map { ["-H", "Authorization: Bearer \($0)"] } ?? []
        let call = ["curl", "-s", "-f"] + authorization + ["\(address)/feed?limit=100"]
        return try JSONDecoder().decode(Feed.self, from: try await TestProgram.succeed(call).output).items
    }

    private func setCaption(_ text: String, of name: String, in photos: PhotoFolder) async throws {
        try await TestProgram.succeed([
            "exiftool", "-q", "-overwrite_original", "-Caption-Abstract=\(text)",
            photos.folder.url.appending(path: name).path,
        ])
    }

    /// The number of files in the folder with a part of a name.
    private func count(_ part: String, in photos: PhotoFolder, _ path: String = "") throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: photos.folder.url.appending(path: path).path)
            .count { $0.contains(part) }
    }

    @Test func `Program: photos that syncthing brings and changes keep their ids and comments`() async throws {
        let (photos, otherPhotos) = (try emptyFolder(), try emptyFolder())
        let server = try await home.serve(photos)
        let otherServer = try await otherHome.serve(otherPhotos, isPublic: false)
        let link = try await otherHome.invite("maria", publicURL: otherServer.address)
        let token = try #require(link.split(separator: ":").last.map(String.init))
        let (syncthing, otherSyncthing) = try await Syncthing.pair(
            sharing: photos.path, otherPhotos.path, in: home.folder.url)
        var ids: [UUID] = []
        try await syncthing.run {
            try await otherSyncthing.run {
                for (name, picture) in [
                    ("moved.jpg", "orientation-1.jpg"), ("edited.jpg", "large-progressive.jpg"),
                    ("deleted.heic", "plain.heic"),
                ] {
                    try TestPicture.data(picture).write(to: photos.folder.url.appending(path: name))
                    try await waitUntil {
                        try await items(at: otherServer.address, token: token).count == ids.count + 1
                    }
                    ids.append(try #require(try await items(at: otherServer.address, token: token).first).id)
                }
                for id in ids {
                    let written = try await otherHome.run(
                        "comments", id.uuidString, "--write", "What a view!", at: link)
                    #expect(written.status == 0, "\(written.errors)")
                }

                try await setCaption("on one computer", of: "edited.jpg", in: photos)
                try await waitUntil {
                    let shown = try await items(at: otherServer.address, token: token)
                    return shown.contains { $0.id == ids[1] && $0.description == "on one computer" }
                }

                let folder = photos.folder.url.appending(path: "sorted")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
                try FileManager.default.moveItem(
                    at: photos.folder.url.appending(path: "moved.jpg"), to: folder.appending(path: "by-month.jpg"))
                try await waitUntil {
                    let shown = try await items(at: otherServer.address, token: token)
                    return try count("moved.jpg", in: otherPhotos) == 0
                        && FileManager.default.fileExists(atPath: otherPhotos.path + "sorted/by-month.jpg")
                        && shown.map(\.id) == ids.reversed()
                }
            }
            // Both edit the same photo while the computers can't reach each other. The later edit wins.
            try await setCaption("offline", of: "edited.jpg", in: photos)
            try await syncthing.scan()
            try await setCaption("offline, later", of: "edited.jpg", in: otherPhotos)
            try await otherSyncthing.run {
                try await waitUntil {
                    try count("edited.sync-conflict-", in: photos) == 1
                        && count("edited.sync-conflict-", in: otherPhotos) == 1
                }

                try FileManager.default.removeItem(at: photos.folder.url.appending(path: "deleted.heic"))
                let kept = [ids[1], ids[0]]
                try await waitUntil { try await items(at: otherServer.address, token: token).map(\.id) == kept }
                let shown = try await items(at: otherServer.address, token: token)
                #expect(shown.map(\.comment_count) == [1, 1])
                #expect(shown.map(\.description) == ["offline, later", nil])
                try await waitUntil {
                    try await items(at: server.address).map(\.description) == ["offline, later", nil]
                }
                // Earlier versions of the files are in the folder, too.
                #expect(try count("edited~", in: otherPhotos, ".stversions") > 0)
            }
        }
        await server.stop()
        await otherServer.stop()
    }
}
