/// The reason why nothing can be read from encoded data, or why it can't be cleaned.
public enum ImageFormatError: Error, Hashable, Sendable {
    /// The data doesn't begin like any format whose header is read.
    case unknownFormat
    /// The data breaks a rule of its format, as the text says.
    case malformed(String)
    /// The image may be fine, but isn't known to be without metadata after cleaning, as the text says.
    case uncleanable(String)

    package static let cutShort = malformed("the data is cut short")
}
