import EssentialFeed
import Foundation

/// The URLs of images in the answers to somebody.
struct ImageLinks: Sendable {
    /// Tells these links from others: equal keys stand for equal URLs.
    let key: String
    let url: @Sendable (UUID) -> URL

    init(key: String, url: @escaping @Sendable (UUID) -> URL) {
        self.key = key
        self.url = url
    }

    /// Links for everybody.
    /// - Parameter address: The base of the URLs.
    init(address: ServerAddress) {
        self.init(key: String(ContentDigest(of: address.identity.utf8).hexadecimal.prefix(12))) {
            address.url(.image(id: $0))
        }
    }
}
