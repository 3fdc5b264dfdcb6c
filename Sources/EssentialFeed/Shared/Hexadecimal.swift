extension Sequence<UInt8> {
    /// The bytes in lower-case hexadecimal, two digits per byte.
    package var hexadecimal: String { hexadecimalText(of: Array(self)) }
}

/// Not generic, so it is compiled only once for all modules: a store creates a file name for each image it reads.
private func hexadecimalText(of bytes: [UInt8]) -> String {
    let digits: StaticString = "0123456789abcdef"
    return String(unsafeUninitializedCapacity: bytes.count * 2) { text in
        for (index, byte) in bytes.enumerated() {
            text[2 * index] = digits.utf8Start[Int(byte >> 4)]
            text[2 * index + 1] = digits.utf8Start[Int(byte & 0xF)]
        }
        return bytes.count * 2
    }
}

extension [UInt8] {
    /// Parses bytes in lower-case hexadecimal.
    ///
    /// Returns `nil` if the text has an odd number of digits or other characters.
    package init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        self = bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
