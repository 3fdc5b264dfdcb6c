import EssentialFeed
import Foundation

/// The URLs of images as one reader receives them.
struct ImageLinks: Sendable {
    /// The base of the URLs, in which every character that has to be encoded is.
    private let base: String
    /// Stands for the base.
    private let baseKey: String
    /// Signs the URLs; `nil` if access is open.
    private let signer: ImageSigner?

    /// Creates links for everybody.
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

    /// Tells these links from others: equal keys stand for equal URLs.
    var key: String { signer.map { "\(baseKey)-\($0.tokenID)" } ?? baseKey }

    /// Whether only one reader may see what has these links.
    var isPrivate: Bool { signer != nil }

    /// Returns the URL of an image, as text.
    func url(of image: UUID, _ size: ServedSize = .medium) -> String {
        let parameters =
            [size.queryValue.map { "\(ServedSize.queryName)=\($0)" }, signer?.signature(of: image).query]
            .compactMap { $0 }
        let query = parameters.isEmpty ? "" : "?\(parameters.joined(separator: "&"))"
        // No character of these has to be encoded.
        return "\(base)\(Route.image(id: image).path)\(query)"
    }
}
