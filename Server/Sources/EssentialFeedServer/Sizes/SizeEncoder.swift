import DecoderProcess
import Foundation

/// The smaller images of a photo.
struct EncodedPhoto: Sendable {
    /// A JPEG for each requested long edge, in the same order.
    let images: [Data]
    /// The ThumbHash of the picture.
    let placeholder: [UInt8]
}

/// Makes smaller images of a photo: upright, in sRGB, and without metadata.
protocol SizeEncoder: Sendable {
    /// The maximum size of a photo's file, in bytes.
    var maximumFileSize: Int64 { get }
    /// - Throws: ``SizeEncoderError``, or `CancellationError`.
    func images(of photo: Data, longEdges: [Int]) async throws -> EncodedPhoto
}

/// The reason no images were made of a photo.
enum SizeEncoderError: Error, CustomStringConvertible {
    /// The photo can't be decoded, now or later.
    case undecodable(any Error)
    /// The attempt took too much time or memory, because of the photo or because the machine is busy.
    case gaveUp(any Error)
    /// A later attempt may succeed.
    case unavailable(any Error)

    /// Whether the time ran out: on a busy machine it may do so for any photo.
    var isSlowness: Bool {
        guard case .gaveUp(let error) = self else { return false }
        return error as? DecoderError == .tookTooLong
    }

    var description: String {
        switch self {
        case .undecodable(let error), .gaveUp(let error), .unavailable(let error): "\(error)"
        }
    }
}
