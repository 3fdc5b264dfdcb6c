/// A strict parser of JSON (RFC 8259) that keeps the lines.
struct JSONParser {
    /// Deeper nesting is refused, so that no document can exhaust the stack.
    private static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func parse(_ bytes: [UInt8]) throws(FeedDocumentError) -> JSONNode {
        var parser = JSONParser(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
        let node = try parser.node(depth: 0)
        parser.skipSpace()
        guard parser.next == nil else {
            throw parser.mistake("something follows the end of the document", "delete it")
        }
        return node
    }

    private var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private func mistake(_ problem: String, _ remedy: String) -> FeedDocumentError {
        FeedDocumentError(line: line, problem: problem, remedy: remedy)
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
            if byte == 0x0A { line += 1 }
            position += 1
        }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func node(depth: Int) throws(FeedDocumentError) -> JSONNode {
        guard depth < Self.maximumDepth else { throw mistake("the nesting is too deep", "flatten it") }
        skipSpace()
        let start = line
        guard let next else {
            throw mistake("the document ends too early", "close every bracket, brace and quotation mark")
        }
        switch next {
        case UInt8(ascii: "{"): return JSONNode(line: start, value: .object(try members(depth: depth)))
        case UInt8(ascii: "["): return JSONNode(line: start, value: .array(try elements(depth: depth)))
        case UInt8(ascii: "\""): return JSONNode(line: start, value: .string(try string()))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try number()
            return JSONNode(line: start, value: .number)
        default:
            for (word, value) in [("true", JSONNode.Value.boolean), ("false", .boolean), ("null", .null)]
            where bytes.dropFirst(position).starts(with: word.utf8) {
                position += word.utf8.count
                return JSONNode(line: start, value: value)
            }
            throw mistake("a value is missing", "write a text, a list or an object here")
        }
    }

    private mutating func members(depth: Int) throws(FeedDocumentError) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        position += 1
        skipSpace()
        if skip("}") { return members }
        while true {
            skipSpace()
            let start = line
            guard next == UInt8(ascii: "\"") else {
                throw mistake("a name in quotation marks is missing", "remove a comma too many, or add the name")
            }
            let name = try string()
            skipSpace()
            guard skip(":") else { throw mistake("no colon follows the name \"\(name)\"", "add one") }
            members.append(JSONNode.Member(name: name, line: start, value: try node(depth: depth + 1)))
            skipSpace()
            if skip("}") { return members }
            guard skip(",") else { throw mistake("a comma or a closing brace is missing", "add it") }
        }
    }

    private mutating func elements(depth: Int) throws(FeedDocumentError) -> [JSONNode] {
        var elements: [JSONNode] = []
        position += 1
        skipSpace()
        if skip("]") { return elements }
        while true {
            elements.append(try node(depth: depth + 1))
            skipSpace()
            if skip("]") { return elements }
            guard skip(",") else { throw mistake("a comma or a closing bracket is missing", "add it") }
        }
    }

    private mutating func number() throws(FeedDocumentError) {
        let start = position
        while let byte = next, "+-.0123456789eE".utf8.contains(byte) { position += 1 }
        guard Self.isNumber(bytes[start..<position]) else {
            throw mistake("\(String(decoding: bytes[start..<position], as: UTF8.self)) is no number", "correct it")
        }
    }

    /// Whether the bytes are `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`.
    private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        func skip(_ characters: String) -> Bool {
            guard let first = rest.first, characters.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func skipDigits() -> Bool {
            let count = rest.count
            rest = rest.drop { (0x30...0x39).contains($0) }
            return rest.count < count
        }
        _ = skip("-")
        guard skip("0") || skipDigits() else { return false }
        if skip("."), !skipDigits() { return false }
        if skip("eE") {
            _ = skip("+-")
            if !skipDigits() { return false }
        }
        return rest.isEmpty
    }

    private mutating func string() throws(FeedDocumentError) -> String {
        var text: [UInt8] = []
        position += 1
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw mistake("the text is not UTF-8", "save the file as UTF-8")
                }
                return string
            case UInt8(ascii: "\\"): text.append(contentsOf: String(try escape()).utf8)
            case 0x0A: throw mistake("the text does not end on its line", "add a quotation mark, or write \\n")
            case 0..<0x20: throw mistake("a control character stands in the text", "write it as \\u00XX")
            default: text.append(byte)
            }
        }
        throw mistake("the document ends within a text", "add a quotation mark")
    }

    private mutating func escape() throws(FeedDocumentError) -> Unicode.Scalar {
        guard let byte = next else { throw mistake("the document ends within a text", "add a quotation mark") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try codeUnit()
            if let scalar = Unicode.Scalar(first) { return scalar }
            if first < 0xDC00, skip("\\"), skip("u") {
                let second = try codeUnit()
                if (0xDC00...0xDFFF).contains(second),
                    let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
                {
                    return scalar
                }
            }
            throw mistake("\\u names half a character", "write the character itself")
        default: throw mistake("no such escape as \\\(Unicode.Scalar(byte))", "write \\\\ for a backslash")
        }
    }

    private mutating func codeUnit() throws(FeedDocumentError) -> UInt32 {
        let digits = bytes.dropFirst(position).prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw mistake("\\u needs four hexadecimal digits", "add them") }
        position += 4
        return unit
    }
}
