/// Encoded bytes that can be read at any offset, such as those of an open file.
public protocol ByteSource {
    /// The error that a failed read throws.
    associatedtype Failure: Error

    /// The number of bytes.
    var count: Int { get }

    /// Reads a range of bytes that is within the source.
    func bytes(in range: Range<Int>) throws(Failure) -> [UInt8]
}
