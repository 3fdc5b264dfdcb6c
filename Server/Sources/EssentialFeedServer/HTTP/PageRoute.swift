import EssentialFeed
import Foundation

enum PageRoute: Hashable {
    case feed
    case photo(UUID)
    case months
    case select
    case download
    case post
    /// A small picture in the `post` form, for a photo the browser can't decode.
    case preview
    case activity
    case people
    case you
    case ownPicture
    case picture(ContentDigest)
    case join
    case welcome
    case signOut
    /// The facts browsers need to keep the feed on the home screen.
    case manifest
    case worker
    case offline
    /// A static file. Files of other versions aren't kept.
    case asset(name: String, version: String)

    /// The query of the form for photos after photos were shared and couldn't be kept. The worker uses it, too.
    static let lostShare = "shared=lost"

    /// The routes whose paths have no values.
    private static let fixed = Dictionary(
        uniqueKeysWithValues: ([
            .feed, .months, .select, .download, .post, .preview, .activity, .people, .you, .ownPicture, .join, .welcome,
            .signOut, .manifest, .worker, .offline,
        ] as [PageRoute]).map { ($0.path, $0) })

    init?(path: some StringProtocol) {
        let path = path.isEmpty ? "/" : String(path)
        if let route = Self.fixed[path] {
            self = route
            return
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (parts.dropFirst().first, parts.count) {
        case ("photo", 3) where parts[0].isEmpty:
            guard let id = UUID(exactly: parts[2]) else { return nil }
            self = .photo(id)
        case ("pictures", 3) where parts[0].isEmpty:
            guard let digest = ContentDigest(hexadecimal: parts[2]) else { return nil }
            self = .picture(digest)
        case ("assets", 4) where parts[0].isEmpty: self = .asset(name: parts[3], version: parts[2])
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
