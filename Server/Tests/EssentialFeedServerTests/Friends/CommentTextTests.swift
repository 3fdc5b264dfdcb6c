import Testing

@testable import EssentialFeedServer

@Suite struct CommentTextTests {
    @Test(
        "A comment has no control characters, bidirectional overrides, heaps of marks or pages of empty lines",
        arguments: [
            ("  hello \n", "hello"), ("a\u{0}b\u{1B}[31mc", "ab[31mc"), ("one\r\ntwo", "one\ntwo"),
            ("a\u{202E}b\u{2066}c\u{2069}", "abc"), ("a\n\n\n\n\nb", "a\n\nb"), ("a\u{2028}b", "a\nb"),
            ("e" + String(repeating: "\u{301}", count: 500), "e" + String(repeating: "\u{301}", count: 8)),
            ("👨‍👩‍👧‍👦 ❤️ 👍🏽", "👨‍👩‍👧‍👦 ❤️ 👍🏽"), ("שלום\u{200F}!", "שלום\u{200F}!"),
        ])
    func clean(text: String, expected: String) throws {
        #expect(try CommentText.clean(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test(arguments: ["", " \n\t", "\u{0}", "\u{200B}\u{2060}", "\u{301}", "\u{E0041}"])
    func `A text without anything to see is no comment`(text: String) {
        #expect(throws: FriendsError.emptyMessage) { try CommentText.clean(text) }
    }

    @Test func `A comment has at most 2,000 characters and 8,192 bytes`() throws {
        let longest = String(repeating: "ä", count: 2_000)
        #expect(try CommentText.clean(longest) == longest)
        #expect(throws: FriendsError.tooLong) { try CommentText.clean(longest + "ä") }
        let family = "👨‍👩‍👧‍👦"
        #expect(try CommentText.clean(String(repeating: family, count: 8_192 / 25)).count == 327)
        #expect(throws: FriendsError.tooLong) { try CommentText.clean(String(repeating: family, count: 328)) }
    }
}
