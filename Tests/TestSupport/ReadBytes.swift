public import Foundation
public import ImageFormats

/// Bytes read like a file's.
public struct ReadBytes: ByteSource {
    public struct ReadError: Error {}

    private let data: Data
    private let readableCount: Int

    /// - Parameter readableCount: The number of bytes that can be read. Reads of later bytes fail.
    public init(_ data: Data, readableCount: Int = .max) {
        self.data = data
        self.readableCount = readableCount
    }

    public var count: Int { data.count }

    public func bytes(in range: Range<Int>) throws(ReadError) -> [UInt8] {
        guard range.upperBound <= readableCount else { throw ReadError() }
        return Array(data.dropFirst(range.lowerBound).prefix(range.count))
    }
}
