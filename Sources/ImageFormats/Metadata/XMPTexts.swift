/// Finds the caption and location in an XMP packet without an XML parser, which could define entities or load
/// resources.
///
/// The packet is searched byte by byte, because a single character may be as long as the packet.
enum XMPTexts {
    private static let caption = "dc:description"
    private static let place = ["Iptc4xmpCore:Location", "photoshop:City", "photoshop:State", "photoshop:Country"]

    static func find(in packet: some Collection<UInt8>) -> ImageTexts? {
        guard let text = String(validating: packet, as: UTF8.self) else { return nil }
        let bytes = Array(text.utf8)
        return ImageTexts(
            caption: value(of: caption, in: bytes[...]), placeNames: place.map { value(of: $0, in: bytes[...]) })
    }

    private static func value(of name: String, in text: ArraySlice<UInt8>) -> String? {
        element(name, in: text) ?? attribute(name, in: text)
    }

    /// Returns the text of an element. If there are several languages, as in `<rdf:Alt><rdf:li
    /// xml:lang="x-default">…</rdf:li>`, returns the default language or else the first one.
    private static func element(_ name: String, in text: ArraySlice<UInt8>) -> String? {
        guard let start = text.range(of: "<\(name)"), let end = text[start.upperBound...].range(of: "</\(name)") else {
            return nil
        }
        let content = text[start.upperBound..<end.lowerBound]
        var rest = content
        var first: ArraySlice<UInt8>?
        while let tag = rest.range(of: "<rdf:li"), let open = rest[tag.upperBound...].range(of: ">"),
            let close = rest[open.upperBound...].range(of: "</rdf:li")
        {
            let value = rest[open.upperBound..<close.lowerBound]
            if rest[tag.upperBound..<open.lowerBound].range(of: "x-default") != nil { return unescaped(value) }
            first = first ?? value
            rest = rest[close.upperBound...]
        }
        if let first { return unescaped(first) }
        guard let open = content.range(of: ">") else { return nil }
        let plain = content[open.upperBound...]
        return plain.contains(UInt8(ascii: "<")) ? nil : unescaped(plain)
    }

    private static func attribute(_ name: String, in text: ArraySlice<UInt8>) -> String? {
        for quote in ["\"", "'"] {
            if let start = text.range(of: "\(name)=\(quote)"), let end = text[start.upperBound...].range(of: quote) {
                return unescaped(text[start.upperBound..<end.lowerBound])
            }
        }
        return nil
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

extension ArraySlice<UInt8> {
    /// Returns the first occurrence of a text.
    fileprivate func range(of text: String) -> Range<Int>? {
        let text = Array(text.utf8)
        var rest = self
        while let start = rest.firstIndex(of: text[0]) {
            if rest[start...].starts(with: text) { return start..<start + text.count }
            rest = rest[(start + 1)...]
        }
        return nil
    }
}
