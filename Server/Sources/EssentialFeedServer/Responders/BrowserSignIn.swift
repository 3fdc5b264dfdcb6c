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
