import EssentialFeed
import Foundation

/// A server's tokens in order of creation.
struct TokenList: Equatable, Sendable {
    /// Limited because each request is compared with all tokens.
    static let maximumCount = 1_000

    private(set) var tokens: [AccessToken] = []

    /// Adds a new token. Refuses a name people would confuse with another, such as one in other case.
    mutating func invite(_ token: AccessToken) throws(AccessError) {
        let look = NameLook(token.name)
        if let other = tokens.first(where: { $0.name != token.name && NameLook($0.name).isLike(look) }) {
            throw .nameTooSimilar(token.name, to: other.name)
        }
        // The owner's id: two first invitations at once have the same one.
        if let other = tokens.first(where: { $0.id == token.id }) { throw .nameTaken(other.name) }
        try add(token)
    }

    private mutating func add(_ token: AccessToken) throws(AccessError) {
        guard !tokens.contains(where: { $0.name == token.name }) else { throw .nameTaken(token.name) }
        guard tokens.count < Self.maximumCount else { throw .tooManyTokens(maximum: Self.maximumCount) }
        tokens.append(token)
    }

    mutating func remove(name: String) throws(AccessError) {
        guard let index = tokens.firstIndex(where: { $0.name == name }) else { throw .unknownName(name) }
        tokens.remove(at: index)
    }

    /// Gives a person another secret or other scopes.
    mutating func change(
        name: String, _ change: (inout AccessToken) -> Void
    ) throws(AccessError) -> AccessToken {
        guard let index = tokens.firstIndex(where: { $0.name == name }) else { throw .unknownName(name) }
        change(&tokens[index])
        return tokens[index]
    }

    /// Gives a person a name, checked like that of a new invitation, and a language.
    mutating func change(id: String, name: String, language: Language?) throws(AccessError) {
        guard let index = tokens.firstIndex(where: { $0.id == id }) else { throw .unknownName(name) }
        var others = self
        var token = others.tokens.remove(at: index)
        token.language = language
        if name != token.name {
            guard AccessToken.isValid(name: name) else { throw .invalidName(name) }
            // The command line acts under this name.
            guard id == Person.owner.id || !NameLook(name).isLike(NameLook(Person.owner.name)) else {
                throw .nameTaken(Person.owner.name)
            }
            token.name = name
            try others.invite(token)
        }
        tokens[index] = token
    }

    /// Restores a person's name and language from a token. They aren't checked, because the person had them before.
    mutating func changeBack(to token: AccessToken) {
        guard let index = tokens.firstIndex(where: { $0.id == token.id }) else { return }
        tokens[index].name = token.name
        tokens[index].language = token.language
    }

    /// Records the times when tokens were used, by token id. Ignores unknown ids. A time after now is from a wrong
    /// clock.
    mutating func noteUses(_ uses: [String: Date], at now: Date) {
        for (index, token) in tokens.enumerated() {
            guard let time = uses[token.id], token.lastUsedAt.map({ $0 < time || $0 > now }) ?? true else { continue }
            tokens[index].lastUsedAt = min(time, now)
        }
    }
}

extension TokenList {
    /// Decodes the result of ``encoded()``, either completely or not at all.
    /// - Parameter path: The list's file, for errors.
    init(decoding data: Data, of path: String) throws(AccessError) {
        let decoder = JSONDecoder()
        do {
            let version = try decoder.decode(Head.self, from: data).version
            guard version <= Head.current else { throw AccessError.newerVersion(path: path) }
            guard version >= Head.first else { throw AccessError.earlierVersion(path: path) }
            for token in try decoder.decode(File.self, from: data).tokens {
                guard let token = token.token() else { throw AccessError.damaged(path: path) }
                try add(token)
            }
        } catch let error as AccessError
            where [.newerVersion(path: path), .earlierVersion(path: path)].contains(error)
        {
            throw error
        } catch {
            throw .damaged(path: path)
        }
    }

    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(File(version: Head.current, tokens: tokens.map(Entry.init))) + Data("\n".utf8)
    }

    private struct Head: Decodable {
        /// The versions that are read; the last one is written. The first one is that of version 0.2.0 of the program.
        static let (first, current) = (3, 3)

        let version: Int
    }

    private struct File: Codable {
        let version: Int
        let tokens: [Entry]
    }

    private struct Entry: Codable {
        let id: String
        let name: String
        let scopes: [String]
        let sha256: String
        let created_at: String
        let last_used_at: String?
        let invited_by: String?
        let language: String?

        init(_ token: AccessToken) {
            (id, name, scopes) = (token.id, token.name, AccessScope.names(token.scopes))
            sha256 = token.digest.hexadecimal
            created_at = WireDate.text(token.createdAt)
            last_used_at = token.lastUsedAt.map(WireDate.text)
            invited_by = token.inviter
            language = token.language?.rawValue
        }

        /// Returns `nil` if any value is malformed.
        func token() -> AccessToken? {
            let lastUsedAt = last_used_at.flatMap(WireDate.date)
            let known = scopes.compactMap(AccessScope.init)
            guard AccessToken.isReadable(name: name),
                let digest = ContentDigest(hexadecimal: sha256), let createdAt = WireDate.date(from: created_at),
                (lastUsedAt == nil) == (last_used_at == nil), known.count == scopes.count
            else { return nil }
            var invited = Invited(name, scopes: Set(known))
            invited.inviter = invited_by
            var token = AccessToken(
                id: id, for: invited, createdAt: createdAt, lastUsedAt: lastUsedAt, digest: digest)
            // Another version may support other languages.
            token.language = language.flatMap(Language.init(rawValue:))
            return token
        }
    }
}
