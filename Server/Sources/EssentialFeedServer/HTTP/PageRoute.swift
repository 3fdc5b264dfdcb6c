import EssentialFeed
import Foundation

enum PageRoute: Hashable {
    case feed
    case photo(UUID)
    case months
    case select
    /// The target of the `select` form.
    case download
    case post
    /// A small picture in the `post` form, for a photo the browser can't decode.
    case preview
    /// Others' comments and reactions where the person takes part.
    case activity
    case people
    /// The person's own settings.
    case you
    /// The target of the form for a person's own picture.
    case ownPicture
    case picture(ContentDigest)
    case join
    /// The page shown once on phones after signing in.
    case welcome
    case signOut
    /// The facts browsers need to keep the feed on the home screen.
    case manifest
    /// The script that saves pages for offline use.
    case worker
    /// The notice shown without a connection.
    case offline
    /// A static file. Files of other versions aren't kept.
    case asset(name: String, version: String)

    /// The query of the form for photos after photos were shared and couldn't be kept. The worker uses it, too.
    static let lostShare = "shared=lost"

    init?(path: some StringProtocol) {
        guard path.isEmpty || path.hasPrefix("/") else { return nil }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        switch (parts.first, parts.count) {
        case (nil, _), ("", 1): self = .feed
        case ("photo", 2):
            guard let id = parts.last.flatMap({ UUID(exactly: $0) }) else { return nil }
            self = .photo(id)
        case ("months", 1): self = .months
        case ("select", 1): self = .select
        case ("download", 1): self = .download
        case ("join", 1): self = .join
        case ("welcome", 1): self = .welcome
        case ("post", 1): self = .post
        case ("post", 2) where parts.last == "preview": self = .preview
        case ("activity", 1): self = .activity
        case ("people", 1): self = .people
        case ("you", 1): self = .you
        case ("you", 2) where parts.last == "picture": self = .ownPicture
        case ("pictures", 2):
            guard let digest = parts.last.flatMap({ ContentDigest(hexadecimal: String($0)) }) else { return nil }
            self = .picture(digest)
        case ("sign-out", 1): self = .signOut
        case ("manifest.webmanifest", 1): self = .manifest
        case ("worker.js", 1): self = .worker
        case ("offline", 1): self = .offline
        case ("assets", 3):
            self = .asset(name: String(parts[parts.startIndex + 2]), version: String(parts[parts.startIndex + 1]))
        default: return nil
        }
    }

    /// The page with the form that is sent to this path; `nil` for the path of a page or a file.
    var form: PageRoute? {
        switch self {
        case .download: .select
        case .preview: .post
        case .ownPicture: .you
        case .signOut: .feed
        default: nil
        }
    }

    /// The path, with ids in upper case.
    var path: String {
        switch self {
        case .feed: "/"
        case .photo(let id): "/photo/\(id.uuidString)"
        case .months: "/months"
        case .select: "/select"
        case .download: "/download"
        case .join: "/join"
        case .welcome: "/welcome"
        case .post: "/post"
        case .preview: "/post/preview"
        case .activity: "/activity"
        case .people: "/people"
        case .you: "/you"
        case .ownPicture: "/you/picture"
        case .picture(let digest): "/pictures/\(digest.hexadecimal)"
        case .signOut: "/sign-out"
        case .manifest: "/manifest.webmanifest"
        case .worker: "/worker.js"
        case .offline: "/offline"
        case .asset(let name, let version): "/assets/\(version)/\(name)"
        }
    }
}
