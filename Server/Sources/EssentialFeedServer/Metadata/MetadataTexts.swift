import Foundation
import ImageFormats

/// Finds the caption and location in an XMP packet without an XML parser, in which a hostile packet could
/// expand entities or load resources.
///
/// Searches bytes, because combining marks can make one `Character` as long as the packet.
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
        while let tag = rest.range(of: "<rdf:li"), let open = rest[tag.upperBound...].range(of: ">") {
            if rest[open.lowerBound - 1] == UInt8(ascii: "/") {
                rest = rest[open.upperBound...]
                continue
            }
            guard let close = rest[open.upperBound...].range(of: "</rdf:li") else { break }
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

/// The caption and the place in the IPTC record of a Photoshop resource segment.
enum IPTCTexts {
    private static let signature: StaticString = "Photoshop 3.0\0"
    private static let recordResource = 0x0404

    /// The numbers of the record and of the data set, which follow the byte 0x1C.
    private enum DataSet {
        static let caption = 2 << 8 | 120
        /// Sublocation, city, province or state, and country.
        static let place = [92, 90, 95, 101].map { 2 << 8 | $0 }
    }

    /// - Parameter content: The content of a JPEG's APP13 segment.
    static func find(in content: Data) -> ImageTexts? {
        let reader = ByteReader(content)
        guard reader.has(signature, at: 0) else { return nil }
        var offset = signature.utf8CodeUnitCount
        while reader.has("8BIM", at: offset), let kind = reader.number(2, at: offset + 4, .bigEndian),
            let nameLength = reader.byte(at: offset + 6)
        {
            // The name (including its length byte) and the data are each padded to an even length.
            let sizeOffset = offset + 6 + (nameLength + 2) / 2 * 2
            guard let size = reader.number(4, at: sizeOffset, .bigEndian),
                let data = reader.bytes(in: sizeOffset + 4..<sizeOffset + 4 + size)
            else { return nil }
            if kind == recordResource { return texts(in: ByteReader(data)) }
            offset = sizeOffset + 4 + (size + 1) / 2 * 2
        }
        return nil
    }

    private static func texts(in record: ByteReader) -> ImageTexts {
        var values: [Int: String] = [:]
        var offset = 0
        while record.byte(at: offset) == 0x1C, let dataSet = record.number(2, at: offset + 1, .bigEndian),
            let size = record.number(2, at: offset + 3, .bigEndian), size < 0x8000,
            let value = record.bytes(in: offset + 5..<offset + 5 + size)
        {
            if dataSet == DataSet.caption || DataSet.place.contains(dataSet), values[dataSet] == nil {
                values[dataSet] = Caption.text(value)
            }
            offset += 5 + size
        }
        return ImageTexts(caption: values[DataSet.caption], placeNames: DataSet.place.map { values[$0] })
    }
}
