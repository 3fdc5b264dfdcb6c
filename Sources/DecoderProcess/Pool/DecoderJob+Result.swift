import Foundation
import ImageFormats

extension DecoderJob {
    /// The outcome of a checked answer.
    enum Outcome: Sendable {
        /// The result's memory holds a picture and is sealed against changes.
        case picture(PixelSize, PixelLayout)
        case sizes(EncodedSizes)
        /// The result's memory holds frames and a canvas and is sealed against changes.
        case frames(FramesMemory)
        case failed(PictureError)
        /// The answer is invalid for this reason.
        case lie(String)
    }

    /// Checks an answer.
    func outcome(of answer: DecoderAnswer.Outcome) -> Outcome {
        switch (product, answer) {
        case (_, .failed(let error)): .failed(error)
        case (.picture(let size, let layout), .picture(let madeSize, let madeLayout)):
            if size != madeSize || layout != madeLayout {
                .lie("it made a picture of another size")
            } else {
                result.seal() ? .picture(size, layout) : .lie("it kept the memory of a picture")
            }
        case (.picture, _): .lie("it made no picture")
        case (.sizes(let memory), .sizes(let placeholderCount, let imageCounts)):
            sizes(memory, placeholderCount, imageCounts)
        case (.sizes, _): .lie("it made no sizes")
        case (.frames(let memory), .frames(let count)):
            if count != memory.frames.count {
                .lie("it made more or fewer frames")
            } else {
                result.seal() ? .frames(memory) : .lie("it kept the memory of frames")
            }
        case (.frames, _): .lie("it made no frames")
        }
    }

    private func sizes(_ memory: SizesMemory, _ placeholderCount: Int, _ imageCounts: [Int]) -> Outcome {
        guard imageCounts.count == memory.images.count, placeholderCount <= memory.placeholder.count,
            zip(imageCounts, memory.images).allSatisfy({ $0 <= $1.place.count })
        else { return .lie("it made more or less than there is room for") }
        // The decoder can't change this copy.
        guard let placeholder = result.bytes(in: memory.placeholder.prefix(placeholderCount)) else {
            return .failed(.noMemory)
        }
        var images: [EncodedImage] = []
        for (count, image) in zip(imageCounts, memory.images) {
            guard let data = result.bytes(in: image.place.prefix(count)) else { return .failed(.noMemory) }
            guard PlainJPEG.matches(data, image.size) else { return .lie("it made no plain JPEG of the size") }
            images.append(EncodedImage(size: image.size, data: data))
        }
        guard ThumbHash(Array(placeholder))?.bytes == Array(placeholder) else { return .lie("it made no placeholder") }
        return .sizes(EncodedSizes(images: images, placeholder: Array(placeholder)))
    }
}
