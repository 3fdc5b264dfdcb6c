import Crypto
import EssentialFeed
import Foundation
import ImageFormats

/// The index's description of an image's bytes.
struct ImageRecord: Hashable {
    let url: String
    let byteCount: Int
    let digest: Data
}

extension ImageRecord {
    init(_ data: Data, for url: URL) {
        let digest = data.withUnsafeBytes { Data(SHA256.hash(data: $0)) }
        self.init(url: url.absoluteString, byteCount: data.count, digest: digest)
    }

    /// Returns the upright picture's size, or `nil` if the header doesn't contain a valid size.
    static func pictureSize(of data: Data) -> PixelSize? {
        do {
            let size = try ImageHeader(of: data).uprightSize
            return FeedImageLimits.size(size.width, size.height)
        } catch {
            // If the header can't be read, the size is unknown. Decoding the bytes reports the error.
            return nil
        }
    }

    /// The file's name. It depends on both the URL and the bytes, so the index never points to a replaced image's file.
    var fileName: String {
        SHA256.hash(data: Data(url.utf8)).prefix(16).hexadecimal + "-" + digest.prefix(8).hexadecimal
    }

    func matches(_ data: Data) -> Bool {
        data.count == byteCount && data.withUnsafeBytes { SHA256.hash(data: $0) == digest }
    }
}
