import Crypto
import Foundation
import HTTPTransport

/// The server's key for push services (RFC 8292). A browser gets only messages signed with it.
struct VAPIDKey: Sendable {
    /// In seconds. Push services accept at most a day.
    private static let life: TimeInterval = 12 * 3_600

    private let key: P256.Signing.PrivateKey

    init() { key = P256.Signing.PrivateKey() }

    init(content: Data) throws { key = try P256.Signing.PrivateKey(rawRepresentation: content) }

    var content: Data { key.rawRepresentation }

    /// The public key as browsers take it, in Base64 for URLs.
    var publicText: String { Base64URL.text(Array(key.publicKey.x963Representation)) }

    func authorization(for service: Origin, contact: String, at date: Date) throws -> String {
        let claims = Claims(
            aud: "\(service.scheme)://\(service.authority)", exp: Int((date + Self.life).timeIntervalSince1970),
            sub: contact)
        let header = Base64URL.text(Array(#"{"alg":"ES256","typ":"JWT"}"#.utf8))
        let signed = "\(header).\(Base64URL.text(Array(claims.json)))"
        let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
        return "vapid t=\(signed).\(Base64URL.text(Array(signature))), k=\(publicText)"
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int
        let sub: String
    }
}

/// The file with the server's key for push services: `push.json` in its state folder. No backup has it, because in a
/// restored state, no browser is signed in.
struct VAPIDKeyFile: Sendable {
    private struct Content: Codable {
        let key: Data
    }

    static let name = "push.json"

    private let file: StateFile

    init(in stateFolder: URL) {
        file = StateFile(folder: stateFolder, name: Self.name)
    }

    /// Returns the key, which is made at the first call; blocks.
    func key() throws -> VAPIDKey {
        let new = try JSONEncoder().encode(Content(key: VAPIDKey().content))
        let saved = try file.whileLocked { () throws(FileError) -> Data in
            if let saved = try file.read() { return saved }
            try file.replace(by: new)
            return new
        } orThrow: {
            $0
        }
        return try VAPIDKey(content: JSONDecoder().decode(Content.self, from: saved).key)
    }
}
