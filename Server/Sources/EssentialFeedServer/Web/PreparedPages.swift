import EssentialFeed
import Synchronization

/// Pages that are the same for everyone, made once in each language. They need no token, so they must cost nothing.
final class PreparedPages: Sendable {
    /// Few, because a page's values are few.
    private static let maximumCount = 200

    private let pages = Mutex<[String: String]>([:])

    var count: Int { pages.withLock { $0.count } }

    /// - Parameter name: Names the page and its values.
    func page(_ name: String, in language: Language, _ make: () -> String) -> String {
        let name = "\(language.rawValue) \(name)"
        if let page = pages.withLock({ $0[name] }) { return page }
        let page = make()
        pages.withLock { pages in
            if pages.count >= Self.maximumCount { pages = [:] }
            pages[name] = page
        }
        return page
    }
}
