import EssentialFeed
import Foundation
import Yams

/// The syntax of a document: YAML.
///
/// Two features are refused, because Yams handles hostile documents with them too slowly: anchors with aliases (`&` is
/// plain text, and `*name` is an error), and directives (lines that begin with `%`).
struct DocumentSyntax: Sendable {
    static let maximumSize = 16 << 20
    /// The maximum number of characters that may begin a name or a value. A document with ten thousand photos and a few
    /// comments on each has about 500,000. Yams needs up to 250 bytes of memory for each.
    private static let maximumIndicators = 1_000_000

    /// Replaces `&` while Yams reads a YAML document. A YAML document can't contain this noncharacter unescaped,
    /// because `isYAML` excludes it.
    private static let ampersand: Unicode.Scalar = "\u{10FFFF}"

    let name: String

    func error(_ line: Int, _ problem: Message, _ remedy: Message) -> FeedDocumentError {
        FeedDocumentError(document: name, line: line, problem: problem, remedy: remedy)
    }

    func parse(_ bytes: [UInt8]) throws(FeedDocumentError) -> Node {
        guard !name.hasSuffix(".json") else {
            throw error(1, Message("a document in JSON isn’t read"), Message("rename it to feed.yaml"))
        }
        guard bytes.count <= Self.maximumSize else { throw tooLarge }
        let text = try yaml(try decoded(bytes))
        let root: Node?
        do {
            root = try Yams.compose(yaml: text, .basic)
        } catch {
            throw documentError(error)
        }
        guard let root else {
            throw self.error(1, Message("the document is empty"), Message("add “photos”, or remove the file"))
        }
        return root
    }

    var tooLarge: FeedDocumentError {
        error(1, Message("the document is larger than \(Self.maximumSize >> 20) MiB"), Message("shorten it"))
    }

    func text(_ scalar: Node.Scalar) -> String {
        original(scalar.string)
    }

    private func original(_ text: String) -> String {
        guard text.unicodeScalars.contains(Self.ampersand) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == Self.ampersand ? "&" : $0 }))
    }

    private func decoded(_ bytes: [UInt8]) throws(FeedDocumentError) -> String {
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let invalid = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        throw error(invalid + 1, Message("the text isn’t UTF-8"), Message("save the file as UTF-8"))
    }

    private func yaml(_ text: String) throws(FeedDocumentError) -> String {
        var yaml = String.UnicodeScalarView()
        var line = 1
        var indicators = 0
        var last: Unicode.Scalar = "\n"
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\n" where last == "\r": break
            case "\n", "\r": line += 1
            case "%" where last == "\n" || last == "\r":
                throw error(line, Message("a directive (%) isn’t supported"), Message("remove the line"))
            default: break
            }
            if scalar.isIndicator(after: last, before: rest.first) { indicators += 1 }
            guard indicators <= Self.maximumIndicators else {
                throw error(
                    line, Message("the document has more than a million keys and values"), Message("shorten it"))
            }
            last = scalar
            switch scalar {
            case "&": yaml.append(Self.ampersand)
            case _ where scalar.isYAML: yaml.append(scalar)
            default:
                throw error(
                    line, Message("the text contains a control character"),
                    Message("write it as \"\\u00XX\" or remove it"))
            }
        }
        return String(yaml)
    }

    private func documentError(_ error: any Error) -> FeedDocumentError {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            let (text, remedy) = explanation(problem)
            return self.error(mark.line, text, remedy)
        case .duplicatedKeysInMapping(let names, let context):
            return self.error(
                context.mark.line, Message("“\(original(names.first ?? ""))” is given twice"),
                Message("keep one of the two"))
        default: return self.error(1, Message("the document can’t be read as YAML"), Message("check its syntax"))
        }
    }

    private func explanation(_ problem: String) -> (text: Message, remedy: Message) {
        switch problem {
        case "found undefined alias":
            (Message("an alias (*name) isn’t supported"), Message("put text that begins with * in quotation marks"))
        case "found character that cannot start any token":
            (
                Message("a value can’t begin with a tab, %, @ or `"),
                Message("indent with spaces, or put the text in quotation marks")
            )
        case "but found another document": (Message("a second document begins (---)"), Message("keep one of the two"))
        case "mapping values are not allowed in this context":
            (
                Message("a colon is inside text, or the indentation is wrong"),
                Message("put the text in quotation marks, or correct the indentation")
            )
        case _ where problem.hasPrefix("Maximum nesting level"):
            (Message("the nesting is too deep"), Message("flatten it"))
        default:
            (
                Message("the YAML isn’t valid: \(problem)"),
                Message("check the indentation, brackets and quotation marks")
            )
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar may begin a name or a value. A document has at most three names and values per such scalar.
    fileprivate func isIndicator(after last: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
        switch self {
        case "\n", ",", "[", "{": true
        case "-", "?": next.map(Self.blanks.contains) ?? true
        case ":": (next.map(Self.blanks.contains) ?? true) || Self.closings.contains(last)
        default: false
        }
    }

    private static let blanks: Set<Unicode.Scalar> = [" ", "\t", "\n", "\r"]
    private static let closings: Set<Unicode.Scalar> = ["\"", "'", "]", "}"]

    /// Whether YAML may contain the character unescaped. U+0085, U+2028 and U+2029 are excluded, because YAML breaks
    /// lines at these characters, too.
    fileprivate var isYAML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFFFD, 0x10000..<0x10FFFF: true
        default: false
        }
    }
}
