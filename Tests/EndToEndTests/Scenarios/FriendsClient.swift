import Foundation
import TestSupport
import Testing

/// Friends who use the server's API, and an owner who uses the commands.
final class FriendsClient: FriendsDriver {
    private struct Answer {
        let status: Int
        let body: String
    }

    private let home: Home
    private let imagePath: String
    private let commentID = UUID()
    private let photoID = UUID()
    private var photo: (file: URL, caption: String)?
    private var links: [String: String] = [:]
    /// The change number bob had before the scenario.
    private var start = ""

    init(home: Home, server: ProgramServer) async throws {
        self.home = home
        // curl takes the key as a password.
        let key = try #require(server.ownerLink).components(separatedBy: "#")[1]
        let feed = try await TestProgram.succeed(["curl", "-sf", "-u", key, server.address + "/feed"]).output
        let payload = try JSONSerialization.jsonObject(with: feed) as? [String: Any]
        let items = try #require(payload?["items"] as? [[String: Any]])
        imagePath = "/image/\(try #require(items.last?["id"] as? String))"
    }

    func invite(_ name: String) async throws {
        // curl takes the secret as a password.
        let link = try await home.run(["invite", name, "--may", "post"] + home.stateOption).text
        let parts = link.trimmingCharacters(in: .whitespacesAndNewlines).components(separatedBy: "/join#")
        try #require(parts.count == 2)
        links[name] = parts[0].replacing("://", with: "://\(parts[1])@")
        try await waitUntil { try await request("GET", "/changes", as: name).status == 200 }
        guard name == "bob" else { return }
        start = try #require(try await object("/changes")["next"] as? String)
    }

    func comment(_ message: String, isAnswerLost: Bool) async throws {
        #expect(try await put(message, commentID).status == 201)
    }

    func sendCommentAgain() async throws {
        #expect(try await put("hello", commentID).status == 200)
    }

    private func put(_ message: String, _ id: UUID) async throws -> Answer {
        try await request("PUT", "\(imagePath)/comments/\(id)", as: "maria", #"{"message":"\#(message)"}"#)
    }

    func deleteComment() async throws {
        #expect(try await request("DELETE", "\(imagePath)/comments/\(commentID)", as: "maria").status == 204)
    }

    func react() async throws {
        #expect(try await request("PUT", "\(imagePath)/reactions/heart", as: "maria").status == 200)
    }

    func isRefused() async throws -> Bool {
        try await put("hello", UUID()).status / 100 == 4
    }

    func post(_ file: URL, caption: String, isAnswerLost: Bool) async throws {
        photo = (file, caption)
        #expect(try await sendPhoto() == 201)
    }

    func sendPhotoAgain() async throws {
        #expect(try await sendPhoto() == 200)
    }

    private func sendPhoto() async throws -> Int? {
        let (photo, link) = (try #require(photo), try #require(links["maria"]))
        let result = try await TestProgram.run([
            "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-T", photo.file.path, "-H",
            "Content-Type: image/jpeg", "-H", "Photo-Caption: \(photo.caption)", "\(link)/photos/\(photoID)",
        ])
        return Int(result.text)
    }

    func changeCaption(to caption: String) async throws {
        let answer = try await request("PATCH", "/photos/\(photoID)", as: "maria", #"{"caption":"\#(caption)"}"#)
        #expect(answer.status == 200)
    }

    func deletePhoto() async throws {
        #expect(try await request("DELETE", "/photos/\(photoID)", as: "maria").status == 204)
    }

    func hideComment() async throws { try await command("hide", commentID.uuidString) }
    func closeComments() async throws { try await command("close", String(imagePath.dropFirst("/image/".count))) }
    func hidePhoto() async throws { try await command("hide", photoID.uuidString) }
    func remove(_ name: String) async throws { try await command("revoke", name, "--with-comments") }

    private func command(_ arguments: String...) async throws {
        let result = try await home.run(arguments + home.stateOption)
        #expect(result.status == 0, "\(result.errors)")
    }

    func comments() async throws -> [String] {
        try await items(imagePath + "/comments").map { item in
            let author = item["author"] as? [String: String]
            return "\(author?["username"] ?? ""): \(item["message"] ?? "")"
        }
    }

    func reactions() async throws -> [String] {
        try await items(imagePath + "/reactions").flatMap { item in
            let authors = item["authors"] as? [[String: String]] ?? []
            return authors.map { "\($0["username"] ?? ""): \(item["name"] ?? "")" }
        }
    }

    func photos() async throws -> [FriendsPhoto] {
        try await items("/feed?limit=100").map {
            FriendsPhoto(
                author: $0["author"] as? String, caption: $0["description"] as? String,
                location: $0["location"] as? String)
        }
    }

    func newestImage() async throws -> Data {
        let image = try await items("/feed").first?["image"] as? String
        return try await home.served(try #require(image))
    }

    func isNoticed(_ change: FriendsChange) async throws -> Bool {
        let changes = try await request("GET", "/changes?since=\(start)", as: "bob").body
        return switch change {
        case .comment(let message): changes.contains(#""message":"\#(message)""#)
        case .deletedComment: changes.contains(#"{"deleted":true,"id":"\#(commentID)""#)
        case .deletedPhoto: changes.contains(#""deleted":true,"hidden":true,"id":"\#(photoID)""#)
        }
    }

    func end() async {}

    private func items(_ path: String) async throws -> [[String: Any]] {
        try #require(try await object(path)["items"] as? [[String: Any]])
    }

    /// Returns what bob gets.
    private func object(_ path: String) async throws -> [String: Any] {
        let body = try await request("GET", path, as: "bob").body
        return try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:]
    }

    private func request(
        _ method: String, _ path: String, as name: String, _ body: String? = nil
    ) async throws -> Answer {
        let link = try #require(links[name])
        let data = body.map { ["-H", "Content-Type: application/json", "--data-binary", $0] } ?? []
        let result = try await TestProgram.run(
            ["curl", "-s", "-X", method, "-w", "\n%{http_code}"] + data + [link + path])
        let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
        return Answer(status: Int(lines.last ?? "") ?? 0, body: lines.dropLast().joined(separator: "\n"))
    }
}
