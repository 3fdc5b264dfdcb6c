import Foundation

/// What a person may do.
public enum AccessScope: String, CaseIterable, Hashable, Sendable {
    /// See the feed, its images, comments and reactions.
    case read
    /// Write comments and reactions, and delete their own.
    case comment
    /// Post photos, and change and delete their own.
    case post
    /// Hide and delete what others wrote, and close comments.
    case admin

    /// The scopes of an invitation that permits this: each scope includes those before it.
    public var withIncluded: Set<AccessScope> {
        Set(Self.allCases.prefix { $0 != self } + [self])
    }

    /// The names of scopes, in their order.
    public static func names(_ scopes: Set<AccessScope>) -> [String] {
        allCases.filter(scopes.contains).map(\.rawValue)
    }
}
