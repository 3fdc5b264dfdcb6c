import EssentialFeed
import Foundation
import HTTPTypes

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
