/// The reason why nothing can be read from encoded data.
public enum ImageFormatError: Error, Hashable, Sendable {
    /// The data doesn't begin like any format whose header is read.
    case unknownFormat
    /// The data breaks a rule of its format, as the text says.
    case malformed(String)

    package static let cutShort = malformed("the data is cut short")
}
