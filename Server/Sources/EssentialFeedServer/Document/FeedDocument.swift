public import EssentialFeed
import Foundation
import Yams

/// The YAML document in the photo folder that describes the photos (`feed.yaml` or `feed.yml`).
///
/// A photo needs only `file`, a path below the folder; a comment needs all but its id. `description: ""` hides the
/// caption in the picture itself. Dates are in ISO 8601 with a time zone.
struct FeedDocument: Sendable {
    /// The possible file names, in order of precedence. ``DocumentSyntax`` refuses the last one: photos excluded there must
    /// not appear silently.
    static let names = ["feed.yaml", "feed.yml", "feed.json"]

    struct Entry: Sendable {
        let line: Int
        let file: String
        var date: Date?
        var description: String?
        var location: String?
        var author: String?
        var comments: [Comment] = []
    }

    struct Comment: Sendable {
        var id: UUID?
        var message: String
        var createdAt: Date
        var username: String
    }

    struct Cover: Sendable {
        let file: String
        let line: Int
    }

    /// The name of the file; empty if the folder has no document.
    let name: String
    /// The owner's title for the feed, safe to show; `nil` for the usual title.
    private(set) var title: String?
    /// The colour of the web pages; `nil` if the document doesn't set it.
    private(set) var accent: AccentColour?
    /// The photo above the feed; `nil` if the document doesn't set it.
    private(set) var cover: Cover?
    private(set) var entries: [Entry] = []
    private(set) var excluded: [PathPattern] = []

    var people: Set<String> {
        Set(entries.flatMap { entry in entry.comments.map(\.username) + (entry.author.map { [$0] } ?? []) })
    }

    init() {
        name = ""
    }

    /// Reads the file; blocks.
    /// - Throws: ``FeedDocumentError`` for the first error, or ``FileError`` if the file can't be read.
    init(of file: OpenFile, named name: String) throws {
        guard file.count <= DocumentSyntax.maximumSize else { throw DocumentSyntax(name: name).tooLarge }
        try self.init([UInt8](file.data()), named: name)
    }

    init(_ bytes: [UInt8], named name: String) throws(FeedDocumentError) {
        self.name = name
        let syntax = DocumentSyntax(name: name)
        let fields = try DocumentFields(
            try syntax.parse(bytes), syntax, called: Message("the document"),
            names: ["title", "accent", "cover", "photos", "exclude"])
        title = try fields.text("title").flatMap { Self.title($0.text) }
        accent = try Self.accent(fields, syntax, in: bytes)
        if let file = try fields.text("cover") {
            try Self.check(path: file, syntax)
            cover = Cover(file: file.text, line: file.line)
        }
        // Two files may differ only in the Unicode form of their names.
        var lines: [FolderPath: Int] = [:]
        var commentLines: [UUID: Int] = [:]
        for node in try fields.list("photos") ?? [] {
            let entry = try Self.entry(node, syntax, commentLines: &commentLines)
            if let line = lines.updateValue(entry.line, forKey: FolderPath(entry.file)) {
                throw syntax.error(
                    entry.line, Message("“\(entry.file)” is already listed in line \(line)"),
                    Message("keep one of the two"))
            }
            entries.append(entry)
        }
        for node in try fields.list("exclude") ?? [] { excluded.append(try Self.pattern(node, syntax)) }
    }

    /// Returns a title that is safe to show; `nil` if nothing is left of it.
    static func title(_ text: String) -> String? {
        let title = PlainText.clean(PresentedText.limited(text))
        return title.contains { !$0.isWhitespace } ? title : nil
    }

    private static func accent(
        _ fields: DocumentFields, _ syntax: DocumentSyntax, in bytes: [UInt8]
    ) throws(FeedDocumentError) -> AccentColour? {
        let remedy = Message("write it in quotation marks, like \"#c2185b\"")
        if let line = fields.lineWithoutValue("accent"), hasOnlyComment(line: line, of: bytes) {
            throw syntax.error(line, Message("“accent” has no value, because # begins a comment"), remedy)
        }
        guard let text = try fields.text("accent") else { return nil }
        guard let accent = AccentColour(text.text) else {
            throw syntax.error(text.line, Message("“\(text.text)” isn’t a color of six hexadecimal digits"), remedy)
        }
        return accent
    }

    /// Returns whether there is nothing but a comment after the name of a field.
    /// - Parameter line: Counted from 1.
    private static func hasOnlyComment(line: Int, of bytes: [UInt8]) -> Bool {
        let lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(line - 1), let colon = lines[line - 1].firstIndex(of: ":") else { return false }
        return lines[line - 1][colon...].dropFirst().first { !$0.isWhitespace } == "#"
    }

    private static func check(
        path: (text: String, line: Int), _ syntax: DocumentSyntax
    ) throws(FeedDocumentError) {
        let parts = path.text.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
            throw syntax.error(
                path.line, Message("“\(path.text)” isn’t a path below the folder"),
                Message("write it like “coast/a.jpg”"))
        }
    }

    private static func pattern(_ node: Node, _ syntax: DocumentSyntax) throws(FeedDocumentError) -> PathPattern {
        do throws(PathPatternError) {
            return try PathPattern(node.scalar.map(syntax.text) ?? "")
        } catch {
            throw syntax.error(node.mark?.line ?? 1, error.problem, error.remedy)
        }
    }

    private static func entry(
        _ node: Node, _ syntax: DocumentSyntax, commentLines: inout [UUID: Int]
    ) throws(FeedDocumentError) -> Entry {
        let fields = try DocumentFields(
            node, syntax, called: Message("a photo"),
            names: ["file", "date", "description", "location", "author", "comments"])
        let file = try fields.required("file", fields.text)
        try check(path: file, syntax)
        var entry = Entry(line: file.line, file: file.text)
        entry.date = try fields.date("date")
        entry.description = try fields.text("description")?.text
        entry.location = try fields.text("location")?.text
        entry.author = try fields.text("author")?.text
        for node in try fields.list("comments") ?? [] {
            entry.comments.append(try comment(node, syntax, lines: &commentLines))
        }
        return entry
    }

    private static func comment(
        _ node: Node, _ syntax: DocumentSyntax, lines: inout [UUID: Int]
    ) throws(FeedDocumentError) -> Comment {
        let fields = try DocumentFields(
            node, syntax, called: Message("a comment"), names: ["id", "message", "created_at", "author"])
        let message = try fields.required("message", fields.text).text
        let createdAt = try fields.required("created_at", fields.date)
        let author = try DocumentFields(
            try fields.required("author", fields.value), syntax, called: Message("an author"), names: ["username"])
        var comment = Comment(
            message: message, createdAt: createdAt, username: try author.required("username", author.text).text)
        if let id = try fields.text("id") {
            guard let uuid = UUID(exactly: id.text) else {
                throw syntax.error(
                    id.line, Message("the comment’s id “\(id.text)” isn’t a UUID"),
                    Message("write a UUID, or leave “id” out"))
            }
            if let line = lines.updateValue(id.line, forKey: uuid) {
                throw syntax.error(
                    id.line, Message("the comment’s id is already used in line \(line)"),
                    Message("leave out one of the two"))
            }
            comment.id = uuid
        }
        return comment
    }
}

/// Derives missing comment ids from the image and the comment, to keep them after a restart.
enum CommentIDs {
    /// Returns the comments with ids; equal comments on one image get different ids.
    static func comments(_ comments: [FeedDocument.Comment], imageID: UUID) -> [ImageComment] {
        var counts: [[String]: Int] = [:]
        return comments.map { comment in
            let content = [comment.message, WireDate.text(comment.createdAt), comment.username]
            let ordinal = counts[content, default: 0]
            counts[content] = ordinal + 1
            return ImageComment(
                id: comment.id ?? id(content + [String(ordinal)], imageID: imageID), message: comment.message,
                createdAt: comment.createdAt, author: ImageCommentAuthor(username: comment.username))
        }
    }

    private static func id(_ parts: [String], imageID: UUID) -> UUID {
        // With the lengths, different lists of parts never produce the same text.
        let text = ([imageID.uuidString] + parts).map { "\($0.utf8.count):\($0)" }.joined()
        return ContentDigest(of: text.utf8).id
    }
}

/// An error in the feed document: its line, the problem and a remedy.
public struct FeedDocumentError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// The name of the file, such as `feed.yaml`.
    public let document: String
    /// The line number, counted from 1.
    public let line: Int
    /// The problem.
    package let problem: Message
    /// The way to fix the problem.
    package let remedy: Message

    package var message: Message {
        Message("\(document), line \(line): \(problem); \(remedy)")
    }
}
