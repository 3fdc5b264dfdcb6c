import Foundation
import HTTPTransport
import NIOCore

/// Collects a body as it arrives and refuses it once it exceeds the limit.
struct BodyCollector {
    private(set) var body = Data()
    private let limit: Int

    /// - Parameter expected: The body's length as stated in the head, in bytes, or `nil` if none is stated.
    /// - Throws: An error of kind `tooLarge` if the stated length exceeds the limit.
    init(limit: Int, expected: Int?) throws(HTTPClientError) {
        self.limit = limit
        guard let expected else { return }
        guard expected <= limit else { throw HTTPClientError(.tooLarge(limit: limit)) }
        body.reserveCapacity(expected)
    }

    /// Appends the next bytes.
    /// - Throws: An error of kind `tooLarge` if the body exceeds the limit.
    mutating func append(_ part: ByteBuffer) throws(HTTPClientError) {
        guard part.readableBytes <= limit - body.count else { throw HTTPClientError(.tooLarge(limit: limit)) }
        part.withUnsafeReadableBytes { body.append(contentsOf: $0) }
    }
}
