public import Foundation

/// How an animated GIF or WebP is played, and what decoding it takes, read without decoding it.
///
/// Nothing that the data says is taken as it is: what is shown for less than 20 ms is shown for 100 ms, as in browsers; what
/// is shown for more than ten minutes, for ten minutes; and only the first ``maximumFrames`` are played.
public struct AnimationHeader: Hashable, Sendable {
    /// The number of frames above which the others aren't played.
    public static let maximumFrames = 10_000
    /// The most pixels of a decoded frame, as many as a screen has. The frames of a larger image are made smaller.
    public static let maximumFramePixels = 1_920 * 1_080

    private static let shortestMilliseconds = 20
    private static let usualMilliseconds = 100
    private static let longestMilliseconds = 600_000

    /// The time that each frame is shown. There are at least two.
    public let delays: [Duration]
    /// How many times the frames are played; `nil` without an end.
    public let plays: Int?
    /// What decoding takes.
    package let cost: AnimationCost
    /// Where each frame is found in the data.
    private let positions: [Int]

    /// Reads the frames of encoded data.
    /// - Returns: `nil` if the data is a still, or isn't an image.
    public init?(of data: Data) {
        let reader = ByteReader(data)
        var cost: AnimationCost
        do throws(ImageFormatError) {
            cost = try AnimationCost(reader)
        } catch {
            // The picture of the image says what is wrong with it.
            return nil
        }
        guard var frames = AnimationFrames(reader, cost.image.format) else { return nil }
        var (delays, positions): ([Duration], [Int]) = ([], [frames.position])
        while let frame = frames.next() {
            delays.append(Self.delay(frame.milliseconds))
            positions.append(frames.position)
            cost.add(frame)
        }
        guard delays.count > 1 else { return nil }
        (self.delays, self.positions, self.cost) = (delays, positions, cost)
        plays = frames.repetitions.map { $0 + 1 }
    }

    /// Returns whether data has more than one frame, reading no more than it has to.
    public static func isAnimation(_ data: Data) -> Bool {
        guard let format = ImageFormat(signatureOf: data),
            var frames = AnimationFrames(ByteReader(data), format)
        else { return false }
        return frames.next() != nil && frames.next() != nil
    }

    private static func delay(_ milliseconds: Int) -> Duration {
        .milliseconds(
            milliseconds < shortestMilliseconds ? usualMilliseconds : min(milliseconds, longestMilliseconds))
    }

    /// What the header says about the image. Its size is that of the canvas on which the frames are drawn.
    public var image: ImageHeader { cost.image }

    /// The size of each decoded frame, upright.
    public var frameSize: PixelSize { cost.frameSize }

    /// The number of bytes of a decoded frame.
    public var frameBytes: Int { cost.frameBytes }

    /// Returns where a frame is found in the data, so that no other frame is looked at for it. After the last frame, it is the
    /// end of the last one.
    package func position(of frame: Int) -> Int { positions[max(0, min(frame, positions.count - 1))] }
}
