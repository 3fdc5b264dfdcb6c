public import Foundation

/// The timing and the decoding cost of an animated GIF or WebP, read without decoding it.
///
/// The data's values are limited: a frame time of less than 20 ms is replaced with 100 ms, as in browsers; a frame time
/// of more than ten minutes is reduced to ten minutes; and only the first ``maximumFrames`` are played.
public struct AnimationInfo: Hashable, Sendable {
    /// The maximum number of frames that are played.
    public static let maximumFrames = 10_000
    /// The maximum number of pixels in a decoded frame, about a screenful. The frames of a larger image are scaled
    /// down.
    public static let maximumFramePixels = 1_920 * 1_080

    private static let shortestMilliseconds = 20
    private static let usualMilliseconds = 100
    private static let longestMilliseconds = 600_000

    /// The display time of each frame. There are at least two frames.
    public let delays: [Duration]
    /// How many times the frames are played; `nil` for an endless animation.
    public let plays: Int?
    package let cost: AnimationCost
    private let positions: [Int]

    /// Reads the frames of encoded data.
    /// - Returns: `nil` if the data is a still or isn't an image.
    public init?(of data: Data) {
        let reader = ByteReader(data)
        var cost: AnimationCost
        do throws(ImageFormatError) {
            cost = try AnimationCost(reader)
        } catch {
            // Decoding the image as a still reports the error.
            return nil
        }
        guard var frames = cost.image.format.frames(reader) else { return nil }
        var (delays, positions): ([Duration], [Int]) = ([], [frames.position])
        while delays.count < Self.maximumFrames, let frame = frames.next() {
            delays.append(Self.delay(frame.milliseconds))
            positions.append(frames.position)
            cost.add(frame)
        }
        guard delays.count > 1 else { return nil }
        (self.delays, self.positions, self.cost) = (delays, positions, cost)
        plays = frames.repetitions.map { $0 + 1 }
    }

    /// Returns whether data has more than one frame. Reads no more than necessary.
    public static func isAnimation(_ data: Data) -> Bool {
        ImageFormat(of: data).map { isAnimation(ByteReader(data), $0) } ?? false
    }

    package static func isAnimation(_ reader: ByteReader, _ format: ImageFormat) -> Bool {
        guard var frames = format.frames(reader) else { return false }
        return frames.next() != nil && frames.next() != nil
    }

    private static func delay(_ milliseconds: Int) -> Duration {
        .milliseconds(
            milliseconds < shortestMilliseconds ? usualMilliseconds : min(milliseconds, longestMilliseconds))
    }

    /// The header of the image. Its size is the size of the canvas.
    public var image: ImageHeader { cost.image }

    /// The size of each decoded frame, upright.
    public var frameSize: PixelSize { cost.frameSize }

    /// The number of bytes of a decoded frame.
    public var frameBytes: Int { cost.frameBytes }

    /// Returns the position of a frame in the data, so no other frame has to be read. The position after the last frame
    /// is its end.
    package func position(of frame: Int) -> Int { positions[max(0, min(frame, positions.count - 1))] }
}

/// Consecutive frames of an animation, read without the frames before them.
package struct AnimationPart {
    package private(set) var cost: AnimationCost
    package private(set) var frames: [AnimationFrame] = []

    /// Reads consecutive frames.
    /// - Parameters:
    ///   - data: The whole encoded data.
    ///   - position: The position of the first frame, from ``AnimationInfo/position(of:)``.
    ///   - count: The number of frames.
    package init(of data: Data, from position: Int, count: Int) throws(PictureError) {
        let reader = ByteReader(data)
        do throws(ImageFormatError) {
            cost = try AnimationCost(reader)
        } catch {
            throw PictureError(error)
        }
        guard var rest = cost.image.format.frames(reader, from: position) else {
            throw .undecodable("there is one frame")
        }
        while frames.count < count, let frame = rest.next() {
            cost.add(frame)
            frames.append(frame)
        }
    }
}
