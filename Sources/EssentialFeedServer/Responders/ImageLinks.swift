import EssentialFeed
import Foundation

/// The URLs of images as one reader receives them.
struct ImageLinks: Sendable {
    let address: ServerAddress
    /// Signs the URLs; `nil` if access is open.
    let signer: ImageSigner?

    /// Tells apart what differs by its URLs alone: the public id of the reader's token, or an empty text.
    var key: String { signer?.tokenID ?? "" }

    func url(of image: UUID) -> URL {
        address.url(.image(id: image), query: signer?.signature(of: image).queryItems)
    }
}
