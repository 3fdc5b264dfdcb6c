/// Finds `dc:description` in an XMP packet by its text: no entities are defined, nothing is loaded.
enum XMPDescription {
    private static let name = "dc:description"

    static func find(in packet: some Collection<UInt8>) -> String? {
        guard let text = String(validating: packet, as: UTF8.self) else { return nil }
        return element(in: text[...]) ?? attribute(in: text[...])
    }

    /// `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">…</rdf:li>`: the default language, else the first.
    private static func element(in text: Substring) -> String? {
        guard let start = text.firstRange(of: "<\(name)"),
            let end = text[start.upperBound...].firstRange(of: "</\(name)")
        else { return nil }
        let content = text[start.upperBound..<end.lowerBound]
        var rest = content
        var first: Substring?
        while let tag = rest.firstRange(of: "<rdf:li"),
            let open = rest[tag.upperBound...].firstIndex(of: ">"),
            let close = rest[open...].firstRange(of: "</rdf:li")
        {
            let value = rest[rest.index(after: open)..<close.lowerBound]
            if rest[tag.upperBound..<open].contains("x-default") { return unescaped(value) }
            first = first ?? value
            rest = rest[close.upperBound...]
        }
        if let first { return unescaped(first) }
        guard let open = content.firstIndex(of: ">") else { return nil }
        let plain = content[content.index(after: open)...]
        return plain.contains("<") ? nil : unescaped(plain)
    }

    private static func attribute(in text: Substring) -> String? {
        for quote in ["\"", "'"] {
            if let start = text.firstRange(of: "\(name)=\(quote)"),
                let end = text[start.upperBound...].firstRange(of: quote)
            {
                return unescaped(text[start.upperBound..<end.lowerBound])
            }
        }
        return nil
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            if let end = rest.prefix(12).firstIndex(of: ";"),
                let character = character(rest[rest.index(after: start)..<end])
            {
                result.unicodeScalars.append(character)
                rest = rest[rest.index(after: end)...]
            } else {
                result += "&"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> Unicode.Scalar? {
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
