import EssentialFeed
import Foundation

/// The output of `--json`: one object on one line, with keys that stay the same in later versions.
enum JSONOutput {
    /// Returns the feed: its source, when its first page was loaded, whether there are more pages, and its items in the
    /// server's format.
    static func feed(_ page: FeedPage) -> Data {
        object([
            ("source", string(page.origin.isRemote ? "remote" : "cache")),
            ("saved_at", string(WireDate.text(page.loadedAt))),
            ("has_more", bool(page.loadMore != nil)),
            ("items", items(FeedPayload.encode(page.images))),
        ])
    }

    /// Returns comments in the server's format.
    static func comments(_ comments: [ImageComment]) -> Data {
        escaped(ImageCommentsPayload.encode(comments)) + Data("\n".utf8)
    }

    /// Returns an object that is the whole output.
    static func object(_ fields: [(name: String, value: Data)]) -> Data {
        escaped(nested(fields) + Data("\n".utf8))
    }

    /// Returns an object inside another value.
    static func nested(_ fields: [(name: String, value: Data)]) -> Data {
        var data = Data("{".utf8)
        for (index, field) in fields.enumerated() {
            if index > 0 { data.append(contentsOf: ",".utf8) }
            data.append(string(field.name))
            data.append(contentsOf: ":".utf8)
            data.append(field.value)
        }
        data.append(contentsOf: "}".utf8)
        return data
    }

    static func array(_ values: [Data]) -> Data {
        Data("[".utf8) + Data(values.joined(separator: Data(",".utf8))) + Data("]".utf8)
    }

    static func string(_ text: String) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        do {
            return try encoder.encode(text)
        } catch {
            preconditionFailure("a string always encodes: \(error)")
        }
    }

    static func number(_ number: Int) -> Data { Data(String(number).utf8) }
    static func bool(_ bool: Bool) -> Data { Data((bool ? "true" : "false").utf8) }
    static var null: Data { Data("null".utf8) }

    /// Returns a payload's array of items.
    private static func items(_ payload: Data) -> Data {
        payload.dropFirst(#"{"items":"#.utf8.count).dropLast()
    }

    /// Returns the JSON with characters that are unsafe in a terminal escaped.
    private static func escaped(_ json: Data) -> Data {
        let text = String(decoding: json, as: UTF8.self)
        guard text.unicodeScalars.contains(where: { $0 != "\n" && PlainText.isUnsafe($0) }) else { return json }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar != "\n", PlainText.isUnsafe(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return Data(result.utf8)
    }
}
