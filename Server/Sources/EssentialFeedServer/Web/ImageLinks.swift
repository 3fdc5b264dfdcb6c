import EssentialFeed
import Foundation

struct ImageLinks: Sendable {
    /// The name of the parameter that changes with the picture.
    static let versionName = "version"

    /// The percent-encoded base of the URLs.
    private let base: String
    private let baseKey: String
    /// Signs the URLs; `nil` if access is open.
    private var signer: ImageSigner?

    /// Creates unsigned links for everyone.
    init(address: ServerAddress) {
        let text = address.displayText
        base = URL(string: text)?.absoluteString ?? text
        baseKey = String(ContentDigest(of: text.utf8).hexadecimal.prefix(12))
    }

    /// Creates unsigned links for pages, independent of the browser's name for the server.
    init(below path: String) {
        (base, baseKey) = (path, "pages")
    }

    func signed(by signer: ImageSigner?) -> ImageLinks {
        var links = self
        links.signer = signer
        return links
    }

    /// Identifies these links: equal keys mean equal URLs.
    var key: String { signer.map { "\(baseKey)-\($0.id)" } ?? baseKey }

    /// Whether content with these links is private to one reader.
    var isPrivate: Bool { signer != nil }

    /// Returns the URL of a photo's page. It needs no signature: a reader's browser is signed in itself.
    func page(of photo: UUID) -> String { base + PageRoute.photo(photo).path }

    /// Returns the URL of a photo's image. It changes with the picture, so no cache shows an old one.
    func url(of photo: ListedPhoto, _ size: ServedSize = .medium) -> String {
        let image = photo.id
        let parameters =
            [
                size.queryValue.map { "\(ServedSize.queryName)=\($0)" },
                photo.version > 0 ? "\(Self.versionName)=\(photo.version)" : nil,
                signer?.signature(of: image, size).query,
            ].compactMap { $0 }
        let query = parameters.isEmpty ? "" : "?\(parameters.joined(separator: "&"))"
        // These parts need no encoding.
        return "\(base)\(Route.image(id: image).path)\(query)"
    }
}
