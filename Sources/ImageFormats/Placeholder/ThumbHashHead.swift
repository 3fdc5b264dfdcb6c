/// The header of a ThumbHash: averages, scales and proportions.
struct ThumbHashHead: Hashable {
    /// The average brightness (up to 63) and its scale (up to 31).
    var brightness = (average: 0, scale: 0)
    /// The average of blue against yellow and its scale, each up to 63.
    var blueYellow = (average: 0, scale: 0)
    /// The average of red against green and its scale, each up to 63.
    var redGreen = (average: 0, scale: 0)
    /// The average alpha and its scale, each up to 15. `nil` for an opaque image.
    var alpha: (average: Int, scale: Int)?
    /// Whether the image is wider than high.
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

    /// The number of frequencies along the longer edge.
    var longEdge: Int { alpha == nil ? 7 : 5 }

    /// The approximate ratio of width to height.
    var ratio: Double {
        isLandscape ? Double(longEdge) / Double(shortEdge) : Double(shortEdge) / Double(longEdge)
    }

    /// The frequencies of the brightness.
    var brightnessFrequencies: ThumbHashFrequencies {
        ThumbHashFrequencies(
            columns: max(3, isLandscape ? longEdge : shortEdge), rows: max(3, isLandscape ? shortEdge : longEdge))
    }

    /// The bytes of the header.
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

    static func == (one: ThumbHashHead, other: ThumbHashHead) -> Bool { one.bytes == other.bytes }

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}
