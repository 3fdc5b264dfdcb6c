import EssentialFeed
import Foundation
import Hummingbird
import NIOCore

/// The fields of an HTML form or of a URL's query (`application/x-www-form-urlencoded`). Hummingbird's decoder refuses
/// repeated fields.
struct FormFields {
    private let values: [(name: String, value: String)]

    init(_ body: ByteBuffer) { self.init(String(buffer: body)) }

    /// - Parameter text: The body of a form, or a query without its question mark.
    init(_ text: some StringProtocol) {
        values = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: Self.unescaped(parts[0]), value: parts.count > 1 ? Self.unescaped(parts[1]) : "")
        }
    }

    /// Returns a field, or `nil` if the form doesn't have it. A repeated field has its first value.
    func text(_ name: String) -> String? { values.first { $0.name == name }?.value }

    func texts(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

    subscript(_ name: String) -> String { text(name) ?? "" }

    /// Returns a field that may be given only once, because a proxy and the server may disagree on which one counts;
    /// `nil` if it isn't given.
    func single<Failure: Error>(_ name: String, or error: Failure) throws(Failure) -> String? {
        let texts = texts(name)
        guard texts.count < 2 else { throw error }
        return texts.first
    }

    /// Returns an id that may be given only once; `nil` if it isn't given.
    func id<Failure: Error>(_ name: String, or error: Failure) throws(Failure) -> UUID? {
        guard let text = try single(name, or: error) else { return nil }
        guard let id = UUID(exactly: text) else { throw error }
        return id
    }

    /// What the person wrote in the form; `nil` if nothing. The forms of a comment's menu have its text, too.
    var written: String? {
        guard ["post", "change", "change-photo"].contains(self["do"]) else { return nil }
        let texts = ["message", "caption", "location", "alt"].map { self[$0] }.filter { !$0.isEmpty }
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    private static func unescaped(_ text: some StringProtocol) -> String {
        let text = String(text)
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return text }
        let spaced = text.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }
}

extension Request {
    var query: FormFields { FormFields(uri.query ?? "") }
}
