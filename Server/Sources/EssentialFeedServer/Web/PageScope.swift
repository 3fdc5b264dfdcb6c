import EssentialFeed
import Foundation

struct PageScope {
    let name: String
    let label: String
    let isUsual: Bool

    init(_ scope: AccessScope, in language: Language, isChosen: Bool? = nil) {
        name = scope.rawValue
        label = language.text(Self.text(scope))
        isUsual = isChosen ?? (scope == .comment)
    }

    static func text(_ scope: AccessScope) -> PageText {
        switch scope {
        case .read: .mayRead
        case .comment: .mayComment
        case .post: .mayPost
        case .admin: .mayAdmin
        }
    }
}
