import Foundation

/// The images that were made of a photo.
struct EncodedPhoto: Sendable {
    /// A JPEG for each long edge that was asked for, in that order.
    let images: [Data]
    /// The ThumbHash of the picture.
    let placeholder: [UInt8]
}

/// Makes smaller images of a photo: upright, in sRGB, and without any metadata.
protocol SizeEncoder: Sendable {
    /// - Throws: ``SizeEncoderError``, or `CancellationError`.
    func images(of photo: Data, longEdges: [Int]) async throws -> EncodedPhoto
}

/// The reason why no images were made of a photo.
enum SizeEncoderError: Error, CustomStringConvertible {
    /// The photo makes no picture, now and later.
    case undecodable(any Error)
    /// It took too long, or too much memory: because of the photo, or because the machine is busy.
    case gaveUp(any Error)
    /// It may work later.
    case unavailable(any Error)

    var description: String {
        switch self {
        case .undecodable(let error), .gaveUp(let error), .unavailable(let error): "\(error)"
        }
    }
}
