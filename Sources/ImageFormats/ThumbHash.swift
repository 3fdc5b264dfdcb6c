import Foundation

/// A placeholder for an image in at most 25 bytes, as defined by [ThumbHash](https://evanw.github.io/thumbhash): the
/// image's average colour, its proportions, and the lowest frequencies of its brightness, colours and transparency.
public struct ThumbHash: Hashable, Sendable {
    /// The maximum number of bytes in a hash of pixels.
    public static let maximumCount = 25

    /// The bytes of the hash.
    public let bytes: [UInt8]
    var head: ThumbHashHead { ThumbHashHead(bytes) ?? ThumbHashHead() }

    /// Creates a hash from its bytes. Returns `nil` if there are too few bytes.
    public init?(_ bytes: [UInt8]) {
        guard let head = ThumbHashHead(bytes), bytes.count >= head.totalCount else { return nil }
        self.bytes = Array(bytes.prefix(head.totalCount))
    }

    init(_ head: ThumbHashHead, _ channels: [ThumbHashChannel]) {
        var bytes = head.bytes
        for (index, number) in channels.flatMap(\.numbers).enumerated() {
            if index % 2 == 0 { bytes.append(number) } else { bytes[bytes.count - 1] |= number << 4 }
        }
        self.bytes = bytes
    }
}

extension ThumbHash {
    /// Creates the hash of a picture.
    /// - Parameters:
    ///   - pixels: Red, green, blue and alpha, one byte each, row by row. The colours aren't multiplied by alpha.
    ///   - size: The size of the picture, from 1 to 100 pixels on each edge. A larger picture would only take longer.
    public init(of pixels: [UInt8], size: PixelSize) {
        precondition((1...100).contains(size.width) && (1...100).contains(size.height), "the size is unsuitable")
        precondition(pixels.count == size.pixelCount * 4, "the pixels have another size")
        let channels = Channels(pixels, size)
        var head = ThumbHashHead()
        head.isLandscape = size.width > size.height
        if channels.isTransparent { head.alpha = (0, 0) }
        let (shorter, longer) = (Double(min(size.width, size.height)), Double(max(size.width, size.height)))
        head.shortEdge = max(1, Int((Double(head.longEdge) * shorter / longer).rounded()))

        let brightness = ThumbHashChannel(channels.brightness, size, head.brightnessFrequencies)
        let blueYellow = ThumbHashChannel(channels.blueYellow, size, .ofColours)
        let redGreen = ThumbHashChannel(channels.redGreen, size, .ofColours)
        var all = [brightness, blueYellow, redGreen]
        head.brightness = (Self.number(brightness.average, 63), Self.number(brightness.scale, 31))
        head.blueYellow = (Self.number((1 + blueYellow.average) / 2, 63), Self.number(blueYellow.scale, 63))
        head.redGreen = (Self.number((1 + redGreen.average) / 2, 63), Self.number(redGreen.scale, 63))
        if channels.isTransparent {
            let alpha = ThumbHashChannel(channels.alpha, size, .ofAlpha)
            head.alpha = (Self.number(alpha.average, 15), Self.number(alpha.scale, 15))
            all.append(alpha)
        }
        self.init(head, all)
    }

    /// Converts a fraction of 1 to an integer up to a maximum.
    private static func number(_ part: Double, _ greatest: Int) -> Int {
        max(0, min(greatest, Int((part * Double(greatest)).rounded())))
    }

    /// The brightness, colours and alpha of a picture's pixels. Transparent pixels get the average colour.
    private struct Channels {
        private(set) var brightness: [Double] = []
        private(set) var blueYellow: [Double] = []
        private(set) var redGreen: [Double] = []
        private(set) var alpha: [Double] = []
        let isTransparent: Bool

        init(_ pixels: [UInt8], _ size: PixelSize) {
            let starts = stride(from: 0, to: pixels.count, by: 4)
            func value(_ index: Int) -> Double { Double(pixels[index]) }
            var (red, green, blue, opacity) = (0.0, 0.0, 0.0, 0.0)
            for pixel in starts {
                let alpha = value(pixel + 3) / 255
                red += alpha / 255 * value(pixel)
                green += alpha / 255 * value(pixel + 1)
                blue += alpha / 255 * value(pixel + 2)
                opacity += alpha
            }
            if opacity > 0 { (red, green, blue) = (red / opacity, green / opacity, blue / opacity) }
            isTransparent = opacity < Double(size.pixelCount)
            for pixel in starts {
                let alpha = value(pixel + 3) / 255
                let red = red * (1 - alpha) + alpha / 255 * value(pixel)
                let green = green * (1 - alpha) + alpha / 255 * value(pixel + 1)
                let blue = blue * (1 - alpha) + alpha / 255 * value(pixel + 2)
                brightness.append((red + green + blue) / 3)
                blueYellow.append((red + green) / 2 - blue)
                redGreen.append(red - green)
                self.alpha.append(alpha)
            }
        }
    }
}

extension ThumbHash {
    /// The size of the picture in ``pixels``: 32 pixels on its longer edge, in approximately the image's proportions.
    public var size: PixelSize {
        let ratio = head.ratio
        return PixelSize(
            width: Int((ratio > 1 ? 32 : 32 * ratio).rounded()), height: Int((ratio > 1 ? 32 / ratio : 32).rounded()))
    }

    /// The picture to draw enlarged until the image has loaded: red, green, blue and alpha, one byte each, row by row.
    /// The colours aren't multiplied by alpha.
    public var pixels: [UInt8] {
        var numbers = bytes.dropFirst(head.bytes.count).flatMap { [Int($0 & 15), Int($0 >> 4)] }[...]
        func channel(_ average: Double, _ scale: Double, _ frequencies: ThumbHashFrequencies) -> [Double] {
            let parts = numbers.prefix(frequencies.count).map { (Double($0) / 7.5 - 1) * scale }
            numbers = numbers.dropFirst(frequencies.count)
            return Self.values(average, parts, frequencies, size)
        }
        // Colours are slightly stronger than stored, because the few frequencies make them look pale.
        let brightness = channel(
            Double(head.brightness.average) / 63, Double(head.brightness.scale) / 31, head.brightnessFrequencies)
        let blueYellow = channel(
            Double(head.blueYellow.average) / 31.5 - 1, Double(head.blueYellow.scale) / 63 * 1.25, .ofColours)
        let redGreen = channel(
            Double(head.redGreen.average) / 31.5 - 1, Double(head.redGreen.scale) / 63 * 1.25, .ofColours)
        let alpha = head.alpha.map { channel(Double($0.average) / 15, Double($0.scale) / 15, .ofAlpha) }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * brightness.count)
        for pixel in brightness.indices {
            let colour = Self.colour(brightness[pixel], blueYellow[pixel], redGreen[pixel])
            pixels.append(colour.red)
            pixels.append(colour.green)
            pixels.append(colour.blue)
            pixels.append(Self.byte(alpha?[pixel] ?? 1))
        }
        return pixels
    }

    /// The average red, green and blue of the image.
    package var averageColour: [UInt8] {
        let colour = Self.colour(
            Double(head.brightness.average) / 63, Double(head.blueYellow.average) / 31.5 - 1,
            Double(head.redGreen.average) / 31.5 - 1)
        return [colour.red, colour.green, colour.blue]
    }

    private static func colour(
        _ brightness: Double, _ blueYellow: Double, _ redGreen: Double
    ) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let blue = brightness - 2 / 3 * blueYellow
        let red = (3 * brightness - blue + redGreen) / 2
        return (byte(red), byte(red - redGreen), byte(blue))
    }

    private static func byte(_ part: Double) -> UInt8 { UInt8(clamping: Int(255 * max(0, min(1, part)))) }

    private static func values(
        _ average: Double, _ parts: [Double], _ frequencies: ThumbHashFrequencies, _ size: PixelSize
    ) -> [Double] {
        let across = ThumbHashFrequencies.waves(frequencies.columns, over: size.width)
        let down = ThumbHashFrequencies.waves(frequencies.rows, over: size.height)
        var values = [Double](repeating: average, count: size.pixelCount)
        for (part, frequency) in zip(parts, frequencies.all) {
            for row in 0..<size.height {
                let strength = 2 * part * down[frequency.down][row]
                for column in 0..<size.width {
                    values[row * size.width + column] += strength * across[frequency.across][column]
                }
            }
        }
        return values
    }
}

/// The header of a ThumbHash: averages, scales and proportions.
struct ThumbHashHead {
    /// The average brightness (up to 63) and its scale (up to 31).
    var brightness = (average: 0, scale: 0)
    /// The average of blue against yellow and its scale, each up to 63.
    var blueYellow = (average: 0, scale: 0)
    /// The average of red against green and its scale, each up to 63.
    var redGreen = (average: 0, scale: 0)
    /// The average alpha and its scale, each up to 15. `nil` for an opaque image.
    var alpha: (average: Int, scale: Int)?
    var isLandscape = false
    /// The number of frequencies along the shorter edge, from 1 to 7; the longer edge has ``longEdge``.
    var shortEdge = 1

    init() {}

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 5 else { return nil }
        let first = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
        let second = Int(bytes[3]) | Int(bytes[4]) << 8
        brightness = (first & 63, first >> 18 & 31)
        blueYellow = (first >> 6 & 63, second >> 3 & 63)
        redGreen = (first >> 12 & 63, second >> 9 & 63)
        if first >> 23 == 1 {
            guard bytes.count >= 6 else { return nil }
            alpha = (Int(bytes[5]) & 15, Int(bytes[5]) >> 4)
        }
        isLandscape = second >> 15 == 1
        shortEdge = max(1, second & 7)
    }

    var longEdge: Int { alpha == nil ? 7 : 5 }

    var ratio: Double {
        isLandscape ? Double(longEdge) / Double(shortEdge) : Double(shortEdge) / Double(longEdge)
    }

    var brightnessFrequencies: ThumbHashFrequencies {
        ThumbHashFrequencies(
            columns: max(3, isLandscape ? longEdge : shortEdge), rows: max(3, isLandscape ? shortEdge : longEdge))
    }

    var bytes: [UInt8] {
        let first =
            brightness.average | blueYellow.average << 6 | redGreen.average << 12 | brightness.scale << 18
            | (alpha == nil ? 0 : 1 << 23)
        let second = shortEdge | blueYellow.scale << 3 | redGreen.scale << 9 | (isLandscape ? 1 << 15 : 0)
        let numbers = [first, first >> 8, first >> 16, second, second >> 8]
        return (numbers + (alpha.map { [$0.average | $0.scale << 4] } ?? [])).map(UInt8.init(truncatingIfNeeded:))
    }

    /// The number of bytes in the hash. Two frequencies share one byte.
    var totalCount: Int {
        var frequencies = brightnessFrequencies.count + 2 * ThumbHashFrequencies.ofColours.count
        if alpha != nil { frequencies += ThumbHashFrequencies.ofAlpha.count }
        return bytes.count + (frequencies + 1) / 2
    }
}

/// The frequencies of a channel: its average, and the other frequencies relative to the largest one.
struct ThumbHashChannel {
    let average: Double
    /// The largest of the other frequencies.
    let scale: Double
    /// The other frequencies, from 0 to 15.
    let numbers: [UInt8]

    /// Computes the frequencies of a channel's values, given row by row.
    init(_ values: [Double], _ size: PixelSize, _ frequencies: ThumbHashFrequencies) {
        let across = ThumbHashFrequencies.waves(frequencies.columns, over: size.width)
        let down = ThumbHashFrequencies.waves(frequencies.rows, over: size.height)
        func frequency(_ column: Int, _ row: Int) -> Double {
            var sum = 0.0
            for y in 0..<size.height {
                for x in 0..<size.width { sum += values[y * size.width + x] * across[column][x] * down[row][y] }
            }
            return sum / Double(size.pixelCount)
        }
        let found = frequencies.all.map { frequency($0.across, $0.down) }
        let scale = found.map(abs).max() ?? 0
        average = frequency(0, 0)
        self.scale = scale
        numbers = found.map { UInt8(clamping: Int((15 * (scale > 0 ? 0.5 + 0.5 / scale * $0 : 0)).rounded())) }
    }
}

/// The frequencies of a channel in a ThumbHash besides its average: the lowest ones, in a triangle.
struct ThumbHashFrequencies {
    static let (ofColours, ofAlpha) = (
        ThumbHashFrequencies(columns: 3, rows: 3), ThumbHashFrequencies(columns: 5, rows: 5)
    )

    let columns: Int
    let rows: Int

    /// The horizontal and vertical frequencies, in stored order.
    var all: [(across: Int, down: Int)] {
        var all: [(across: Int, down: Int)] = []
        for down in 0..<rows {
            for across in 0..<columns where across * rows < columns * (rows - down) {
                if across > 0 || down > 0 { all.append((across, down)) }
            }
        }
        return all
    }

    var count: Int { all.count }

    /// Returns the cosine waves along an edge: the value of each frequency at each pixel.
    static func waves(_ count: Int, over length: Int) -> [[Double]] {
        (0..<count).map { frequency in
            (0..<length).map { cos(.pi / Double(length) * Double(frequency) * (Double($0) + 0.5)) }
        }
    }
}
