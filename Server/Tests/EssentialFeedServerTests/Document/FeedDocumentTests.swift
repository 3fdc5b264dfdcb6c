import EssentialFeed
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct FeedDocumentTests {
    private func document(_ text: String, named name: String = "feed.yaml") throws(FeedDocumentError) -> FeedDocument {
        try FeedDocument(Array(text.utf8), named: name)
    }

    @Test func `Server: a document in JSON is read as YAML`() throws {
        let id = UUID()
        let document = try document(
            """
            \u{FEFF}{"photos": [
              {"file": "coast/a.jpg", "date": "2026-11-20T18:04:00+01:00", "description": "a \\u00e9\\n",
               "location": "a place", "comments": [
                 {"id": "\(id)", "message": "a message", "created_at": "2026-11-20T19:10:00Z",
                  "author": {"username": "a name"}}]},
              {"file": "b.jpg"}
            ]}
            """)
        let entry = try #require(document.entries.first)
        #expect(document.entries.map(\.file) == ["coast/a.jpg", "b.jpg"])
        #expect(document.entries.map(\.line) == [2, 6])
        #expect(entry.date == WireDate.date(from: "2026-11-20T17:04:00Z"))
        #expect(entry.description == "a é\n")
        #expect(entry.location == "a place")
        #expect(entry.comments.map(\.id) == [id])
        #expect(entry.comments.map(\.message) == ["a message"])
        #expect(entry.comments.map(\.username) == ["a name"])
        #expect(entry.comments.map(\.createdAt) == [WireDate.date(from: "2026-11-20T19:10:00Z")])
    }

    @Test(
        arguments: [
            ("", 1, "is empty"),
            ("{\n\"photos\": [\n", 3, "isn’t valid"),
            ("[]", 1, "must be an object, not a list"),
            ("{\"photos\": []}\n\n}", 3, "isn’t valid"),
            ("{\n\"fotos\": []}", 2, "no “fotos”"),
            ("{\"photos\":\n{}}", 2, "must be a list, not an object"),
            ("{\"photos\": [\n{\"file\": \"a\"}\n{\"file\": \"b\"}]}", 3, "','"),
            ("{\"photos\": [\n{}]}", 2, "lacks “file”"),
            ("{\"photos\": [\n{\"file\": \"a\",\n\"datum\": \"\"}]}", 3, "no “datum”"),
            // Yams reports the first of the two.
            ("{\"photos\": [\n{\"file\": \"a\",\n\"file\": \"a\"}]}", 2, "given twice"),
            ("{\"photos\": [{\"file\": \"a\",\n\"date\": \"2026-11-20\"}]}", 2, "isn’t a date"),
            ("{\"photos\": [{\"file\": \"a\",\n\"date\": \"2026-13-20T00:00:00Z\"}]}", 2, "isn’t a date"),
            (
                "{\"photos\": [{\"file\": \"a\"},\n{\"file\": \"b\"},\n{\"file\": \"a\"}]}", 3,
                "already listed in line 1"
            ),
            ("{\"photos\": [\n{\"file\": \"../a\"}]}", 2, "isn’t a path below"),
            ("{\"photos\": [\n{\"file\": \"/a\"}]}", 2, "isn’t a path below"),
            ("{\"photos\": [\n{\"file\": \"a\", \"comments\": [\n{\"message\": \"m\"}]}]}", 3, "lacks “created_at”"),
            (
                "{\"photos\": [{\"file\": \"a\", \"comments\": [{\"message\": \"m\", \"created_at\":"
                    + "\"2026-11-20T19:10:00Z\",\n\"author\": {}}]}]}", 2, "lacks “username”"
            ),
            (
                "{\"photos\": [{\"file\": \"a\", \"comments\": [{\"id\":\n\"7\", \"message\": \"m\", \"created_at\":"
                    + "\"2026-11-20T19:10:00Z\", \"author\": {\"username\": \"u\"}}]}]}", 2, "isn’t a UUID"
            ),
            ("{\"photos\":\n[{\"file\": \"\\x\"}]}", 2, "isn’t valid"),
            ("{\"photos\":\n[{\"file\": \"\\ud800\"}]}", 2, "isn’t valid"),
        ])
    func `Server: a mistake in JSON is reported with its line`(text: String, line: Int, problem: String) throws {
        let error = #expect(throws: FeedDocumentError.self) { try document(text) }
        #expect(error?.line == line, "\(text)")
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("; ") == true)
        #expect(error?.description.hasPrefix("feed.yaml, line \(line): ") == true)
    }

    @Test func `Server: two comments with the same id are a mistake`() {
        let comment =
            #"{"id": "8B2C86E4-0F0E-4A7B-9B7C-0C9C0E9D5A11", "message": "", "created_at": "2026-11-20T19:10:00Z", "#
            + #""author": {"username": ""}}"#
        let text = "{\"photos\": [{\"file\": \"a\", \"comments\": [\(comment),\n\(comment)]}]}"
        let error = #expect(throws: FeedDocumentError.self) { try document(text) }
        #expect(error?.line == 2)
    }

    @Test func `Server: text in feed.yaml that isn't UTF-8, and endless nesting, are mistakes`() {
        let latin = Array("{\"photos\":\n[{\"file\": \"".utf8) + [0xE9] + Array("\"}]}".utf8)
        let error = #expect(throws: FeedDocumentError.self) { try FeedDocument(latin, named: "feed.yaml") }
        #expect(error?.line == 2)
        #expect(throws: FeedDocumentError.self) { try document(String(repeating: "[", count: 1_000_000)) }
    }

    @Test func `Server: feed.json is refused, and the error says to rename it`() {
        let error = #expect(throws: FeedDocumentError.self) { try document(#"{"photos": []}"#, named: "feed.json") }
        #expect(error?.description == "feed.json, line 1: a document in JSON isn’t read; rename it to feed.yaml")
    }

    @Test func `Server: comments without an id get the same id at each start, and equal comments different ones`() {
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

    @Test func `Server: an error in feed.yaml is one line without control characters, however long the texts`() throws {
        for text in ["a\\u001b[2J\\nforged line\\u202e", String(repeating: "x", count: 1_000_000)] {
            for json in [
                #"{"photos": [{"file": "a.jpg", "date": "\#(text)"}]}"#, #"{"photos": [{"\#(text)": 1}]}"#,
                #"{"photos": [{"file": "\#(text)"}, {"file": "\#(text)"}]}"#,
                #"{"photos": [{"file": "../\#(text)"}]}"#, #"{"photos": [{"\#(text)": 1, "\#(text)": 1}]}"#,
            ] {
                let error = #expect(throws: FeedDocumentError.self) { try document(json) }
                let description = try #require(error).description
                #expect(description.hasPrefix("feed.yaml, line 1: "))
                #expect(description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
                #expect(description.count < 3_000)
            }
        }
    }

    // MARK: - YAML

    @Test(arguments: ["yaml", "yml"])
    func `Server: feed.yaml gives the date, description, location and comments of a photo`(suffix: String) throws {
        let document = try document(
            """
            # My photos
            photos:
              - file: coast/a.jpg
                date: 2026-11-20T18:04:00+01:00
                description: >
                  Not a breath
                  of wind.
                location: "Nafplio: harbour"
                comments:
                  - message: It's 5 o'clock & all is well
                    created_at: 2026-11-20T19:10:00Z
                    author: { username: maria }
              - { file: b.jpg, description: '' }
            """, named: "feed.\(suffix)")
        let entry = try #require(document.entries.first)
        #expect(document.name == "feed.\(suffix)")
        #expect(document.entries.map(\.file) == ["coast/a.jpg", "b.jpg"])
        #expect(document.entries.map(\.line) == [3, 13])
        #expect(document.entries.map(\.description) == ["Not a breath of wind.\n", ""])
        #expect(entry.date == WireDate.date(from: "2026-11-20T17:04:00Z"))
        #expect(entry.location == "Nafplio: harbour")
        #expect(entry.comments.map(\.message) == ["It's 5 o'clock & all is well"])
        #expect(entry.comments.map(\.username) == ["maria"])
        #expect(entry.comments.map(\.createdAt) == [WireDate.date(from: "2026-11-20T19:10:00Z")])
    }

    @Test(
        arguments: [
            ("no", "no"), ("yes", "yes"), ("true", "true"), ("1984", "1984"), ("007", "007"), ("0x1F", "0x1F"),
            ("1_000", "1_000"), ("12:30", "12:30"), (".5", ".5"), (".inf", ".inf"), ("2026-11-20", "2026-11-20"),
            ("=", "="), ("<<", "<<"), ("\"null\"", "null"), ("'~'", "~"), ("\"\"", ""), ("a & b", "a & b"),
            ("&name text", "&name text"), ("\"&\u{301}\"", "&\u{301}"), ("!!int 7", "7"), ("\"\\U0001F600\"", "😀"),
            ("|\n    two\n    lines", "two\nlines"), ("50 % off", "50 % off"),
        ])
    func `Server: a value in feed.yaml is read as text, with or without quotes`(yaml: String, text: String) throws {
        let document = try document("photos:\n- file: a.jpg\n  location: \(yaml)", named: "feed.yaml")
        #expect(document.entries.map(\.location) == [text])
    }

    @Test(arguments: ["", "~", "null", "# later"])
    func `Server: a key in feed.yaml without a value is ignored`(value: String) throws {
        let document = try document(
            "photos:\n- file: a.jpg\n  date: \(value)\n  description: \(value)\n  comments: \(value)\n",
            named: "feed.yaml")
        #expect(document.entries.map(\.description) == [nil])
        #expect(document.entries.map(\.date) == [nil])
        #expect(document.entries[0].comments.isEmpty)
        #expect(try self.document("photos: \(value)\n", named: "feed.yaml").entries.isEmpty)
        let error = #expect(throws: FeedDocumentError.self) {
            try self.document("photos:\n- file: \(value)\n", named: "feed.yaml")
        }
        #expect(error?.description.contains("a photo lacks “file”; ") == true)
    }

    @Test(arguments: ["\"#C2185B\"", "'#c2185b'", "c2185b", "C2185B"])
    func `Server: feed.yaml has an accent colour and a cover`(accent: String) throws {
        let document = try document("accent: \(accent)\ncover: coast/a.jpg\nphotos: []\n")
        #expect(document.accent == AccentColour(0xC2185B))
        #expect(document.cover?.file == "coast/a.jpg")
        #expect(document.cover?.line == 2)
        #expect(try self.document("cover: ~\n").cover == nil)
    }

    @Test(arguments: ["", "~", "null", "~ # later"])
    func `Server: an accent colour without a value is ignored, unless # has begun a comment`(value: String) throws {
        #expect(try document("title: a\naccent: \(value)\nphotos: []\n").accent == nil)
    }

    @Test func `Server: the demo's feed.yaml is read whole`() throws {
        let demo = URL(filePath: #filePath).appending(path: "../../../../../Demo").standardizedFileURL
        let document = try FeedDocument(
            of: OpenFile(path: FilePath(demo.appending(path: "feed.yaml").path)), named: "feed.yaml")
        #expect(document.entries.count == 44)
        for entry in document.entries {
            #expect(FileManager.default.fileExists(atPath: demo.appending(path: entry.file).path), "\(entry.file)")
            #expect(entry.date != nil)
        }
        let comments = document.entries.flatMap(\.comments)
        #expect(comments.contains { $0.message == "A LITTLE leak or a leak leak" && $0.username == "bea" })
    }

    @Test(
        arguments: [
            ("", 1, "is empty"), ("# nothing\n", 1, "is empty"), ("photos", 1, "must be an object, not text"),
            ("fotos: []", 1, "no “fotos”"), ("photos:\n  file: a", 2, "must be a list, not an object"),
            ("photos:\n- a.jpg", 2, "must be an object, not text"), ("photos:\n- file: [a]", 2, "not a list"),
            ("photos:\n- file: a\n  location:\n    - b", 4, "must be text, not a list"),
            ("photos:\n- file: a\n  file: b", 2, "“file” is given twice"),
            ("photos:\n- file: a\n  !x file: b", 3, "“file” is given twice"),
            ("photos:\n- file: a\n  [b]: c", 3, "has no “a list”"),
            ("photos:\n- file: a\n\tlocation: b", 3, "a tab"),
            ("photos:\n- file: a\n  location: @b", 3, "@"),
            ("photos:\n- file: a\n  location: b: c", 3, "a colon"),
            ("photos:\n- file: a\n location: b", 3, "isn’t valid"),
            ("photos:\n- file: \"a", 2, "isn’t valid"), ("photos:\n- file: a\n---\nphotos: []", 3, "second document"),
            ("photos:\n- file: a\n  date: 2026-11-20", 3, "isn’t a date"),
            ("photos:\n- file: a\n- file: a", 3, "already listed in line 2"),
            ("photos:\n- file: a\u{7}", 2, "control character"), ("photos:\n- file: a\u{2028}", 2, "control character"),
            ("photos:\n- file: a\n  <<: b", 3, "no “<<”"),
            ("title: a\naccent: #c2185b\nphotos: []", 2, "# begins a comment"),
            ("title: a\naccent: teal", 2, "“teal” isn’t a color"), ("accent: \"#c21\"", 1, "isn’t a color"),
            ("accent: [c2185b]", 1, "must be text"), ("title: a\ncover: ../a.jpg", 2, "isn’t a path below"),
            ("cover: []", 1, "must be text"),
        ])
    func `Server: a mistake in feed.yaml is reported with its line`(text: String, line: Int, problem: String) throws {
        let error = try #require(#expect(throws: FeedDocumentError.self) { try document(text, named: "feed.yaml") })
        #expect(error.line == line, "\(error)")
        #expect(error.description.contains(problem), "\(error)")
        #expect(error.description.hasPrefix("feed.yaml, line \(line): "))
    }

    @Test(
        arguments: [
            Excess("a: &a [x, x]\nb: &b [*a, *a]", "no “a”"), Excess("photos: [*a]", "alias"),
            Excess("%YAML 1.1\n---\nphotos: []", "directive"),
            Excess(String(repeating: "%TAG !a! b\n", count: 100_000), "directive"),
            Excess("a: b\r%TAG !a! b\r", "line 2: a directive"), Excess("a: b\r\n%TAG !a! b", "line 2: a directive"),
            Excess(String(repeating: "- ", count: 1_000_000), "nesting"),
            Excess(String(repeating: "? ", count: 1_000_000), "nesting"),
            Excess(String(repeating: "[", count: 100_000), "nesting"),
            Excess(String(repeating: "{a: ", count: 100_000), "nesting"),
            Excess("photos: [" + String(repeating: "a,", count: 1_000_001), "million"),
            Excess("photos: [" + String(repeating: "a: b,", count: 500_001), "million"),
            Excess("photos: [" + String(repeating: "'a':b,", count: 500_001), "million"),
            Excess("photos: [" + String(repeating: "? a,", count: 500_001), "million"),
            Excess("photos:\n" + String(repeating: "- - a\n", count: 333_334), "million"),
            Excess(String(repeating: "\n", count: 1_000_001), "million"),
            Excess((0..<2_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined(), "nesting"),
            Excess(String(repeating: "x", count: 16 << 20) + "x", "larger than 16 MiB"),
        ])
    func `Server: a document that would take much memory or time is a mistake`(excess: Excess) throws {
        let error = try #require(
            #expect(throws: FeedDocumentError.self) { try document(excess.text, named: "feed.yaml") })
        #expect(error.description.contains(excess.problem), "\(error)")
    }

    @Test(arguments: ["a,", "a: b,"])
    func `Server: a document with almost a million keys and values needs less than 400 MiB`(item: String) async {
        await #expect(processExitsWith: .success) { [item] in
            let indicators = item.filter { ",:".contains($0) }.count
            let text = "photos: [" + String(repeating: item, count: 999_990 / indicators) + "]"
            let before = try Memory.forgetPeak()
            _ = try DocumentSyntax(name: "feed.yaml").parse(Array(text.utf8))
            let peak = try Memory.peak() - before
            precondition(peak < 400 << 20, "\(peak) bytes")
        }
    }

    @Test func `Server: aliases expand nothing, however deep they are, in values and in names`() throws {
        let bomb = (1...40).map { "a\($0): &a\($0) {? [*a\($0 - 1), *a\($0 - 1)] : x}" }.joined(separator: "\n")
        #expect(throws: FeedDocumentError.self) { try document("a0: &a0 [x]\n" + bomb, named: "feed.yaml") }
    }
}

/// A document beyond a limit, and a part of its error. A log shows only the document's beginning.
struct Excess: CustomTestStringConvertible {
    let text: String
    let problem: String

    init(_ text: String, _ problem: String) {
        (self.text, self.problem) = (text, problem)
    }

    var testDescription: String { "\(text.prefix(30).debugDescription)… (\(problem))" }
}
