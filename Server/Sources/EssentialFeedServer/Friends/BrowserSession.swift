import Foundation

/// A browser that stays signed in with a token. The database has a digest of the secret in its cookie.
struct BrowserSession: Hashable, Sendable {
    /// A person rarely has more browsers, and each session takes memory.
    static let maximumCount = 50
    /// In seconds: how long a session counts without use. Browsers permit no longer life of a cookie. It isn't deleted
    /// then: the clock may be wrong, and ``maximumCount`` limits the number.
    static let life: TimeInterval = 400 * 86_400
    /// In seconds: uses within this time of the saved one aren't saved, so reading writes nothing.
    static let useInterval: TimeInterval = 86_400
    /// The beginning of 2026: by a right clock, no session was used earlier.
    private static let firstUse = Date(timeIntervalSince1970: 1_767_225_600)

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

        /// An impossible time of use is from a wrong clock. ``corrected(at:)`` replaces it.
        func hasExpired(at date: Date) -> Bool {
            usedAt >= BrowserSession.firstUse && date.timeIntervalSince(usedAt) > BrowserSession.life
        }

        /// Whether to save another use. If the saved one is in the future, the clock was wrong then or is wrong now. It
        /// isn't replaced by one so early that the session would have expired once the clock is right.
        func isOld(at date: Date) -> Bool {
            guard usedAt >= BrowserSession.firstUse else { return corrected(at: date) != nil }
            let age = date.timeIntervalSince(usedAt)
            return age >= BrowserSession.useInterval
                || (BrowserSession.useInterval...BrowserSession.life).contains(-age)
        }

        /// Returns the time to save instead of an impossible one, so that the session can expire; `nil` to keep the time.
        ///
        /// If the saved time is far in the future, the clock was wrong then or is wrong now. So the time of noticing this
        /// is saved first, as a negative number. Only a clock that is later by ``useInterval`` replaces that with its own
        /// time: one start with a wrong clock ends no session.
        func corrected(at date: Date) -> Date? {
            guard date >= BrowserSession.firstUse else { return nil }
            if usedAt.timeIntervalSince(date) > BrowserSession.life {
                return Date(timeIntervalSince1970: -date.timeIntervalSince1970)
            }
            guard usedAt < BrowserSession.firstUse else { return nil }
            let isConfirmed =
                date.timeIntervalSince1970 + usedAt.timeIntervalSince1970 >= BrowserSession.useInterval
            return isConfirmed ? date : nil
        }
    }
}
