public import Foundation

/// An animated GIF, made for a test. Its pixels aren't compressed.
public struct AnimatedGIF: Sendable {
    /// A frame of it.
    public struct Frame: Sendable {
        public var x = 0
        public var y = 0
        public var width: Int
        public var height: Int
        /// The numbers of the colours, row by row. Missing ones are left out of the data.
        public var numbers: [UInt8]
        /// Hundredths of a second.
        public var delay = 10
        /// 1 keeps the frame, 2 clears its place, 3 restores what was there.
        public var disposal = 1
        public var transparent: UInt8?

        /// Creates a frame of one colour.
        public init(_ width: Int, _ height: Int, colour: UInt8 = 0) {
            (self.width, self.height) = (width, height)
            numbers = [UInt8](repeating: colour, count: width * height)
        }
    }

    public var width: Int
    public var height: Int
    /// How often the frames are repeated, 0 without an end; `nil` if it isn't said.
    public var loops: Int?
    public var frames: [Frame]

    public init(_ width: Int, _ height: Int, loops: Int? = 0, frames: [Frame] = []) {
        (self.width, self.height, self.loops, self.frames) = (width, height, loops, frames)
    }

    /// The red, green and blue of a number.
    public static func colour(_ number: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
        (number, 255 - number, number &* 7)
    }

    public var data: Data {
        var data = Data("GIF89a".utf8)
        data.append(number: width)
        data.append(number: height)
        data += [0xF7, 0, 0]
        for number in UInt8.min...UInt8.max {
            let colour = Self.colour(number)
            data += [colour.red, colour.green, colour.blue]
        }
        if let loops {
            data += [0x21, 0xFF, 0x0B] + Array("NETSCAPE2.0".utf8) + [3, 1]
            data.append(number: loops)
            data.append(0)
        }
        for frame in frames { data += Self.data(of: frame) }
        data.append(0x3B)
        return data
    }

    private static func data(of frame: Frame) -> Data {
        var data = Data([0x21, 0xF9, 4, UInt8(frame.disposal << 2) | (frame.transparent == nil ? 0 : 1)])
        data.append(number: frame.delay)
        data += [frame.transparent ?? 0, 0, 0x2C]
        for number in [frame.x, frame.y, frame.width, frame.height] { data.append(number: number) }
        data += [0, 8]
        let bytes = codes(frame.numbers)
        for start in stride(from: 0, to: bytes.count, by: 255) {
            let part = bytes[start..<min(bytes.count, start + 255)]
            data.append(UInt8(part.count))
            data += part
        }
        data.append(0)
        return data
    }

    /// Returns codes of nine bits. They clear the table so often that the codes never grow.
    private static func codes(_ numbers: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var (bits, count) = (0, 0)
        func add(_ code: Int) {
            bits |= code << count
            count += 9
            while count >= 8 {
                bytes.append(UInt8(bits & 0xFF))
                bits >>= 8
                count -= 8
            }
        }
        for (index, number) in numbers.enumerated() {
            if index % 250 == 0 { add(256) }
            add(Int(number))
        }
        add(257)
        if count > 0 { bytes.append(UInt8(bits & 0xFF)) }
        return bytes
    }
}

extension Data {
    /// Appends a number of two bytes, as much of it as there is room for.
    fileprivate mutating func append(number: Int) {
        append(UInt8(truncatingIfNeeded: number))
        append(UInt8(truncatingIfNeeded: number >> 8))
    }
}
