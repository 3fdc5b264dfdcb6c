public import Foundation

/// The reason why encoded data can't be decoded to a picture.
public enum PictureError: Error, Hashable, Sendable, Codable {
    /// The data is damaged, as described by the decoder's message.
    case undecodable(String)
    /// The data has a format, or a variant of a format, that isn't supported.
    case unsupportedFormat
    /// The data may be valid, but its coding, such as JPEG 2000 in a HEIC, isn't supported.
    case unsupportedCoding(String)
    /// The system currently has no memory for the picture.
    case noMemory
    /// The image of this size has too many pixels or would use too much memory.
    case tooLarge(PixelSize)
    /// Decoding took more processor time than for any normal image of this size.
    case tooSlow

    /// Whether decoding the same data may succeed later.
    public var isTransient: Bool { self == .noMemory }

    package init(_ error: ImageFormatError) {
        switch error {
        case .unknownFormat: self = .unsupportedFormat
        case .unsupportedCoding(let coding): self = .unsupportedCoding(coding)
        case .malformed(let reason), .uncleanable(let reason): self = .undecodable(reason)
        }
    }
}

extension PictureError: CustomStringConvertible, LocalizedError {
    public var errorDescription: String? { description }

    public var description: String {
        switch self {
        case .undecodable(let reason): "the image is damaged: \(reason)"
        case .unsupportedFormat: "this kind of image isn't decoded"
        case .unsupportedCoding(let coding): "the coding \(coding) isn’t supported; convert the photo to JPEG"
        case .noMemory: "not enough memory for the image"
        case .tooLarge(let size): "\(size.width) × \(size.height) pixels are too many"
        case .tooSlow: "decoding took too long"
        }
    }
}
