import EssentialFeed
import Foundation

/// The URLs of images as one reader receives them.
struct ImageLinks: Sendable {
    private let address: ServerAddress
    private let base: String
    private let signer: ImageSigner?

    /// - Parameters:
    ///   - address: The base of the URLs.
    ///   - signer: Signs the URLs; `nil` if access is open.
    init(address: ServerAddress, signer: ImageSigner?) {
        self.address = address
        base = address.displayText
        self.signer = signer
    }

    /// Tells apart what differs by its URLs alone: the public id of the reader's token, or an empty text.
    var key: String { signer?.tokenID ?? "" }

    /// Whether nobody but the reader may cache what the URLs are in.
    var isPrivate: Bool { signer != nil }

    func url(of image: UUID) -> URL {
        let route = Route.image(id: image)
        guard let signature = signer?.signature(of: image) else { return address.url(route) }
        // No character of a signature has to be encoded, and a URL is made of a text much faster than of components.
        return URL(string: "\(base)\(route.path)?\(signature.query)") ?? address.url(route)
    }
}
