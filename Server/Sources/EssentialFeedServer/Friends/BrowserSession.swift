import Foundation

/// A browser that stays signed in with a token. The database has a digest of the secret in its cookie.
struct BrowserSession: Hashable, Sendable {
    /// A person rarely has more browsers, and each session takes memory.
    static let maximumCount = 50
    /// In seconds: how long a session lasts without use. Browsers permit no longer life of a cookie.
    static let life: TimeInterval = 400 * 86_400
    /// In seconds: uses within this time of the saved one aren't saved, so reading writes nothing.
    static let useInterval: TimeInterval = 86_400

    let digest: Data
    let tokenID: String
    /// The browser and its system, in words.
    let device: String
    let createdAt: Date

    /// The values that decide whether a request's session is valid.
    struct Use: Hashable, Sendable {
        let tokenID: String
        /// Up to a day too early.
        var usedAt: Date

        func hasExpired(at date: Date) -> Bool { date.timeIntervalSince(usedAt) > BrowserSession.life }

        /// Whether to save another use. A date in the future is from a wrong clock.
        func isOld(at date: Date) -> Bool { abs(date.timeIntervalSince(usedAt)) >= BrowserSession.useInterval }
    }
}
