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
        return (0..<size.pixelCount).flatMap { pixel in
            let blue = brightness[pixel] - 2 / 3 * blueYellow[pixel]
            let red = (3 * brightness[pixel] - blue + redGreen[pixel]) / 2
            return [red, red - redGreen[pixel], blue, alpha?[pixel] ?? 1].map {
                UInt8(clamping: Int(255 * max(0, min(1, $0))))
            }
        }
    }

    /// Returns the values of a channel with these frequencies.
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
