/// The bytes of a fixed-length message, written or read number by number.
///
/// Both processes run on the same machine, so numbers use its byte order.
struct MessageBytes {
    private(set) var bytes: [UInt8]
    private var position = 0

    /// Creates a message of zeros for writing.
    init(count: Int) {
        bytes = [UInt8](repeating: 0, count: count)
    }

    /// Wraps a message for reading. Reading past its end returns zeros.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func write(_ number: UInt64) {
        withUnsafeBytes(of: number) { write($0) }
    }

    /// Writes the length of a text and as much of the text as fits.
    mutating func write(_ text: String) {
        let room = max(0, bytes.count - position - MemoryLayout<UInt64>.size)
        let utf8 = Array(text.utf8.prefix(room))
        write(UInt64(utf8.count))
        utf8.withUnsafeBytes { write($0) }
    }

    mutating func readNumber() -> UInt64 {
        var number: UInt64 = 0
        withUnsafeMutableBytes(of: &number) { target in
            for index in target.indices where position + index < bytes.count { target[index] = bytes[position + index] }
        }
        position += MemoryLayout<UInt64>.size
        return number
    }

    mutating func readText() -> String {
        let count = Int(clamping: readNumber())
        let text = bytes.dropFirst(position).prefix(count)
        position += text.count
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func write(_ part: UnsafeRawBufferPointer) {
        for byte in part where position < bytes.count {
            bytes[position] = byte
            position += 1
        }
    }
}
