import EssentialFeed
import Foundation
import Testing

@testable import EssentialFeedServer

@Suite struct FeedDocumentTests {
    @Test("Server: feed.json gives date, description, location and comments")
    func test_init_readsEverythingWhenGiven() throws {
        let id = UUID()
        let document = try FeedDocument(
            Array(
                """
                \u{FEFF}{"photos": [
                  {"file": "coast/a.jpg", "date": "2026-11-20T18:04:00+01:00", "description": "a \\u00e9\\ud83d\\ude00\\n",
                   "location": "a place", "comments": [
                     {"id": "\(id)", "message": "a message", "created_at": "2026-11-20T19:10:00Z",
                      "author": {"username": "a name"}}]},
                  {"file": "b.jpg"}
                ]}
                """.utf8))
        let entry = try #require(document.entries.first)
        #expect(document.entries.map(\.file) == ["coast/a.jpg", "b.jpg"])
        #expect(document.entries.map(\.line) == [2, 6])
        #expect(entry.date == WireDate.date(from: "2026-11-20T17:04:00Z"))
        #expect(entry.description == "a é😀\n")
        #expect(entry.location == "a place")
        #expect(entry.comments.map(\.id) == [id])
        #expect(entry.comments.map(\.message) == ["a message"])
        #expect(entry.comments.map(\.username) == ["a name"])
        #expect(entry.comments.map(\.createdAt) == [WireDate.date(from: "2026-11-20T19:10:00Z")])
    }

    @Test(
        "Server: a mistake in feed.json is named by its line",
        arguments: [
            ("", 1, "ends too early"),
            ("{\n\"photos\": [\n", 3, "ends too early"),
            ("[]", 1, "must be an object, not a list"),
            ("{\"photos\": []}\n\n}", 3, "something follows"),
            ("{\n\"fotos\": []}", 2, "no \"fotos\""),
            ("{\"photos\":\n{}}", 2, "must be a list, not an object"),
            ("{\"photos\": [\n{\"file\": \"a\"}\n{\"file\": \"b\"}]}", 3, "comma"),
            ("{\"photos\": [\n{\"file\": \"a\"},\n]}", 3, "value is missing"),
            ("{\"photos\": [\n{}]}", 2, "lacks \"file\""),
            ("{\"photos\": [\n{\"file\":\n7}]}", 3, "must be a text, not a number"),
            ("{\"photos\": [\n{\"file\": \"a\",\n\"description\": null}]}", 3, "not null"),
            ("{\"photos\": [\n{\"file\": \"a\",\n\"datum\": \"\"}]}", 3, "no \"datum\""),
            ("{\"photos\": [\n{\"file\": \"a\",\n\"file\": \"a\"}]}", 3, "given twice"),
            ("{\"photos\": [{\"file\": \"a\",\n\"date\": \"2026-11-20\"}]}", 2, "no date"),
            ("{\"photos\": [{\"file\": \"a\",\n\"date\": \"2026-13-20T00:00:00Z\"}]}", 2, "no date"),
            ("{\"photos\": [{\"file\": \"a\"},\n{\"file\": \"b\"},\n{\"file\": \"a\"}]}", 3, "already in line 1"),
            ("{\"photos\": [\n{\"file\": \"../a\"}]}", 2, "no path below"),
            ("{\"photos\": [\n{\"file\": \"/a\"}]}", 2, "no path below"),
            ("{\"photos\": [\n{\"file\": \"a\", \"comments\": [\n{\"message\": \"m\"}]}]}", 3, "lacks \"created_at\""),
            (
                "{\"photos\": [{\"file\": \"a\", \"comments\": [{\"message\": \"m\", \"created_at\":"
                    + "\"2026-11-20T19:10:00Z\",\n\"author\": {}}]}]}", 2, "lacks \"username\""
            ),
            (
                "{\"photos\": [{\"file\": \"a\", \"comments\": [{\"id\":\n\"7\", \"message\": \"m\", \"created_at\":"
                    + "\"2026-11-20T19:10:00Z\", \"author\": {\"username\": \"u\"}}]}]}", 2, "no UUID"
            ),
            ("{\"photos\": [{\"file\": \"a\nb\"}]}", 1, "does not end on its line"),
            ("{\"photos\":\n[{\"file\": \"\\x\"}]}", 2, "no such escape"),
            ("{\"photos\":\n[{\"file\": \"\\ud800\"}]}", 2, "half a character"),
            ("{\"photos\":\n[{\"file\": 01}]}", 2, "no number"),
            ("{\"photos\":\n[{\"file\": tru}]}", 2, "value is missing"),
        ])
    func test_init_namesTheLineWhenThereIsAMistake(text: String, line: Int, problem: String) throws {
        let error = #expect(throws: FeedDocumentError.self) { try FeedDocument(Array(text.utf8)) }
        #expect(error?.line == line, "\(text)")
        #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
        #expect(error?.remedy.isEmpty == false)
        #expect(error?.description.hasPrefix("feed.json, line \(line): ") == true)
    }

    @Test("Server: a comment's id given twice is a mistake")
    func test_init_refusesWhenACommentIDIsRepeated() {
        let comment =
            #"{"id": "8B2C86E4-0F0E-4A7B-9B7C-0C9C0E9D5A11", "message": "", "created_at": "2026-11-20T19:10:00Z", "#
            + #""author": {"username": ""}}"#
        let text = "{\"photos\": [{\"file\": \"a\", \"comments\": [\(comment),\n\(comment)]}]}"
        let error = #expect(throws: FeedDocumentError.self) { try FeedDocument(Array(text.utf8)) }
        #expect(error?.line == 2)
    }

    @Test("Server: text in feed.json that is not UTF-8, and nesting without end, are mistakes")
    func test_init_refusesWhenHostile() {
        let latin = Array("{\"photos\":\n[{\"file\": \"".utf8) + [0xE9] + Array("\"}]}".utf8)
        #expect(throws: FeedDocumentError.self) { try FeedDocument(latin) }
        #expect(throws: FeedDocumentError.self) { try FeedDocument(Array(repeating: 0x5B, count: 1_000_000)) }
    }

    @Test("Server: comments without an id get the same one at each start, equal ones different ones")
    func test_comments_deriveIDsWhenNotGiven() {
        let imageID = UUID()
        let comment = FeedDocument.Comment(message: "m", createdAt: Date(timeIntervalSince1970: 0), username: "u")
        var other = comment
        other.message = "other"
        let ids = CommentIDs.comments([comment, other, comment], imageID: imageID).map(\.id)
        #expect(Set(ids).count == 3)
        #expect(CommentIDs.comments([other, comment, other, comment], imageID: imageID).map(\.id)[1] == ids[0])
        #expect(CommentIDs.comments([comment, other, comment], imageID: imageID).map(\.id) == ids)
        #expect(CommentIDs.comments([comment], imageID: UUID()).map(\.id) != [ids[0]])
    }

    @Test("N076 Server: an error in feed.json is one line without control characters, however long its texts are")
    func test_description_isPlain() throws {
        for text in ["a\\u001b[2J\\nforged line\\u202e", String(repeating: "x", count: 1_000_000)] {
            for document in [
                #"{"photos": [{"file": "a.jpg", "date": "\#(text)"}]}"#, #"{"photos": [{"\#(text)": 1}]}"#,
                #"{"photos": [{"file": "\#(text)"}, {"file": "\#(text)"}]}"#,
                #"{"photos": [{"file": "../\#(text)"}]}"#,
            ] {
                let error = #expect(throws: FeedDocumentError.self) { try FeedDocument(Array(document.utf8)) }
                let description = try #require(error).description
                #expect(description.hasPrefix("feed.json, line 1: "))
                #expect(description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
                #expect(description.count < 3_000)
            }
        }
    }

    @Test(
        "Server: a number of any shape but JSON's is a mistake",
        arguments: ["01", "-", "1.", ".5", "1e", "1e+", "+1", "1.5.5", "--1", "1e5e5", "1E+-5"])
    func test_init_refusesWhatIsNoNumber(number: String) {
        let error = #expect(throws: FeedDocumentError.self) { try FeedDocument(Array(#"{"photos": \#(number)}"#.utf8)) }
        #expect(error?.problem.contains("must be a list") == false)
    }

    @Test(
        "Server: a number of JSON's shape is none of the document's",
        arguments: ["0", "-0", "10", "1.50", "1e5", "-1.0E-05"])
    func test_init_readsNumbers(number: String) {
        let error = #expect(throws: FeedDocumentError.self) { try FeedDocument(Array(#"{"photos": \#(number)}"#.utf8)) }
        #expect(error?.problem == "\"photos\" must be a list, not a number")
    }
}
