/// The header of a file in a tar archive (POSIX ustar), of which a backup uses only a part: plain files of mode 0600.
struct TarHeader: Hashable {
    /// Headers and the ends of files are filled up to whole blocks.
    static let blockSize = 512
    /// The end of an archive.
    static let end = [UInt8](repeating: 0, count: 2 * blockSize)

    private static let nameLength = 100
    private static let sizeField = 124..<136
    private static let timeField = 136..<148
    private static let checksumField = 148..<156
    /// Eleven octal digits.
    private static let maximumNumber = 0o777_7777_7777

    let name: String
    /// In bytes.
    let size: Int
    /// In seconds since 1970.
    let time: Int

    /// - Returns: `nil` if the name is too long for a header, or a number is too large or negative.
    init?(name: String, size: Int, time: Int) {
        guard (1...Self.nameLength).contains(name.utf8.count), !name.utf8.contains(0),
            (0...Self.maximumNumber).contains(size), (0...Self.maximumNumber).contains(time)
        else { return nil }
        (self.name, self.size, self.time) = (name, size, time)
    }

    /// Reads a header that is exactly as ``bytes`` writes it; `nil` for any other block.
    init?(_ block: [UInt8]) {
        guard block.count == Self.blockSize,
            let name = String(validating: block.prefix(Self.nameLength).prefix { $0 != 0 }, as: UTF8.self),
            let size = Self.number(block[Self.sizeField]), let time = Self.number(block[Self.timeField])
        else { return nil }
        self.init(name: name, size: size, time: time)
        guard bytes == block else { return nil }
    }

    var bytes: [UInt8] {
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        func write(_ text: String, at position: Int) {
            for (offset, byte) in text.utf8.enumerated() { block[position + offset] = byte }
        }
        write(name, at: 0)
        write("0000600", at: 100)
        write("0000000", at: 108)
        write("0000000", at: 116)
        write(Self.octal(size, digits: 11), at: Self.sizeField.lowerBound)
        write(Self.octal(time, digits: 11), at: Self.timeField.lowerBound)
        write("0", at: 156)
        write("ustar", at: 257)
        write("00", at: 263)
        write("0000000", at: 329)
        write("0000000", at: 337)
        // The sum counts its own field as spaces.
        let sum = block.reduce(Self.checksumField.count * Int(UInt8(ascii: " "))) { $0 + Int($1) }
        write(Self.octal(sum, digits: 6) + "\0 ", at: Self.checksumField.lowerBound)
        return block
    }

    /// The number of zeros after the file's bytes.
    var padding: Int {
        let rest = size % Self.blockSize
        return rest == 0 ? 0 : Self.blockSize - rest
    }

    private static func octal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// Reads eleven octal digits; `nil` for anything else.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.dropLast()
        guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "7")).contains) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }
}
