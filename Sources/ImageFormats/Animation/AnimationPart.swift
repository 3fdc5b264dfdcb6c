package import Foundation

/// Consecutive frames of an animation, read without the frames before them.
package struct AnimationPart {
    /// The cost of decoding the frames.
    package private(set) var cost: AnimationCost
    /// The available frames.
    package private(set) var frames: [AnimationFrame] = []

    /// Reads consecutive frames.
    /// - Parameters:
    ///   - data: The whole encoded data.
    ///   - position: The position of the first frame, from ``AnimationHeader/position(of:)``.
    ///   - count: The number of frames.
    /// - Throws: ``PictureError/unsupportedFormat``, or ``PictureError/undecodable(_:)``.
    package init(of data: Data, from position: Int, count: Int) throws(PictureError) {
        let reader = ByteReader(data)
        do throws(ImageFormatError) {
            cost = try AnimationCost(reader)
        } catch {
            throw PictureError(error)
        }
        guard let all = AnimationFrames(reader, cost.image.format, from: position) else {
            throw .undecodable("there is one frame")
        }
        for frame in all.prefix(count) {
            cost.add(frame)
            frames.append(frame)
        }
    }
}
