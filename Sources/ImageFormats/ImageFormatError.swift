/// The reason why encoded data can't be read or cleaned.
public enum ImageFormatError: Error, Hashable, Sendable {
    /// The data doesn't match any supported format.
    case unknownFormat
    /// The data violates its format, as described by the text.
    case malformed(String)
    /// The image may be valid, but removing all its metadata can't be guaranteed, as described by the text.
    case uncleanable(String)

    package static let cutShort = malformed("the data is cut short")
}
