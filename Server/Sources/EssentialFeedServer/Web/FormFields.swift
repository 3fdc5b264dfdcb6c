import Foundation
import NIOCore

/// The fields of an HTML form (`application/x-www-form-urlencoded`).
struct FormFields {
    private let values: [String: [String]]

    init(_ body: ByteBuffer) {
        let pairs = String(buffer: body).split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.unescaped(parts[0]), parts.count > 1 ? Self.unescaped(parts[1]) : "")
        }
        values = Dictionary(grouping: pairs, by: \.0).mapValues { $0.map(\.1) }
    }

    /// Returns a field, or `nil` if the form doesn't have it. A repeated field has its first value.
    func text(_ name: String) -> String? { values[name]?.first }

    /// Returns all values of a field.
    func texts(_ name: String) -> [String] { values[name] ?? [] }

    /// Returns a field, or an empty text.
    subscript(_ name: String) -> String { text(name) ?? "" }

    /// What the person wrote in the form; `nil` if nothing. The forms of a comment's menu have its text, too.
    var written: String? {
        guard ["post", "change", "change-photo"].contains(self["do"]) else { return nil }
        let texts = ["message", "caption", "location", "alt"].map { self[$0] }.filter { !$0.isEmpty }
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    private static func unescaped(_ text: Substring) -> String {
        let text = String(text).replacing("+", with: " ")
        return text.removingPercentEncoding ?? text
    }
}
