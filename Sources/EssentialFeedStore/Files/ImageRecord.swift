import Crypto
import EssentialFeed
import Foundation
import ImageFormats

/// What the index knows about the bytes of an image.
struct ImageRecord: Hashable {
    let url: String
    let byteCount: Int
    /// The SHA-256 of the bytes.
    let digest: Data

    init(url: String, byteCount: Int, digest: Data) {
        self.url = url
        self.byteCount = byteCount
        self.digest = digest
    }

    init(_ data: Data, for url: URL) {
        self.init(url: url.absoluteString, byteCount: data.count, digest: Self.digest(of: data))
    }

    static func digest(of data: Data) -> Data {
        data.withUnsafeBytes { Data(SHA256.hash(data: $0)) }
    }

    /// Returns the size of the upright picture, as far as the header of the bytes says one that a picture may have.
    static func pictureSize(of data: Data) -> PixelSize? {
        do {
            let size = try ImageHeader(of: data).uprightSize
            return FeedImageLimits.size(size.width, size.height)
        } catch {
            // Bytes without a header that can be read have no size. Whoever decodes them says what is wrong with them.
            return nil
        }
    }

    /// The name of the file. It depends on both the URL and the bytes, so that the index never names the file of an image
    /// that has been replaced.
    var fileName: String {
        SHA256.hash(data: Data(url.utf8)).prefix(16).hexadecimal + "-" + digest.prefix(8).hexadecimal
    }

    /// Returns whether these are the bytes that the index describes.
    func matches(_ data: Data) -> Bool {
        data.count == byteCount && data.withUnsafeBytes { SHA256.hash(data: $0) == digest }
    }
}
