import EssentialFeed
import Foundation
import Testing

/// Ids in texts that another program has sent.
@Suite struct ExactIDTests {
    private static let id = "0D2A6B1C-2F6E-8A55-9D1B-6E9C3C1B7A10"

    @Test func `An id is exactly 36 characters, in upper or lower case`() {
        #expect(UUID(exactly: Self.id)?.uuidString == Self.id)
        #expect(UUID(exactly: Self.id.lowercased())?.uuidString == Self.id)
        for text in [
            "", "\(Self.id)\0", "\(Self.id)\0x", "\(Self.id)0", " \(Self.id)", "{\(Self.id)}", "\(Self.id.dropLast())",
        ] {
            #expect(UUID(exactly: text) == nil, "\(text.debugDescription)")
        }
    }

    @Test func `A feed and comments with an id that has something behind it are malformed`() throws {
        let item = #"{"id": "\#(Self.id)%", "image": "https://example.com/1"}"#
        let comment =
            #"{"id": "\#(Self.id)%", "message": "m", "created_at": "2024-01-01T12:00:00Z", "author": {"username": "a"}}"#
        for (end, isValid) in [("", true), (#"\u0000x"#, false)] {
            let feed = Data(#"{"items": [\#(item.replacing("%", with: end))]}"#.utf8)
            #expect(((try? FeedPayload.decode(feed)) != nil) == isValid)
            let comments = Data(#"{"items": [\#(comment.replacing("%", with: end))]}"#.utf8)
            #expect(((try? ImageCommentsPayload.decode(comments)) != nil) == isValid)
        }
    }
}
