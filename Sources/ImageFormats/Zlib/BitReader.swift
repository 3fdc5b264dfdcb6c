import Foundation

/// Reads bits, starting with the lowest bit of each byte.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0
    private var held = 0
    private var heldCount = 0

    init(_ data: Data) {
        bytes = Array(data)
    }

    /// Reads a number of up to 16 bits.
    /// - Throws: ``ImageFormatError/malformed(_:)`` past the end.
    mutating func read(_ count: Int) throws(ImageFormatError) -> Int {
        while heldCount < count {
            guard position < bytes.count else { throw .cutShort }
            held |= Int(bytes[position]) << heldCount
            position += 1
            heldCount += 8
        }
        defer {
            held >>= count
            heldCount -= count
        }
        return held & (1 << count - 1)
    }

    /// Skips the remaining bits of a partially read byte.
    mutating func skipToByte() {
        held >>= heldCount & 7
        heldCount -= heldCount & 7
    }
}

/// A canonical Huffman code, defined by the number of symbols of each code length from 1 to 15 bits.
struct HuffmanCode {
    private var counts = Array(repeating: 0, count: 16)
    /// The symbols, sorted by the length of their code.
    private let symbols: [Int]

    /// - Parameter lengths: The code length of each symbol in bits, at most 15; 0 for a symbol without a code.
    init(lengths: [Int]) {
        for length in lengths { counts[length] += 1 }
        symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
        counts[0] = 0
    }

    /// Reads a symbol.
    /// - Throws: ``ImageFormatError/malformed(_:)`` past the end, or if the code has no symbol.
    func read(_ bits: inout BitReader) throws(ImageFormatError) -> Int {
        var (code, first, index) = (0, 0, 0)
        for length in 1...15 {
            code |= try bits.read(1)
            let count = counts[length]
            // The first code of each length belongs to the symbol at the index.
            if code - first < count {
                let place = index + code - first
                guard symbols.indices.contains(place) else { break }
                return symbols[place]
            }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        throw .malformed("packed data is invalid")
    }
}
