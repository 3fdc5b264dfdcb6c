import EssentialFeed
public import Foundation

/// A token as the server stores it: its name and a digest of its secret.
///
/// Anyone who has the secret may do what the scopes permit until the token is revoked. The secret itself isn't stored.
public struct AccessToken: Hashable, Sendable {
    /// A public identifier, used in image URLs. It doesn't grant access.
    public let id: String
    /// The name of the person the token was given to, unique among the tokens.
    public internal(set) var name: String
    /// What the person may do; always contains ``AccessScope/read``.
    public internal(set) var scopes: Set<AccessScope>
    /// The time when the token was created.
    public let createdAt: Date
    /// The time when the token was last used, up to a minute too early; `nil` if it was never used.
    public internal(set) var lastUsedAt: Date?
    /// The id of the token of the person who has made the invitation; `nil` if a command has.
    let inviter: String?
    /// The person's chosen language for pages; `nil` for one accepted by their browser.
    var language: Language?
    var digest: ContentDigest

    private static let idLength = 8
    /// In Unicode scalars.
    static let maximumNameLength = 64

    init(
        id: String, for invited: Invited, createdAt: Date, lastUsedAt: Date? = nil, digest: ContentDigest
    ) {
        (self.id, name, scopes) = (id, invited.name, invited.scopes.union([.read]))
        inviter = invited.inviter
        (self.createdAt, self.lastUsedAt, self.digest) = (createdAt, lastUsedAt, digest)
    }

    init(for invited: Invited, id: String? = nil, secret: TokenSecret, createdAt: Date) throws(AccessError) {
        guard Self.isValid(name: invited.name) else { throw .invalidName(invited.name) }
        self.init(
            id: id ?? Base64URL.random(Self.idLength), for: invited, createdAt: createdAt, digest: secret.digest)
    }

    /// Returns whether a name can be read aloud: 1 to 64 letters and digits of any script, `-`, `_`, `.`, apostrophes,
    /// joiners between letters, and single spaces, with at least one letter or digit, and not like an option (`-h`).
    static func isValid(name: String) -> Bool {
        isReadable(name: name) && !name.hasPrefix("-") && name.contains { $0.isLetter || $0.isNumber }
            && name.split(separator: " ").joined(separator: " ") == name
    }

    /// Returns whether a file of tokens may have a name. A new name must be valid, too.
    static func isReadable(name: String) -> Bool {
        let parts = name.unicodeScalars.split(omittingEmptySubsequences: false) { joiners.contains($0) }
        return (1...maximumNameLength).contains(name.unicodeScalars.count)
            && parts.joined().allSatisfy(isNameCharacter)
            && zip(parts, parts.dropFirst()).allSatisfy { before, after in
                before.last.map(isLetterOrMark) == true && after.first.map(isLetterOrMark) == true
            }
    }

    /// Invisible characters that change the shapes of the letters beside them, needed for Persian and Sinhala.
    static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}"]

    /// Characters between letters, including the dots of Catalan and Japanese names, and the marks of Hebrew ones.
    static let punctuation = Set(" -_.'’·・׳״".unicodeScalars)

    /// Strokes through a letter, which look like a letter that has a stroke (o̸ and ø).
    private static let overlays = "\u{334}"..."\u{338}" as ClosedRange<Unicode.Scalar>

    private static func isLetterOrMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic
            || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }

    private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Some letters and marks are invisible.
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            !scalar.properties.isDefaultIgnorableCodePoint && !overlays.contains(scalar)
        default: punctuation.contains(scalar)
        }
    }
}
