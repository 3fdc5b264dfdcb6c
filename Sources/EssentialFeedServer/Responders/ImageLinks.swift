import EssentialFeed
import Foundation

/// The URLs of images as one reader receives them.
struct ImageLinks: Sendable {
    private let address: ServerAddress
    private let base: String
    /// Stands for the base.
    private let baseKey: String
    /// Signs the URLs; `nil` if access is open.
    private let signer: ImageSigner?

    /// Creates links for everybody.
    /// - Parameter address: The base of the URLs.
    init(address: ServerAddress) {
        self.address = address
        base = address.displayText
        baseKey = String(ContentDigest(of: base.utf8).hexadecimal.prefix(12))
        signer = nil
    }

    private init(_ links: ImageLinks, signedBy signer: ImageSigner?) {
        (address, base, baseKey) = (links.address, links.base, links.baseKey)
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

    func url(of image: UUID, _ size: ServedSize = .medium) -> URL {
        let route = Route.image(id: image)
        let parameters =
            [size.queryValue.map { "\(ServedSize.queryName)=\($0)" }, signer?.signature(of: image).query]
            .compactMap(\.self)
        let query = parameters.isEmpty ? "" : "?\(parameters.joined(separator: "&"))"
        // No character has to be encoded, and a URL is made of a text much faster than of components.
        return URL(string: "\(base)\(route.path)\(query)") ?? address.url(route)
    }
}
