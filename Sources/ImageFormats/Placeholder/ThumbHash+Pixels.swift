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
