package import Foundation

/// Some frames of an animation that follow each other, read without those before them.
package struct AnimationPart {
    /// What decoding the frames takes.
    package private(set) var cost: AnimationCost
    /// As many of the frames as are there.
    package private(set) var frames: [AnimationFrame] = []

    /// Reads the frames from one on.
    /// - Parameters:
    ///   - data: The whole encoded data.
    ///   - position: Where the first of them is, as ``AnimationHeader/position(of:)`` says it.
    ///   - count: How many there are.
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
