import Crypto
import Foundation

/// What the index knows of a stored image (N024).
struct StoredImage: Hashable {
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

    /// Names the URL and the content, so that the bytes of a replaced image are never taken for those of the one that
    /// the index speaks of.
    var fileName: String {
        SHA256.hash(data: Data(url.utf8)).hexadecimal(byteCount: 16) + "-" + digest.hexadecimal(byteCount: 8)
    }

    func isWhole(_ data: Data) -> Bool {
        data.count == byteCount && data.withUnsafeBytes { SHA256.hash(data: $0) == digest }
    }
}
