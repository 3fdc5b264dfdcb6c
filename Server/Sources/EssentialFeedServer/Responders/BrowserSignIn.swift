import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

/// Signs browsers in with an invitation, and out.
struct BrowserSignIn: Sendable {
    let friends: FriendsDatabase
    let cookie: SessionCookie
    let threads: NIOThreadPool
    let now: @Sendable () -> Date

    /// Returns the session that a request's browser is signed in with, and the id of its token.
    func session(of request: Request) -> (digest: Data, tokenID: String)? {
        guard let secret = cookie.value(in: request.headers), let tokenID = friends.tokenID(of: secret) else {
            return nil
        }
        return (Data(secret.digest.bytes), tokenID)
    }

    /// Signs a browser in; blocks.
    /// - Returns: The value of `Set-Cookie`.
    func start(_ tokenID: String, device: String) throws(FriendsError) -> String {
        var generator = SystemRandomNumberGenerator()
        let secret = TokenSecret.random(using: &generator)
        let session = BrowserSession(
            digest: Data(secret.digest.bytes), tokenID: tokenID, device: device, createdAt: now())
        try friends.write { try $0.start(session) }
        return cookie.keeping(secret)
    }

    /// Signs a request's browser out, if it is signed in.
    func end(_ request: Request) async throws {
        guard let secret = cookie.value(in: request.headers) else { return }
        try await threads.runIfActive { try friends.write { try $0.end(session: Data(secret.digest.bytes)) } }
    }

    /// Returns what a browser runs on, for the list of a person's devices.
    static func device(_ userAgent: String?) -> String {
        let agent = userAgent ?? ""
        let systems = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Mac OS", "Mac"),
            ("Windows", "Windows"), ("CrOS", "Chromebook"), ("Linux", "Linux"),
        ]
        let browsers = [
            ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Edg", "Edge"), ("SamsungBrowser", "Samsung Internet"),
            ("Chrome", "Chrome"), ("CriOS", "Chrome"), ("Safari", "Safari"),
        ]
        let names = [browsers, systems].compactMap { list in list.first { agent.contains($0.0) }?.1 }
        return names.isEmpty ? "a browser" : names.joined(separator: ", ")
    }
}

/// The cookie that keeps a browser signed in.
struct SessionCookie: Sendable {
    /// In seconds: the longest life that browsers permit.
    private static let life = 400 * 86_400

    /// Whether browsers send it over encrypted connections only.
    let isSecure: Bool
    /// Whether others in a network can read it.
    let isUnencrypted: Bool
    private let name: String
    private let path: String

    /// - Parameter address: The base of the server's URLs for browsers.
    init(for address: ServerAddress) {
        isSecure = address.displayText.hasPrefix("https:")
        isUnencrypted = !isSecure && !address.isOnlyForThisMachine
        let base = URL(string: address.displayText)?.path(percentEncoded: true) ?? ""
        path = base.isEmpty ? "/" : base
        // Browsers accept names with these prefixes only from the right kind of server (RFC 6265bis, 4.1.3).
        let prefix = !isSecure ? "" : path == "/" ? "__Host-" : "__Secure-"
        name = prefix + "essential-feed"
    }

    /// Returns the value in a request's `Cookie` fields, if it has exactly one.
    func value(in fields: HTTPFields) -> TokenSecret? {
        let values = fields[values: .cookie].flatMap { $0.split(separator: ";") }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix(name + "=") }
        guard values.count == 1, let value = values.first?.dropFirst(name.count + 1), !value.isEmpty else { return nil }
        return TokenSecret(String(value))
    }

    /// Returns the `Set-Cookie` field that keeps a session.
    func keeping(_ session: TokenSecret) -> String { field(session.text, life: Self.life) }

    /// Returns the `Set-Cookie` field that ends a session.
    var ending: String { field("", life: 0) }

    private func field(_ value: String, life: Int) -> String {
        // A link from a messenger must arrive signed in, so `SameSite` isn't `Strict`. Writes are checked by their origin.
        "\(name)=\(value); Path=\(path); Max-Age=\(life); HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }
}

/// The secret in what a person pastes: the link of an invitation, its older form with the secret as password, or the
/// secret alone.
enum JoinLink {
    /// In bytes; longer texts aren't links.
    private static let maximumLength = 2_048

    /// Returns the secret, or `nil` if the text is none of these.
    static func secret(in text: String) -> TokenSecret? {
        var text = Substring(text.trimmingCharacters(in: .whitespacesAndNewlines))
        guard text.utf8.count <= maximumLength else { return nil }
        if let fragment = text.firstIndex(of: "#") {
            text = text[text.index(after: fragment)...]
        } else if let scheme = text.firstRange(of: "://") {
            guard let at = text.lastIndex(of: "@") else { return nil }
            text = text[scheme.upperBound..<at]
        }
        // The name before the colon doesn't count.
        let secret = text[(text.lastIndex(of: ":").map(text.index(after:)) ?? text.startIndex)...]
        let isToken = secret.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil
        return isToken ? TokenSecret(String(secret)) : nil
    }
}
