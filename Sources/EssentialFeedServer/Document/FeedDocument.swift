import EssentialFeed
import Foundation

/// What `feed.json` in the photo folder says about the photos.
///
/// ```json
/// {"photos": [{
///     "file": "coast/a.jpg",
///     "date": "2026-11-20T18:04:00Z",
///     "description": "…",
///     "location": "…",
///     "comments": [{
///         "id": "9F4A…, may be left out",
///         "message": "…",
///         "created_at": "2026-11-20T19:10:00Z",
///         "author": {"username": "…"}
///     }]
/// }]}
/// ```
///
/// Everything but `file` may be left out. `file` is the path below the folder. An empty `description` hides the
/// caption that the picture itself carries. Dates are ISO 8601 with their zone.
struct FeedDocument: Sendable {
    /// The file's name in the photo folder.
    static let name = "feed.json"

    struct Entry: Sendable {
        let line: Int
        let file: String
        var date: Date?
        var description: String?
        var location: String?
        var comments: [Comment] = []
    }

    struct Comment: Sendable {
        var id: UUID?
        var message: String
        var createdAt: Date
        var username: String
    }

    private(set) var entries: [Entry] = []

    /// A folder that has no document.
    init() {}

    /// - Throws: the first mistake.
    init(_ bytes: [UInt8]) throws(FeedDocumentError) {
        let fields = try JSONFields(try JSONParser.parse(bytes), called: "the document", names: ["photos"])
        var lines: [String: Int] = [:]
        var commentLines: [UUID: Int] = [:]
        for node in try fields.list("photos") ?? [] {
            let entry = try Self.entry(node, commentLines: &commentLines)
            if let line = lines[entry.file] {
                throw FeedDocumentError(
                    line: entry.line, problem: "\"\(entry.file)\" stands already in line \(line)",
                    remedy: "keep one of the two")
            }
            lines[entry.file] = entry.line
            entries.append(entry)
        }
    }

    private static func entry(
        _ node: JSONNode, commentLines: inout [UUID: Int]
    ) throws(FeedDocumentError) -> Entry {
        let fields = try JSONFields(
            node, called: "a photo", names: ["file", "date", "description", "location", "comments"])
        let file = try fields.required("file")
        let parts = file.text.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
            throw FeedDocumentError(
                line: file.line, problem: "\"\(file.text)\" is no path below the folder",
                remedy: "write it like \"coast/a.jpg\"")
        }
        var entry = Entry(line: file.line, file: file.text)
        entry.date = try fields.date("date")
        entry.description = try fields.text("description")?.text
        entry.location = try fields.text("location")?.text
        for node in try fields.list("comments") ?? [] {
            entry.comments.append(try comment(node, lines: &commentLines))
        }
        return entry
    }

    private static func comment(
        _ node: JSONNode, lines: inout [UUID: Int]
    ) throws(FeedDocumentError) -> Comment {
        let fields = try JSONFields(node, called: "a comment", names: ["id", "message", "created_at", "author"])
        let message = try fields.required("message").text
        let createdAt = try fields.requiredDate("created_at")
        let author = try JSONFields(
            try fields.requiredNode("author"), called: "an author", names: ["username"])
        var comment = Comment(
            message: message, createdAt: createdAt, username: try author.required("username").text)
        if let id = try fields.text("id") {
            guard let uuid = UUID(uuidString: id.text) else {
                throw FeedDocumentError(
                    line: id.line, problem: "the comment's id \"\(id.text)\" is no UUID",
                    remedy: "write a UUID, or leave \"id\" out")
            }
            if let line = lines.updateValue(id.line, forKey: uuid) {
                throw FeedDocumentError(
                    line: id.line, problem: "the comment's id stands already in line \(line)",
                    remedy: "leave one of the two out")
            }
            comment.id = uuid
        }
        return comment
    }
}
