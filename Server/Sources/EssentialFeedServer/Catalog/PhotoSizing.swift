import Foundation

/// The state of a photo's sizes.
enum PhotoSizing: Int {
    case toBeMade = 0
    /// All sizes have been made (they may have been deleted since), or the photo needs none.
    case done = 1
    /// The file can't be decoded.
    case failed = 2

    init(_ facts: PhotoFacts) {
        self = PhotoSizes(facts.size, facts.cleaning).made.isEmpty ? .done : .toBeMade
    }
}

/// The result of making a photo's sizes.
struct SizingResult: Sendable {
    enum Outcome: Sendable {
        /// - Parameter placeholder: The ThumbHash of the picture.
        case made(placeholder: [UInt8])
        /// The file can't be decoded.
        case failed(reason: String)
        /// The decoder crashed, timed out or ran out of memory, because of the photo or because the machine is busy.
        case gaveUp(reason: String)
    }

    /// The number of abandoned attempts after which a photo is left out.
    static let maximumAttempts = 5

    /// Returns the delay before the next attempt: 1, 4, 16 and 64 minutes.
    static func pause(afterAttempts count: Int) -> TimeInterval { 60 * pow(4, Double(count - 1)) }

    let photo: UUID
    let outcome: Outcome
}
