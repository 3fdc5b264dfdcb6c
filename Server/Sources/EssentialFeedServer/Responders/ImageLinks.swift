import EssentialFeed
import Foundation

/// The image URLs for one reader.
struct ImageLinks: Sendable {
    /// The percent-encoded base of the URLs.
    private let base: String
    /// A short key that identifies the base.
    private let baseKey: String
    /// Signs the URLs; `nil` if access is open.
    private let signer: ImageSigner?

    /// Creates unsigned links for everyone.
    /// - Parameter address: The base of the URLs.
    init(address: ServerAddress) {
        let text = address.displayText
        base = URL(string: text)?.absoluteString ?? text
        baseKey = String(ContentDigest(of: text.utf8).hexadecimal.prefix(12))
        signer = nil
    }

    private init(_ links: ImageLinks, signedBy signer: ImageSigner?) {
        (base, baseKey) = (links.base, links.baseKey)
        self.signer = signer
    }

    /// Returns the links for one reader.
    /// - Parameter signer: Signs the URLs; `nil` if access is open.
    func signed(by signer: ImageSigner?) -> ImageLinks {
        ImageLinks(self, signedBy: signer)
    }

    /// Identifies these links: equal keys mean equal URLs.
    var key: String { signer.map { "\(baseKey)-\($0.tokenID)" } ?? baseKey }

    /// Whether content with these links is private to one reader.
    var isPrivate: Bool { signer != nil }

    /// Returns an image's URL as text.
    func url(of image: UUID, _ size: ServedSize = .medium) -> String {
        let parameters =
            [size.queryValue.map { "\(ServedSize.queryName)=\($0)" }, signer?.signature(of: image, size).query]
            .compactMap { $0 }
        let query = parameters.isEmpty ? "" : "?\(parameters.joined(separator: "&"))"
        // These parts need no encoding.
        return "\(base)\(Route.image(id: image).path)\(query)"
    }
}
