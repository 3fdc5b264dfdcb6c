import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Synchronization

final class BrowserSignIn: Sendable {
    struct Browser: Sendable {
        let secret: TokenSecret
        let use: BrowserSession.Use

        var digest: Data { secret.digest.data }
    }

    /// `nil` if no session can be saved; then only the owner's key signs a browser in.
    let friends: (any FriendsStore)?
    let threads: NIOThreadPool
    let now: @Sendable () -> Date
    /// The links for signing in on other devices, each valid once.
    let deviceLinks: NewLinks
    private let kept: Mutex<(address: ServerAddress, cookie: SessionCookie)>

    init(
        _ friends: (any FriendsStore)?, at address: ServerAddress, threads: NIOThreadPool,
        now: @escaping @Sendable () -> Date
    ) {
        (self.friends, self.threads, self.now) = (friends, threads, now)
        deviceLinks = NewLinks(now: now)
        kept = Mutex((address, SessionCookie(for: address)))
    }

    var cookie: SessionCookie { kept.withLock { $0.cookie } }

    var address: ServerAddress { kept.withLock { $0.address } }

    /// Names the cookie after the port chosen by the system.
    func move(to address: ServerAddress) { kept.withLock { $0 = (address, SessionCookie(for: address)) } }

    func browser(of request: Request) -> Browser? {
        known(in: request).flatMap { $0.use.hasExpired(at: now()) ? nil : $0 }
    }

    /// Returns the browser with the cookie of a request, even if its session has expired.
    func known(in request: Request) -> Browser? {
        guard let secret = cookie.value(in: request.headers), let use = friends?.session(secret) else { return nil }
        return Browser(secret: secret, use: use)
    }

    /// Returns whether a request has a cookie whose session has expired, maybe only because the clock is wrong.
    func hasExpired(_ request: Request) -> Bool { known(in: request)?.use.hasExpired(at: now()) == true }

    func unexpired(_ sessions: [BrowserSession]) -> [BrowserSession] {
        let (date, uses) = (now(), friends?.state.sessions)
        return sessions.filter { uses?[$0.digest]?.hasExpired(at: date) != true }
    }

    /// Returns whether a browser is signed in now, even if another process has just signed it out; blocks.
    func isSignedIn(_ browser: Browser) throws(FriendsError) -> Bool {
        try friends?.read { try $0.hasSession(browser.digest) } ?? false
    }

    /// - Parameters:
    ///   - kept: The secret already in the browser's cookie; `nil` to create one.
    ///   - other: The browser's previous session, which ends.
    ///   - isAdmitted: Returns whether the link is still valid.
    /// - Returns: The value of `Set-Cookie`.
    func start(
        _ tokenID: String, device: String, keeping kept: TokenSecret? = nil, ending other: Data? = nil,
        isAdmitted: (any FriendsRows) throws -> Bool = { _ in true }
    ) throws(FriendsError) -> String {
        let secret = kept ?? TokenSecret.random()
        let session = BrowserSession(digest: secret.digest.data, tokenID: tokenID, device: device, createdAt: now())
        guard let friends else { throw .unavailable(reason: "there is no state folder") }
        try friends.write { transaction in
            guard try isAdmitted(transaction) else { throw FriendsError.ended }
            if let other { try transaction.end(session: other) }
            // The session may exist for an invitation that was never saved.
            if kept != nil { try transaction.end(session: session.digest) }
            try transaction.start(session)
        }
        return cookie.keeping(secret)
    }

    /// Uses a link for another device up. If the transaction fails, ``NewLinks/putBack(_:)`` makes it valid again.
    /// - Returns: The link; `nil` if it isn't valid. It ends with the invitation and with the session that made it.
    func useDeviceLink(
        _ secret: TokenSecret, in transaction: any FriendsRows, _ token: (_ id: String) -> AccessToken?
    ) throws -> NewLinks.Link? {
        guard let link = deviceLinks.link(with: secret) else { return nil }
        let (made, browser) = (link.invitation.token, link.browser)
        // A program that sent the link's token has no session.
        let isValid =
            try token(made.id)?.digest == made.digest
            && (browser == Data(made.id.utf8) || transaction.hasSession(browser))
        deviceLinks.forget(for: browser)
        return isValid ? link : nil
    }

    /// Keeps a browser signed in for as long as its cookie, which the answer renews.
    func renew(_ browser: Browser, in response: inout Response) async {
        response.addCookie(cookie.keeping(browser.secret))
        guard browser.use.isOld(at: now()) else { return }
        do {
            try await threads.runIfActive { [friends, now] in try friends?.renew(session: browser.digest, at: now()) }
        } catch {
            // The next page tries again.
        }
    }

    func end(_ browser: Browser) async throws {
        try await threads.runIfActive { [friends] in try friends?.end(session: browser.digest, by: nil, may: .read) }
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

struct SessionCookie: Sendable {
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
        let url = URL(string: address.displayText)
        let base = url?.path(percentEncoded: true) ?? ""
        path = base.isEmpty ? "/" : base
        // Browsers accept names with these prefixes only from the right kind of server (RFC 6265bis, 4.1.3).
        let prefix = !isSecure ? "" : path == "/" ? "__Host-" : "__Secure-"
        // Browsers send cookies to all ports of a host, and those of a path to all paths below it.
        let port = url?.port ?? (isSecure ? 443 : 80)
        let place = (isSecure && port == 443 ? [] : ["\(port)"]) + base.split(separator: "/").map(String.init)
        name = ([prefix + "essential-feed"] + place.map(Self.token)).joined(separator: "-")
    }

    /// Returns a text reduced to the characters allowed in a cookie's name.
    private static func token(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~%".contains($0)) ? $0 : "_" })
    }

    /// Returns the value in a request's `Cookie` fields, if it has exactly one.
    func value(in fields: HTTPFields) -> TokenSecret? {
        let values = fields[values: .cookie].flatMap { $0.split(separator: ";") }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix(name + "=") }
        guard values.count == 1, let value = values.first?.dropFirst(name.count + 1), !value.isEmpty else { return nil }
        return TokenSecret(String(value))
    }

    func keeping(_ session: TokenSecret) -> String {
        field(session.text, life: Int(BrowserSession.life))
    }

    var ending: String { field("", life: 0) }

    private func field(_ value: String, life: Int) -> String {
        // A link from a messenger must arrive signed in, so `SameSite` isn't `Strict`. Writes are checked by their origin.
        "\(name)=\(value); Path=\(path); Max-Age=\(life); HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }
}

extension Response {
    mutating func addCookie(_ field: String) { headers.append(HTTPField(name: .setCookie, value: field)) }
}

/// The secret in what a person pastes: the link of an invitation, its older form with the secret as password, or only
/// the secret.
enum JoinLink {
    /// In bytes; longer texts aren't links.
    private static let maximumLength = 2_048

    /// Finds the link in what a person pastes, which may be a whole message; `nil` if there is none.
    static func secret(in text: String) -> TokenSecret? {
        guard text.utf8.count <= maximumLength else { return nil }
        // Some messengers escape these.
        let text = text.replacing("%23", with: "#").replacing(/%3a/.ignoresCase(), with: ":")
        // The name before the colon doesn't count.
        let secret =
            text.firstMatch(of: /#[^\s#]*:([A-Za-z0-9_-]+)/)?.1
            // A name may have spaces.
            ?? text.firstMatch(of: /#[^#\n]*:([A-Za-z0-9_-]+)\s*$/)?.1
            ?? text.firstMatch(of: /:\/\/[^\s\/@]*:([A-Za-z0-9_-]+)@/)?.1
            ?? text.wholeMatch(of: /\s*(?:[^\s:]*:)?([A-Za-z0-9_-]+)\s*/)?.1
        return secret.flatMap { TokenSecret(String($0)) }
    }
}
