import EssentialFeed
import Foundation
import Testing

@Suite struct ImageCommentsPayloadTests {
    @Test func `B023a B043 The comments payload decodes as the source documents print it`() throws {
        let ids = [UUID(), UUID()]
        let printed = """
            {
            \t"items": [
            \t\t{
            \t\t\t"id": "\(ids[0])",
            \t\t\t"message": "a message",
            \t\t\t"created_at": "2020-05-20T11:24:59+0000",
            \t\t\t"author": {
            \t\t\t\t"username": "a username"
            \t\t\t}
            \t\t},
            \t\t{
            \t\t\t"id": "\(ids[1])",
            \t\t\t"message": "another message",
            \t\t\t"created_at": "2020-05-19T14:23:53+0000",
            \t\t\t"author": {
            \t\t\t\t"username": "another username"
            \t\t\t}
            \t\t},
            \t]
            }
            """

        #expect(
            try ImageCommentsPayload.decode(Data(printed.utf8)) == [
                ImageComment(
                    id: ids[0], message: "a message", createdAt: Date(timeIntervalSince1970: 1_589_973_899),
                    author: ImageCommentAuthor(username: "a username")),
                ImageComment(
                    id: ids[1], message: "another message", createdAt: Date(timeIntervalSince1970: 1_589_898_233),
                    author: ImageCommentAuthor(username: "another username")),
            ])
    }

    @Test(
        arguments: [
            ("id", nil), ("id", #""no UUID""#), ("id", "null"),
            ("message", nil), ("message", "1"), ("message", "null"),
            ("created_at", nil), ("created_at", "1589973899"), ("created_at", #""yesterday""#), ("created_at", #""""#),
            ("created_at", #""2020-05-20T11:24:59""#), ("created_at", #""2020-02-30T11:24:59Z""#),
            ("author", nil), ("author", "{}"), ("author", #""a username""#), ("author", #"{"username":null}"#),
        ] as [(String, String?)])
    func `B044 A bad or missing field in one item fails the whole payload`(field: String, value: String?) {
        func item(_ changes: [String: String?] = [:]) -> String {
            var fields: [String: String] = [
                "id": #""\#(UUID())""#, "message": #""a message""#, "created_at": #""2020-05-20T11:24:59Z""#,
                "author": #"{"username":"a username"}"#,
            ]
            for (name, value) in changes { fields[name] = value }
            return "{" + fields.map { #""\#($0)":\#($1)"# }.joined(separator: ",") + "}"
        }
        let malformed = item([field: value])

        for items in [malformed, "\(item()),\(malformed)", "\(malformed),\(item())"] {
            #expect(throws: DecodingError.self) {
                try ImageCommentsPayload.decode(Data(#"{"items":[\#(items)]}"#.utf8))
            }
        }
        #expect(throws: Never.self) { try ImageCommentsPayload.decode(Data(#"{"items":[\#(item())]}"#.utf8)) }
    }

    @Test func `A comment is hidden only if the server says so; a strange value of the field fails nothing`() throws {
        let hidden = try ["", #","hidden":true"#, #","hidden":false"#, #","hidden":"yes""#, #","hidden":null"#].map {
            let item =
                #"{"id":"\#(UUID())","message":"a","created_at":"2020-05-20T11:24:59Z","author":{"username":"b"}"#
            return try ImageCommentsPayload.decode(Data(#"{"items":[\#(item)\#($0)}]}"#.utf8)).map(\.isHidden)
        }
        #expect(hidden == [[false], [true], [false], [false], [false]])
    }

    @Test func `A comment is a reply only if the server names its comment, and a strange value fails nothing`() throws {
        let id = UUID()
        let replies = try ["", "\"\(id)\"", "\"x\"", "1", "null"].map { value in
            let field = value.isEmpty ? "" : #","reply_to":\#(value)"#
            let item =
                #"{"id":"\#(UUID())","message":"a","created_at":"2020-05-20T11:24:59Z","author":{"username":"b"}\#(field)}"#
            return try ImageCommentsPayload.decode(Data(#"{"items":[\#(item)]}"#.utf8)).map(\.replyTo)
        }
        #expect(replies == [[nil], [id], [nil], [nil], [nil]])
    }

    @Test func `B043 What is encoded decodes to the same comments, in their order`() throws {
        let comments = (0..<3).map { number in
            var comment = ImageComment(
                id: UUID(), message: "Μήνυμα \(number)\n\"🙂\"", createdAt: Date(timeIntervalSince1970: 1_600_000_000),
                author: ImageCommentAuthor(username: "user \(number)"), isHidden: number == 1)
            if number == 2 { comment.replyTo = UUID() }
            return comment
        }

        #expect(try ImageCommentsPayload.decode(ImageCommentsPayload.encode(comments)) == comments)
    }
}
