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

/// A person who takes part, as comments, reactions and photos record their author.
struct Person: Hashable, Sendable {
    /// The id of the person's token.
    let id: String
    let name: String

    /// The owner of the folder, until a person is invited.
    static let owner = Person(id: "owner", name: "owner")
}

/// Who sent a request, and what they may do.
struct Requester: Sendable {
    /// `nil` for anyone on a server that needs no token.
    let person: Person?
    let scopes: Set<AccessScope>
    /// Signs the image URLs in the response; `nil` if they need no signature.
    var signer: ImageSigner?
    /// The digest of the browser's session that the request came with, if any.
    var session: Data?
    /// Returns whether the person's access hasn't ended since the request arrived; blocks.
    var isAdmitted: @Sendable () -> Bool = { true }

    /// Anyone on a server that needs no token.
    static let anyone = Requester(person: nil, scopes: [.read])
    /// The owner on the server's own machine, until a person is invited.
    static let owner = Requester(person: .owner, scopes: Set(AccessScope.allCases))
}
