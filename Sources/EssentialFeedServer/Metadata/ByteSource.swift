/// Bytes that are read here and there.
protocol ByteSource {
    var count: Int { get }
    /// The bytes of the range, or `nil` where the source does not hold them all.
    func bytes(at offset: Int, count: Int) throws(FileError) -> [UInt8]?
}

extension [UInt8]: ByteSource {
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
        return Array(self[offset..<offset + count])
    }

    func has(_ text: String, at offset: Int = 0) -> Bool {
        offset <= count && self[offset...].starts(with: text.utf8)
    }

    /// The unsigned number of `width` bytes at the offset, or `nil` where the bytes end before.
    func number(at offset: Int, width: Int, littleEndian: Bool = false) -> Int? {
        guard let bytes = bytes(at: offset, count: width) else { return nil }
        return littleEndian
            ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
