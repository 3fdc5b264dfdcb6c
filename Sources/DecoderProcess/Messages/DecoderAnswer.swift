package import ImageFormats

/// A decoder's answer to a request.
package struct DecoderAnswer: Hashable, Sendable {
    /// The outcome of a request.
    package enum Outcome: Hashable, Sendable {
        /// The memory holds the pixels of a picture.
        case picture(PixelSize, PixelLayout)
        /// The memory holds a placeholder and JPEGs of these lengths, in the order of the requested sizes.
        case sizes(placeholderCount: Int, imageCounts: [Int])
        /// The memory holds this number of animation frames, and the canvas after the last one.
        case frames(Int)
        /// The data can't be decoded.
        case failed(PictureError)
        /// The decoder doesn't know the task.
        case unknownTask
    }

    /// The number of the request.
    package var number: Int
    /// The outcome of the request.
    package var outcome: Outcome

    package init(number: Int, outcome: Outcome) {
        self.number = number
        self.outcome = outcome
    }

    init?(_ message: inout MessageBytes) {
        number = Int(clamping: message.readNumber())
        let kind = message.readNumber()
        let size = PixelSize(width: Int(clamping: message.readNumber()), height: Int(clamping: message.readNumber()))
        let detail = message.readNumber()
        guard kind != 2 else {
            let count = Int(clamping: message.readNumber())
            guard count <= DecoderTask.maximumSizes else { return nil }
            let counts = (0..<count).map { _ in Int(clamping: message.readNumber()) }
            outcome = .sizes(placeholderCount: Int(clamping: detail), imageCounts: counts)
            return
        }
        let text = message.readText()
        switch (kind, detail) {
        case (1, 1): outcome = .picture(size, .rgb)
        case (1, 2): outcome = .picture(size, .premultipliedBGRA)
        case (3, _): outcome = .unknownTask
        case (4, _): outcome = .failed(.undecodable(text))
        case (5, _): outcome = .failed(.unsupportedFormat)
        case (6, _): outcome = .failed(.noMemory)
        case (7, _): outcome = .failed(.tooLarge(size))
        case (8, _): outcome = .failed(.tooSlow)
        case (9, let count): outcome = .frames(Int(clamping: count))
        default: return nil
        }
    }

    func write(to message: inout MessageBytes) {
        message.write(UInt64(clamping: number))
        switch outcome {
        case .picture(let size, let layout): Self.write(1, size, layout == .rgb ? 1 : 2, to: &message)
        case .sizes(let placeholderCount, let imageCounts):
            // The width and height fields stay zero.
            for number in [2, 0, 0, placeholderCount, imageCounts.count] + imageCounts {
                message.write(UInt64(clamping: number))
            }
        case .frames(let count):
            Self.write(9, PixelSize(width: 0, height: 0), UInt64(clamping: count), to: &message)
        case .unknownTask: Self.write(3, to: &message)
        case .failed(.undecodable(let reason)): Self.write(4, text: reason, to: &message)
        case .failed(.unsupportedFormat): Self.write(5, to: &message)
        case .failed(.noMemory): Self.write(6, to: &message)
        case .failed(.tooLarge(let size)): Self.write(7, size, to: &message)
        case .failed(.tooSlow): Self.write(8, to: &message)
        }
    }

    private static func write(
        _ kind: UInt64, _ size: PixelSize = PixelSize(width: 0, height: 0), _ detail: UInt64 = 0, text: String = "",
        to message: inout MessageBytes
    ) {
        message.write(kind)
        message.write(UInt64(clamping: size.width))
        message.write(UInt64(clamping: size.height))
        message.write(detail)
        message.write(text)
    }
}
