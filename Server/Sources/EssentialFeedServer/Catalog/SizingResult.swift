import Foundation

struct SizingResult: Sendable {
    enum Outcome: Sendable {
        /// - Parameters:
        ///   - placeholder: The ThumbHash of the picture.
        ///   - look: The look of the picture, if that could be found out.
        case made(placeholder: [UInt8], look: PhotoLook? = nil)
        case failed(reason: String)
        /// The decoder crashed, timed out or ran out of memory, because of the photo or because the machine is busy.
        case gaveUp(reason: String)
    }

    /// The number of abandoned attempts after which a photo is left out.
    static let maximumAttempts = 5

    /// Returns the delay before the next attempt: 1, 4, 16 and 64 minutes.
    static func pause(afterAttempts count: Int) -> TimeInterval { 60 * pow(4, Double(count - 1)) }

    /// The delay before the last attempt. If an attempt has to wait for longer, its time is from a wrong clock.
    static let longestPause = pause(afterAttempts: maximumAttempts - 1)

    let photo: UUID
    /// The version of the picture of which the sizes were made.
    var version = 0
    let outcome: Outcome
}
