import EssentialFeed
import Foundation
import HTTPTransport
import NIOCore

/// Gathers a body while it arrives, and refuses it as soon as it is longer than allowed (N008).
struct BodyCollector {
    private(set) var body = Data()
    private let limit: Int

    /// - Parameter expected: how many bytes the answer announced, if it did.
    /// - Throws: `tooLarge`, before any of the body was read.
    init(limit: Int, expected: Int?) throws(HTTPTransport.HTTPClientError) {
        self.limit = limit
        guard let expected else { return }
        guard expected <= limit else { throw HTTPClientError(.tooLarge(limit: limit)) }
        body.reserveCapacity(expected)
    }

    mutating func append(_ part: ByteBuffer) throws(HTTPTransport.HTTPClientError) {
        guard part.readableBytes <= limit - body.count else { throw HTTPClientError(.tooLarge(limit: limit)) }
        part.withUnsafeReadableBytes { body.append(contentsOf: $0) }
    }
}
