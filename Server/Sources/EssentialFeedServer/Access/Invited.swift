import Foundation

/// A person to invite, with their name and permissions.
public struct Invited: Hashable, Sendable {
    /// A name that is unique among the tokens.
    public var name: String
    /// Permits reading even if empty.
    public var scopes: Set<AccessScope>
    /// The id of the token of the person who invites; `nil` if a command does.
    var inviter: String?

    /// Describes a person to invite.
    /// - Parameters:
    ///   - name: A name that is unique among the tokens.
    ///   - scopes: By default, an invited person may read and comment.
    public init(_ name: String, scopes: Set<AccessScope> = AccessScope.comment.withIncluded) {
        (self.name, self.scopes) = (name.precomposedStringWithCanonicalMapping, scopes)
    }
}
