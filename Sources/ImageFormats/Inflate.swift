package import Foundation

/// Unpacks data that zlib has packed, within a limit.
///
/// Written in Swift, because headers are read in unconfined processes, even in programs without zlib.
package struct Inflate {
    private static let maximumCodeLength = 15
    /// The order in which the lengths of the code of code lengths are stored.
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let (lengthBases, lengthBits) = bases(from: 3, repeating: 4, count: 28)
    private static let (distanceBases, distanceBits) = bases(from: 1, repeating: 2, count: 30)
    private static let longest = 258

    private struct Broken: Error {}

    private let input: [UInt8]
    private let limit: Int
    /// The two bytes of zlib's header come first.
    private var position = 2
    private var bits = 0
    private var bitCount = 0
    private var output: [UInt8] = []

    /// Returns the unpacked data, or `nil` if the data is damaged, cut short or unpacks to more than the limit.
    package static func unpack(_ data: Data, atMost limit: Int) -> Data? {
        var inflate = Inflate(input: Array(data), limit: limit)
        do throws(Broken) {
            return try inflate.run()
        } catch {
            return nil
        }
    }

    private init(input: [UInt8], limit: Int) { (self.input, self.limit) = (input, limit) }

    private mutating func run() throws(Broken) -> Data {
        guard input.count > 2, input[0] & 15 == 8, input[1] & 32 == 0 else { throw Broken() }
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored()
            case 1:
                let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
                try unpack(Code(lengths), Code(Array(repeating: 5, count: 30)))
            case 2: try unpackWithOwnCodes()
            default: throw Broken()
            }
        }
        return Data(output)
    }

    // MARK: Blocks

    private mutating func copyStored() throws(Broken) {
        (bits, bitCount) = (0, 0)
        guard position + 4 <= input.count else { throw Broken() }
        let count = Int(input[position]) | Int(input[position + 1]) << 8
        position += 4
        guard count <= input.count - position, count <= limit - output.count else { throw Broken() }
        output += input[position..<position + count]
        position += count
    }

    private mutating func unpackWithOwnCodes() throws(Broken) {
        let (literals, distances, stored) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
        var lengths = [Int](repeating: 0, count: 19)
        for symbol in Self.lengthOrder.prefix(stored) { lengths[symbol] = try take(3) }
        let code = Code(lengths)
        lengths = []
        while lengths.count < literals + distances {
            let symbol = try next(code)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw Broken() }
                lengths += Array(repeating: last, count: try take(2) + 3)
            case 17: lengths += Array(repeating: 0, count: try take(3) + 3)
            case 18: lengths += Array(repeating: 0, count: try take(7) + 11)
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == literals + distances else { throw Broken() }
        try unpack(Code(Array(lengths[..<literals])), Code(Array(lengths[literals...])))
    }

    private mutating func unpack(_ literals: Code, _ distances: Code) throws(Broken) {
        while true {
            let symbol = try next(literals)
            switch symbol {
            case ..<256:
                guard output.count < limit else { throw Broken() }
                output.append(UInt8(symbol))
            case 256: return
            default:
                let length = try length(symbol - 257)
                let symbol = try next(distances)
                guard Self.distanceBases.indices.contains(symbol) else { throw Broken() }
                let distance = Self.distanceBases[symbol] + (try take(Self.distanceBits[symbol]))
                guard distance <= output.count, length <= limit - output.count else { throw Broken() }
                for _ in 0..<length { output.append(output[output.count - distance]) }
            }
        }
    }

    private mutating func length(_ index: Int) throws(Broken) -> Int {
        if index == Self.lengthBases.count { return Self.longest }
        guard Self.lengthBases.indices.contains(index) else { throw Broken() }
        return Self.lengthBases[index] + (try take(Self.lengthBits[index]))
    }

    /// Returns the smallest numbers of symbols, and how many bits follow: after twice the count, one bit more each time.
    private static func bases(from first: Int, repeating: Int, count: Int) -> (bases: [Int], bits: [Int]) {
        let bits = (0..<count).map { max(0, $0 / repeating - 1) }
        return (bits.indices.map { first + bits[..<$0].reduce(0) { $0 + 1 << $1 } }, bits)
    }

    // MARK: Bits

    private mutating func take(_ count: Int) throws(Broken) -> Int {
        while bitCount < count {
            guard position < input.count else { throw Broken() }
            bits |= Int(input[position]) << bitCount
            position += 1
            bitCount += 8
        }
        defer {
            bits >>= count
            bitCount -= count
        }
        return bits & (1 << count - 1)
    }

    /// A canonical Huffman code: how many symbols have each length, and the symbols in the order of their codes.
    private struct Code {
        private(set) var counts = [Int](repeating: 0, count: Inflate.maximumCodeLength + 1)
        let symbols: [Int]

        init(_ lengths: [Int]) {
            for length in lengths where length > 0 { counts[length] += 1 }
            symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
        }
    }

    private mutating func next(_ code: Code) throws(Broken) -> Int {
        var (number, first, index) = (0, 0, 0)
        for length in 1...Self.maximumCodeLength {
            number |= try take(1)
            let count = code.counts[length]
            if number - first < count {
                guard number >= first else { throw Broken() }
                return code.symbols[index + number - first]
            }
            index += count
            first = (first + count) << 1
            number <<= 1
        }
        throw Broken()
    }
}
