/// Unpacks the codes of a GIF frame (GIF's form of LZW) to colour numbers.
struct GIFCodes {
    private static let maximumCount = 4096

    /// For each code: the code before its last number, its last number, its first number, and its length in numbers.
    private var prefixes = [Int16](repeating: 0, count: maximumCount)
    private var lasts = [UInt8](repeating: 0, count: maximumCount)
    private var firsts = [UInt8](repeating: 0, count: maximumCount)
    private var lengths = [Int32](repeating: 1, count: maximumCount)
    private let clear: Int
    private let firstSize: Int
    private var next: Int
    private(set) var size: Int
    private var previous: Int?
    /// The memory for the numbers. The first ``count`` numbers have been unpacked.
    private(set) var numbers: [UInt8]
    private(set) var count = 0

    /// - Parameters:
    ///   - codeSize: The number of bits in a number. The first codes have one bit more.
    ///   - capacity: The maximum number of numbers.
    init(codeSize: Int, capacity: Int) {
        clear = 1 << codeSize
        firstSize = codeSize + 1
        next = clear + 2
        size = firstSize
        numbers = [UInt8](repeating: 0, count: capacity)
        for code in 0..<min(clear, 256) { (lasts[code], firsts[code]) = (UInt8(code), UInt8(code)) }
    }

    var isFull: Bool { count >= numbers.count }

    /// Unpacks the next code. Returns `false` at the end or if the code is invalid.
    mutating func take(_ code: Int) -> Bool {
        guard code != clear else {
            (next, size, previous) = (clear + 2, firstSize, nil)
            return true
        }
        guard code != clear + 1, code < next || code == next && previous != nil, code < Self.maximumCount else {
            return false
        }
        if let previous, next < Self.maximumCount {
            prefixes[next] = Int16(previous)
            firsts[next] = firsts[previous]
            lasts[next] = firsts[code == next ? previous : code]
            lengths[next] = lengths[previous] + 1
            next += 1
            if next == 1 << size, size < 12 { size += 1 }
        }
        write(code)
        previous = code
        return true
    }

    /// Writes the numbers of a code, from last to first. Drops numbers that don't fit.
    private mutating func write(_ code: Int) {
        let length = Int(lengths[code])
        var (code, position) = (code, count + length - 1)
        while position >= count {
            if position < numbers.count { numbers[position] = lasts[code] }
            code = Int(prefixes[code])
            position -= 1
        }
        count += length
    }
}
