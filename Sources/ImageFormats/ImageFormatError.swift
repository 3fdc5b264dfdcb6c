public import Foundation

/// The reason why encoded data can't be read or cleaned.
public enum ImageFormatError: Error, Hashable, Sendable {
    /// The data doesn't match any supported format.
    case unknownFormat
    /// The data violates its format, as described by the text.
    case malformed(String)
    /// The data may be valid, but its coding, such as JPEG 2000, isn't supported.
    case unsupportedCoding(String)
    /// The image can't be sent as a cleaned animation, as described by the text.
    case uncleanable(String)

    package static let cutShort = malformed("the data is cut short")
}

extension ImageFormatError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .unknownFormat: "the data isn’t an image of a supported format"
        case .malformed(let reason): "the image is damaged: \(reason)"
        case .unsupportedCoding(let coding): "\(PictureError.unsupportedCoding(coding))"
        case .uncleanable(let reason): "the animation can’t be sent without metadata: \(reason)"
        }
    }
    public var errorDescription: String? { description }
}
