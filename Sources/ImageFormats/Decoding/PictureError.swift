/// The reason why encoded data can't be decoded to a picture.
public enum PictureError: Error, Hashable, Sendable {
    /// The data is damaged, with what its decoder says.
    case undecodable(String)
    /// The data has a format, or a form of one, that isn't decoded.
    case unsupportedFormat
    /// There is no memory for the picture at present.
    case noMemory
    /// The image of this size has more pixels than are decoded, or takes more memory than it may.
    case tooLarge(PixelSize)
    /// Decoding took more processor time than any usual image of that size takes.
    case tooSlow

    /// Whether decoding the same data may succeed later.
    public var isTransient: Bool { self == .noMemory }

    package init(_ error: ImageFormatError) {
        switch error {
        case .unknownFormat: self = .unsupportedFormat
        case .malformed(let reason), .uncleanable(let reason): self = .undecodable(reason)
        }
    }
}

extension PictureError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .undecodable(let reason): "the image is damaged: \(reason)"
        case .unsupportedFormat: "this kind of image isn't decoded"
        case .noMemory: "there is no memory for the picture at present"
        case .tooLarge(let size): "\(size.width) × \(size.height) pixels are too many"
        case .tooSlow: "decoding took too long"
        }
    }
}
