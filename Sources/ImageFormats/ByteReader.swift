public import Foundation

/// Reads bytes and numbers at any offset, either from memory or from a source, one window at a time.
///
/// A read past the end returns `nil`.
package final class ByteReader {
    package enum Order {
        case bigEndian, littleEndian
    }

    /// The most parts of an image, such as segments or chunks, that are read. Real images have fewer, and passing
    /// millions of them would take seconds.
    static let maximumParts = 1 << 18

    private static let windowSize = 1 << 18
    package let count: Int
    private var window: Data
    /// The offset of the window's first byte.
    private var start = 0
    /// Reads a range from the source. Returns `nil` if the source fails. This is `nil` for memory, which is a single
    /// window.
    private let load: ((Range<Int>) -> [UInt8]?)?

    package init(_ data: Data) {
        count = data.count
        window = data
        load = nil
    }

    private init(count: Int, load: @escaping (Range<Int>) -> [UInt8]?) {
        self.count = count
        self.load = load
        window = Data()
    }

    /// Runs a closure with a reader of a source. The closure sees an error of the source as the end of the data.
    /// - Throws: The last error of the source.
    package static func read<Source: ByteSource, Result>(
        _ source: Source, _ body: (ByteReader) -> Result
    ) throws(Source.Failure) -> Result {
        if let content = source.content { return body(ByteReader(content)) }
        var failure: Source.Failure?
        let reader = ByteReader(count: source.count) { range in
            do throws(Source.Failure) {
                return try source.bytes(in: range)
            } catch {
                failure = error
                return nil
            }
        }
        let result = body(reader)
        if let failure { throw failure }
        return result
    }

    package func byte(at offset: Int) -> Int? {
        let index = offset - start
        if index >= 0, index < window.count { return Int(window[window.startIndex + index]) }
        return moveWindow(to: offset) ? window.first.map(Int.init) : nil
    }

    package func number(_ size: Int, at offset: Int, _ order: Order) -> Int? {
        var number = 0
        for index in 0..<size {
            guard let byte = byte(at: order == .bigEndian ? offset + index : offset + size - 1 - index) else {
                return nil
            }
            number = number << 8 | byte
        }
        return number
    }

    package func name(at offset: Int) -> ChunkName? { number(4, at: offset, .bigEndian).map(ChunkName.init) }

    package func has(_ expected: some Collection<UInt8>, at offset: Int) -> Bool {
        expected.enumerated().allSatisfy { byte(at: offset + $0.offset) == Int($0.element) }
    }

    package func has(_ text: StaticString, at offset: Int) -> Bool {
        text.withUTF8Buffer { has($0, at: offset) }
    }

    package func bytes(in range: Range<Int>) -> Data? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        if range.lowerBound >= start, range.upperBound <= start + window.count {
            return window[offset: range.lowerBound - start..<range.upperBound - start]
        }
        return load?(range).map { Data($0) }
    }

    /// Returns the available bytes of a range, from its beginning.
    package func prefix(of range: Range<Int>) -> Data { bytes(in: range.clamped(to: 0..<count)) ?? Data() }

    /// Returns the first offset of a byte at or after an offset.
    /// - Parameter isSkipped: Whether the byte is skipped if this byte follows it. Not called for the first byte of a
    ///   window, so the caller must check the result.
    package func firstIndex(
        of byte: UInt8, from offset: Int, unlessFollowedBy isSkipped: (UInt8) -> Bool = { _ in false }
    ) -> Int? {
        var offset = offset
        while offset - start >= 0 && offset - start < window.count || moveWindow(to: offset) {
            let index = window.withUnsafeBytes { bytes -> Int? in
                guard let base = bytes.baseAddress else { return nil }
                var skipped = offset - start
                while let found = memchr(base + skipped, Int32(byte), bytes.count - skipped) {
                    let index = UnsafeRawPointer(found) - base
                    guard index + 1 < bytes.count, isSkipped(bytes[index + 1]) else { return index }
                    skipped = index + 2
                }
                return nil
            }
            if let index { return start + index }
            offset = start + window.count
        }
        return nil
    }

    /// Moves the window so that it begins at an offset. Returns whether the window contains any bytes.
    private func moveWindow(to offset: Int) -> Bool {
        guard let load, offset >= 0, offset < count,
            let bytes = load(offset..<min(count, offset + Self.windowSize)), !bytes.isEmpty
        else { return false }
        (window, start) = (Data(bytes), offset)
        return true
    }
}

/// Reads that throw an error past the end of the data.
extension ByteReader {
    package func requireByte(at offset: Int) throws(ImageFormatError) -> Int {
        guard let byte = byte(at: offset) else { throw .cutShort }
        return byte
    }

    package func requireNumber(_ size: Int, at offset: Int, _ order: Order) throws(ImageFormatError) -> Int {
        guard let number = number(size, at: offset, order) else { throw .cutShort }
        return number
    }

    /// Reads a width and the height after it.
    /// - Parameter bytes: The number of bytes of each.
    func requireSize(_ bytes: Int, at offset: Int, _ order: Order) throws(ImageFormatError) -> PixelSize {
        PixelSize(
            width: try requireNumber(bytes, at: offset, order),
            height: try requireNumber(bytes, at: offset + bytes, order))
    }
}

extension Data {
    /// The available bytes of a range. The range counts from the beginning, even in a slice.
    package subscript(offset range: Range<Int>) -> Data { dropFirst(range.lowerBound).prefix(range.count) }
}

/// How a walk over the parts of an image ended.
package enum WalkEnding {
    case endOfImage, malformed, cutShort
}

/// Encoded bytes that can be read at any offset, such as those of an open file.
public protocol ByteSource {
    /// The error that a failed read throws.
    associatedtype Failure: Error

    /// The number of bytes.
    var count: Int { get }

    /// All bytes if they are in memory; by default `nil`, and ranges are read on demand.
    var content: Data? { get }

    /// Reads a range of bytes that is within the source.
    func bytes(in range: Range<Int>) throws(Failure) -> [UInt8]
}

extension ByteSource {
    /// All bytes if they are in memory.
    public var content: Data? { nil }
}

/// The four-character name of a PNG or WebP chunk or an ISO base media file box.
package struct ChunkName: Hashable, ExpressibleByStringLiteral {
    package let value: Int

    package init(_ value: Int) { self.value = value }

    package init(stringLiteral text: StaticString) {
        value = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Whether a PNG decoder may skip the chunk, that is, whether its first letter is lowercase.
    package var isAncillary: Bool { value >> 29 & 1 == 1 }
}
