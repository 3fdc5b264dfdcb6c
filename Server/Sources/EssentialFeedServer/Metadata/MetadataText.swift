import Foundation

/// A text in metadata, possibly of unknown encoding.
enum MetadataText: Hashable {
    case decoded(String)
    case encoded(Data)

    /// The code of UTF-16 in EXIF's `UserComment`, and the other codes.
    private enum CommentCode {
        static let length = 8
        static let unicode = Data("UNICODE\0".utf8)
        static let japanese = Data("JIS\0\0\0\0\0".utf8)
    }

    /// Treats valid UTF-8 as UTF-8, even if the last character was cut off.
    init(_ bytes: Data, encoding: String.Encoding? = nil) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self = .decoded(text)
        } else if Self.isUTF16(bytes) {
            self = .decoded(Self.utf16(bytes, isBigEndian: false))
        } else if let text = (1...3).lazy.compactMap({ String(validating: bytes.dropLast($0), as: UTF8.self) }).first,
            !text.utf8.allSatisfy({ $0 < 0x80 })
        {
            self = .decoded(text)
        } else if let encoding, let text = String(data: bytes, encoding: encoding) {
            self = .decoded(text)
        } else {
            self = .encoded(bytes)
        }
    }

    static func isUTF16(_ bytes: Data) -> Bool { [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(bytes.prefix(2))) }

    /// Decodes a text of Windows: UTF-16, up to its first zero.
    init(littleEndian bytes: Data) {
        self = .decoded(Self.text(Self.units(bytes, isBigEndian: false)))
    }

    /// Decodes a comment, which begins with the code of its encoding. Returns `nil` if the comment is empty.
    /// - Parameter isBigEndian: The byte order of the EXIF data; the comment's may differ.
    init?(userComment bytes: Data, isBigEndian: Bool = false) {
        let text = bytes.dropFirst(CommentCode.length)
        switch bytes.prefix(CommentCode.length) {
        case CommentCode.unicode: self = .decoded(Self.utf16(text, isBigEndian: isBigEndian))
        case CommentCode.japanese:
            let japanese = [String.Encoding.iso2022JP, .shiftJIS, .japaneseEUC].lazy.compactMap {
                String(data: text.prefix { $0 != 0 }, encoding: $0)
            }.first
            guard let japanese else { return nil }
            self = .decoded(japanese)
        default:
            // Some programs write no code.
            let hasCode = bytes.first == 0 || bytes.starts(with: Data("ASCII".utf8))
            let plain = (hasCode ? text : bytes).prefix { $0 != 0 }
            guard !plain.isEmpty else { return nil }
            self.init(Data(plain))
        }
    }

    /// Decodes UTF-16 of unknown byte order: the order of its mark, or else the order with more similar characters, or
    /// else the expected one.
    private static func utf16(_ bytes: Data, isBigEndian: Bool) -> String {
        let (big, little) = (units(bytes, isBigEndian: true), units(bytes, isBigEndian: false))
        switch big.first {
        case 0xFEFF: return text(big.dropFirst())
        case 0xFFFE: return text(little.dropFirst())
        default:
            if !bytes.contains(0), let plain = String(validating: bytes, as: UTF8.self) { return plain }
            func pages(_ units: [UInt16]) -> Int { Set(units.map { $0 >> 8 }).count }
            let difference = pages(big) - pages(little)
            return text(difference < 0 || difference == 0 && isBigEndian ? big : little)
        }
    }

    private static func units(_ bytes: Data, isBigEndian: Bool) -> [UInt16] {
        let bytes = Array(bytes)
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            let (first, second) = (UInt16(bytes[$0]), UInt16(bytes[$0 + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
    }

    private static func text(_ units: some Collection<UInt16>) -> String {
        String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    }

    /// The text, if its encoding is known.
    var known: String? {
        if case .decoded(let text) = self { text } else { nil }
    }

    /// The bytes of unknown encoding as text; `nil` if they make sense neither in the owner's encoding nor in the
    /// Western one.
    func decoded(as encoding: String.Encoding?) -> String? {
        guard case .encoded(let bytes) = self else { return nil }
        let candidates = (encoding.map { [$0] } ?? []) + [.windowsCP1252]
        return candidates.lazy.compactMap { String(data: bytes, encoding: $0) }.first(where: Self.isPlausible)
    }

    /// Whether a text looks decoded as what it is: no word mixes alphabets, and accented letters are between others.
    private static func isPlausible(_ text: String) -> Bool {
        guard text.unicodeScalars.allSatisfy({ $0.value < 0x7F || $0.value > 0x9F }) else { return false }
        return text.split { !$0.isLetter }.allSatisfy { word in
            let scalars = word.unicodeScalars
            let (latin, accented) = (
                scalars.count { $0.value < 0x250 }, scalars.count { (0x80..<0x250).contains($0.value) }
            )
            if latin == 0 { return true }
            return latin == scalars.count && (accented <= 2 || accented * 2 <= latin)
        }
    }

    /// Whether a program has replaced letters with question marks: words begin with them, unlike people's "Who???".
    static func isDamaged(_ text: String) -> Bool {
        var words = text.split(whereSeparator: \.isWhitespace)
        // Some languages have a space before question marks.
        if let last = words.last, last.count <= 4, last.allSatisfy({ $0 == "?" }), words.count > 1,
            words.dropLast().allSatisfy({ !$0.contains("?") })
        {
            words.removeLast()
        }
        let damaged = words.filter { $0.first { $0 == "?" || $0.isLetter } == "?" }
        let marks = damaged.joined(separator: "").count { $0 == "?" }
        return text.unicodeScalars.contains("\u{FFFD}") || marks >= 3 && marks * 2 > words.joined(separator: "").count
    }
}

extension String.Encoding {
    /// The encoding of old programs for a language, such as `el` or `ru_RU.UTF-8`; `nil` for a Western one.
    init?(language: String) {
        switch language.prefix(2) {
        case "el": self = .windowsCP1253
        case "be", "bg", "mk", "ru", "sr", "uk": self = .windowsCP1251
        case "bs", "cs", "hr", "hu", "pl", "ro", "sk", "sl", "sq": self = .windowsCP1250
        case "tr", "az": self = .windowsCP1254
        case "ja": self = .shiftJIS
        default: return nil
        }
    }
}
