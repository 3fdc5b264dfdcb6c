/// The reason why nothing can be read from encoded data.
public enum ImageFormatError: Error, Hashable, Sendable {
    /// The data begins like no format whose header is read.
    case unknownFormat
    /// The data breaks the rules of its format, with the rule that it breaks.
    case malformed(String)

    package static let cutShort = malformed("the data is cut short")
}
