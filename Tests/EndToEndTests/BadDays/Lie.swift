import EssentialFeed
import Foundation
import TestSupport
import Testing

/// A false answer to a request, and the status with which the program ends.
struct Lie: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: LyingServer.Answer
    let status: Int32

    var testDescription: String { name }

    /// Whether it represents its kind in the tests of every command.
    var standsForOthers: Bool {
        [
            "closed at once", "not HTTP", "500", "503 for two minutes", "redirect to a file", "a page of HTML",
            "items that are null", "a gzip bomb", "404",
        ].contains(name)
    }

    init(_ name: String, _ answer: LyingServer.Answer, _ status: Int32) {
        self.name = name
        self.answer = answer
        self.status = status
    }

    /// Lies that fit any request, where the true answer has this body.
    static func general(truth: Data) -> [Lie] {
        let whole = LyingServer.Answer.response(body: truth)
        let chunked = LyingServer.Answer.response(body: truth, framing: .chunks(of: 16))
        let packed = LyingServer.Answer.response(headers: [("Content-Encoding", "gzip")], body: Gzip.stored(truth))
        let cuts = [1, 12, 40, whole.bytes.count / 2, whole.bytes.count - 1].map {
            Lie("cut after \($0) bytes", whole.cut(after: $0), 69)
        }
        return cuts + [
            Lie("closed at once", .close, 69),
            Lie("reset at once", .reset, 69),
            Lie("not HTTP", .text("SSH-2.0-OpenSSH_9.2\r\n").then(.close), 69),
            Lie(
                "too long a Content-Length", .text("HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n{}").then(.close),
                69),
            Lie("chunks cut", chunked.cut(after: chunked.bytes.count - 5), 69),
            Lie(
                "chunks broken",
                .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nnonsense\r\n").then(.close), 69),
            Lie("gzip cut", packed.cut(after: packed.bytes.count - 9), 69),
            Lie("gzip broken", .response(headers: [("Content-Encoding", "gzip")], body: Data("not packed".utf8)), 69),
            Lie("204", .text("HTTP/1.1 204 No Content\r\n\r\n"), 65),
            Lie("206", .response(status: 206, headers: [("Content-Range", "bytes 0-9/99")], body: truth), 65),
            Lie("304 that was not asked for", .text("HTTP/1.1 304 Not Modified\r\n\r\n"), 65),
            Lie("400", .response(status: 400), 65),
            Lie("500", .response(status: 500, body: truth), 65),
            Lie("503 for two minutes", .response(status: 503, headers: [("Retry-After", "120")]), 69),
            Lie("redirect loop", .redirect(to: "/feed"), 65),
            Lie("redirect to a file", .redirect(to: "file:///etc/passwd"), 65),
            Lie("a page of HTML", .response(body: Data("<!DOCTYPE html><title>Log in</title>".utf8)), 65),
        ]
    }

    static func json(truth: String) -> [Lie] {
        let bytes = Array(truth.utf8)
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let cuts = [0, 1, bytes.count / 2, bytes.count - 1].map {
            Lie("JSON of \($0) bytes", .response(body: Data(bytes.prefix($0))), 65)
        }
        let bomb = Gzip.bomb(unpackedBytes: 80 << 20)
        return cuts + [
            Lie("JSON 100,000 levels deep", .json(#"{"items":\#(deep)}"#), 65),
            Lie("JSON that is not UTF-8", .response(body: Data([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x7D])), 65),
            Lie("JSON of another shape", .json("[1, 2, 3]"), 65),
            Lie("items that are null", .json(#"{"items":null}"#), 65),
            Lie("items of a wrong type", .json(#"{"items":[{"id":7,"image":true,"message":[]}]}"#), 65),
            Lie("more than 8 MiB", .response(body: Data(count: 8 << 20 | 1)), 65),
            Lie("a gzip bomb", .response(headers: [("Content-Encoding", "gzip")], body: bomb), 65),
        ]
    }

    static let feedItem = #"{"id":"11E123D5-1272-4F17-9B91-F3D0FFEC895A","image":"http://127.0.0.1/image"}"#

    static var feed: [Lie] {
        let truth = #"{"items":[\#(feedItem)]}"#
        let urls = [
            "image.jpg", "/image.jpg", "file:///etc/passwd", "http:///image.jpg", "data:,image", "http://a:70000/image",
            "http://user:secret@127.0.0.1/image",
        ]
        let ownURLs = urls.map { url in
            let item = #"{"id":"31768993-1A2E-4B65-BD2A-D8AF06416730","image":"\#(url)"}"#
            return Lie("image at \(url)", .json(#"{"items":[\#(feedItem),\#(item)]}"#), 65)
        }
        return general(truth: Data(truth.utf8)) + json(truth: truth) + [Lie("404", .response(status: 404), 65)]
            + ownURLs
    }

    static var comments: [Lie] {
        let comment =
            #"{"id":"7019D8A7-0B35-4057-B7F9-8C5471961ED0","message":"a","created_at":"DATE","author":{"username":"b"}}"#
        let truth = #"{"items":[\#(comment.replacing("DATE", with: "2020-05-20T11:24:59Z"))]}"#
        let dates = ["2020-05-20T11:24:59", "2020-05-20", "yesterday", ""].map { date in
            Lie("date \(date)", .json(#"{"items":[\#(comment.replacing("DATE", with: date))]}"#), 65)
        }
        return general(truth: Data(truth.utf8)).filter(\.standsForOthers) + json(truth: truth)
            + [Lie("404", .response(status: 404), 66)] + dates
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
