/// The frequencies of a channel: its average, and the other frequencies relative to the largest one.
struct ThumbHashChannel {
    /// The average of the channel's values.
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
