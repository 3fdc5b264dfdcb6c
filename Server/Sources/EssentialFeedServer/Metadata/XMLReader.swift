/// Reads the elements of an XML document one after the other, up to its first error.
///
/// Entity declarations are skipped: nothing is expanded or loaded.
struct XMLReader {
    enum Event: Equatable {
        case start(name: String, attributes: [String: String])
        case text(String)
        case end
    }

    /// No program writes more attributes.
    private static let maximumAttributes = 500

    private static let nameEnds = Set(" \t\r\n/>=<\"'".utf8)

    private let bytes: [UInt8]
    private var position = 0
    private var isEmptyElement = false

    init(_ bytes: some Collection<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// Returns the next event, or `nil` at the end and at what isn't XML.
    mutating func next() -> Event? {
        if isEmptyElement {
            isEmptyElement = false
            return .end
        }
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else { return .text(Self.unescaped(take(to: "<"))) }
            if takes("<!--") {
                skip(past: "-->")
            } else if takes("<![CDATA[") {
                let start = position
                skip(past: "]]>")
                return .text(String(decoding: bytes[start..<max(start, position - 3)], as: UTF8.self))
            } else if takes("<?") {
                skip(past: "?>")
            } else if takes("<!") {
                skip(past: ">")
            } else if takes("</") {
                skip(past: ">")
                return .end
            } else {
                position += 1
                return start()
            }
        }
        return nil
    }

    private mutating func start() -> Event? {
        let name = takeName()
        guard !name.isEmpty else { return nil }
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            guard position < bytes.count else { return nil }
            if takes("/>") {
                isEmptyElement = true
                break
            }
            if takes(">") { break }
            let attribute = takeName()
            skipSpace()
            guard !attribute.isEmpty, takes("=") else { return nil }
            skipSpace()
            guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]),
                attributes.count < Self.maximumAttributes
            else { return nil }
            let quote = Character(Unicode.Scalar(bytes[position]))
            position += 1
            attributes[attribute] = Self.unescaped(take(to: quote))
            guard takes(String(quote)) else { return nil }
        }
        return .start(name: name, attributes: attributes)
    }

    // MARK: Characters

    private mutating func takes(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func take(to character: Character) -> ArraySlice<UInt8> {
        let end = character.asciiValue.flatMap { bytes[position...].firstIndex(of: $0) } ?? bytes.count
        defer { position = end }
        return bytes[position..<end]
    }

    private mutating func skip(past text: String) {
        while position < bytes.count, !takes(text) { position += 1 }
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    private mutating func takeName() -> String {
        let name = bytes[position...].prefix { !Self.nameEnds.contains($0) }
        position += name.count
        return String(decoding: name, as: UTF8.self)
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var rest = text
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<start]
            rest = rest[start...]
            if let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let character = character(String(decoding: rest[(start + 1)..<end], as: UTF8.self))
            {
                result += String(character).utf8
                rest = rest[(end + 1)...]
            } else {
                result.append(UInt8(ascii: "&"))
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result + rest, as: UTF8.self)
    }

    private static func character(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case _ where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
        default: nil
        }
    }
}
