import Foundation
import TestSupport

/// A false answer to a request, and the status with which the program ends. There is one of each kind:
/// `EssentialFeedHTTPTests` has the ways to break an answer, `BadAnswerTests` those to break what is in it.
struct Lie: Sendable {
    let name: String
    let answer: LyingServer.Answer
    let status: Int32

    init(_ name: String, _ answer: LyingServer.Answer, _ status: Int32) {
        self.name = name
        self.answer = answer
        self.status = status
    }

    /// Lies that fit any request, where the true answer has this body.
    private static func general(truth: Data) -> [Lie] {
        let whole = LyingServer.Answer.response(body: truth)
        return [
            Lie("cut in the middle", whole.cut(after: whole.bytes.count / 2), 69),
            Lie("closed at once", .close, 69),
            Lie("not HTTP", .text("SSH-2.0-OpenSSH_9.2\r\n").then(.close), 69),
            Lie("304 that was not asked for", .text("HTTP/1.1 304 Not Modified\r\n\r\n"), 65),
            Lie("500", .response(status: 500, body: truth), 65),
            Lie("503 for two minutes", .response(status: 503, headers: [("Retry-After", "120")]), 69),
            Lie("redirect to a file", .redirect(to: "file:///etc/passwd"), 65),
            Lie("a page of HTML", .response(body: Data("<!DOCTYPE html><title>Log in</title>".utf8)), 65),
        ]
    }

    private static func json(truth: String) -> [Lie] {
        let bomb = Gzip.bomb(unpackedBytes: 80 << 20)
        return general(truth: Data(truth.utf8)) + [
            Lie("nothing", .response(body: Data()), 65),
            Lie("items that are null", .json(#"{"items":null}"#), 65),
            Lie("a gzip bomb", .response(headers: [("Content-Encoding", "gzip")], body: bomb), 65),
        ]
    }

    static var feed: [Lie] {
        func feed(_ url: String) -> String {
            #"{"items":[{"id":"11E123D5-1272-4F17-9B91-F3D0FFEC895A","image":"\#(url)"}]}"#
        }
        return json(truth: feed("http://127.0.0.1/image")) + [
            Lie("404", .response(status: 404), 65),
            Lie("an image with a password", .json(feed("http://user:secret@127.0.0.1/image")), 65),
        ]
    }

    static var comments: [Lie] {
        func comments(_ date: String) -> String {
            """
            {"items":[{"id":"7019D8A7-0B35-4057-B7F9-8C5471961ED0","message":"a","created_at":"\(date)",\
            "author":{"username":"b"}}]}
            """
        }
        return json(truth: comments("2020-05-20T11:24:59Z")) + [
            Lie("404", .response(status: 404), 66), Lie("no date", .json(comments("yesterday")), 65),
        ]
    }

    static var image: [Lie] {
        general(truth: anyPNG()) + [
            Lie("404", .response(status: 404), 66),
            Lie("nothing", .response(body: Data()), 65),
            Lie(
                "an image without its end, and without its length",
                .response(body: anyPNG().dropLast(1), framing: .end), 69),
        ]
    }
}
