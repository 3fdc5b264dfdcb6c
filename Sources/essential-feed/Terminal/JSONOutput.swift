import EssentialFeed
import Foundation

/// The output of `--json`: one object on one line, with keys that stay the same in later versions.
enum JSONOutput: ExpressibleByDictionaryLiteral {
    case string(String)
    case number(Int)
    case bool(Bool)
    case array([JSONOutput])
    /// The fields in the order in which they are printed.
    case object([(String, JSONOutput)])
    case raw(Data)

    init(dictionaryLiteral fields: (String, JSONOutput)...) { self = .object(fields) }
    init(_ text: String?) { self = text.map { .string($0) } ?? .raw(Data("null".utf8)) }

    /// The feed with its source, when its first page was loaded, whether there are more pages, and items in the
    /// server's format.
    init(_ page: FeedPage) {
        let items = FeedPayload.encode(page.images).dropFirst(#"{"items":"#.utf8.count).dropLast()
        self = [
            "source": .string(page.origin.isRemote ? "remote" : "cache"),
            "saved_at": .string(WireDate.text(page.loadedAt)),
            "has_more": .bool(page.loadMore != nil),
            "items": .raw(items),
        ]
    }

    /// A command's line of output, with characters escaped that are unsafe in a terminal.
    var line: Data {
        let json = data
        let text = String(decoding: json, as: UTF8.self)
        guard text.unicodeScalars.contains(where: PlainText.isUnsafe) else { return json + Data("\n".utf8) }
        var result = ""
        for scalar in text.unicodeScalars {
            if PlainText.isUnsafe(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return Data((result + "\n").utf8)
    }

    private var data: Data {
        switch self {
        case .string(let text): return Self.encoded(text)
        case .number(let number): return Data(String(number).utf8)
        case .bool(let bool): return Data((bool ? "true" : "false").utf8)
        case .array(let values): return Self.joined(values.map(\.data), in: ("[", "]"))
        case .object(let fields):
            return Self.joined(fields.map { Self.encoded($0) + Data(":".utf8) + $1.data }, in: ("{", "}"))
        case .raw(let data): return data
        }
    }

    private static func joined(_ values: [Data], in brackets: (String, String)) -> Data {
        Data(brackets.0.utf8) + Data(values.joined(separator: Data(",".utf8))) + Data(brackets.1.utf8)
    }

    private static func encoded(_ text: String) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        do {
            return try encoder.encode(text)
        } catch {
            preconditionFailure("a string always encodes: \(error)")
        }
    }
}
