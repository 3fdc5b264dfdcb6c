import EssentialFeed
import Foundation

/// A server's tokens in order of creation.
struct TokenList: Equatable, Sendable {
    /// Limited because each request is compared with all tokens.
    static let maximumCount = 1_000

    private(set) var tokens: [AccessToken] = []

    init() {}

    /// Adds a new token. Names that differ in case alone would be mixed up by people.
    /// - Throws: ``AccessError/nameTaken(_:)``, ``AccessError/nameTooSimilar(_:to:)`` or
    ///   ``AccessError/tooManyTokens(maximum:)``.
    mutating func invite(_ token: AccessToken) throws(AccessError) {
        let name = token.name.lowercased()
        if let other = tokens.first(where: { $0.name != token.name && $0.name.lowercased() == name }) {
            throw .nameTooSimilar(token.name, to: other.name)
        }
        try add(token)
    }

    private mutating func add(_ token: AccessToken) throws(AccessError) {
        guard !tokens.contains(where: { $0.name == token.name }) else { throw .nameTaken(token.name) }
        guard tokens.count < Self.maximumCount else { throw .tooManyTokens(maximum: Self.maximumCount) }
        tokens.append(token)
    }

    /// - Throws: ``AccessError/unknownName(_:)``.
    mutating func remove(name: String) throws(AccessError) {
        guard let index = tokens.firstIndex(where: { $0.name == name }) else { throw .unknownName(name) }
        tokens.remove(at: index)
    }

    /// Records the times when tokens were used, by token id. Ignores unknown ids.
    mutating func noteUses(_ uses: [String: Date]) {
        for (index, token) in tokens.enumerated() {
            guard let time = uses[token.id], token.lastUsedAt.map({ $0 < time }) ?? true else { continue }
            tokens[index].lastUsedAt = time
        }
    }
}

extension TokenList {
    /// The reason data isn't a valid token list.
    enum DecodingError: Error {
        case damaged
        case newerVersion
    }

    /// Decodes the result of ``encoded()``, either completely or not at all.
    init(decoding data: Data) throws(DecodingError) {
        let decoder = JSONDecoder()
        do {
            guard try decoder.decode(Head.self, from: data).version <= Head.current else {
                throw DecodingError.newerVersion
            }
            let file = try decoder.decode(File.self, from: data)
            for token in file.tokens { try add(try token.token()) }
        } catch DecodingError.newerVersion {
            throw .newerVersion
        } catch {
            throw .damaged
        }
    }

    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(File(version: Head.current, tokens: tokens.map(Entry.init))) + Data("\n".utf8)
    }

    private struct Head: Decodable {
        /// In version 1, every token had the scope to read, and no other.
        static let current = 2

        let version: Int
    }

    private struct File: Codable {
        let version: Int
        let tokens: [Entry]
    }

    private struct Entry: Codable {
        let id: String
        let name: String
        let scopes: [String]?
        let sha256: String
        let created_at: String
        let last_used_at: String?

        init(_ token: AccessToken) {
            (id, name, scopes) = (token.id, token.name, AccessScope.names(token.scopes))
            sha256 = token.digest.hexadecimal
            created_at = WireDate.text(token.createdAt)
            last_used_at = token.lastUsedAt.map(WireDate.text)
        }

        func token() throws -> AccessToken {
            guard AccessToken.isReadable(name: name),
                let digest = ContentDigest(hexadecimal: sha256), let createdAt = WireDate.date(from: created_at)
            else { throw DecodingError.damaged }
            let lastUsedAt = try last_used_at.map { text in
                guard let date = WireDate.date(from: text) else { throw DecodingError.damaged }
                return date
            }
            let scopes = try (scopes ?? []).map { name in
                guard let scope = AccessScope(rawValue: name) else { throw DecodingError.damaged }
                return scope
            }
            return AccessToken(
                id: id, for: Invited(name, scopes: Set(scopes)), createdAt: createdAt, lastUsedAt: lastUsedAt,
                digest: digest)
        }
    }
}
