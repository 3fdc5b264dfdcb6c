import Foundation
import ImageFormats

/// One image to be decoded: the request, its memory, and what the answer must say.
struct DecoderJob: Sendable {
    private(set) var request: DecoderRequest
    let patience: Duration
    let encoded: SharedMemory
    let result: SharedMemory
    let size: PixelSize
    let layout: PixelLayout

    /// Reads the header and prepares the memory, so that nothing is left for the decoder to decide.
    /// - Throws: ``PictureError/tooLarge(_:)``, ``PictureError/noMemory``, or an error of the header.
    init(_ data: Data, filling box: PixelSize, _ limits: DecoderLimits) throws(PictureError) {
        let header = try PictureHeader(of: data)
        guard !header.isRefused, header.estimatedBytes(filling: box) <= limits.budget else {
            throw .tooLarge(header.image.size)
        }
        size = header.pictureSize(filling: box)
        layout = header.pictureLayout
        patience = limits.patience(for: header.image.size)
        encoded = try SharedMemory(data)
        result = try SharedMemory(count: size.pixelCount * layout.bytesPerPixel)
        request = DecoderRequest(
            number: 0, task: .picture(filling: box), encodedCount: encoded.count, resultCount: result.count,
            budget: limits.budget, timeLimit: limits.timeLimit)
    }

    /// Returns the job with the number that the answer must repeat.
    func numbered(_ number: Int) -> DecoderJob {
        var job = self
        job.request.number = number
        return job
    }

    /// Returns why an answer can't be right, or `nil` if it is. After an answer that is, nobody can change the pixels.
    func lie(in outcome: DecoderAnswer.Outcome) -> String? {
        switch outcome {
        case .failed: nil
        case .picture(size, layout): result.seal() ? nil : "it kept the memory of a picture"
        case .picture: "it made a picture of another size"
        case .encoded, .unknownTask: "it made no picture"
        }
    }

    /// Returns the picture that the decoder has made.
    /// - Throws: ``PictureError/noMemory``.
    func picture() throws(PictureError) -> DecodedPicture {
        DecodedPicture(try result.mapped(), size: size, layout: layout)
    }
}
