import Foundation

/// What has become of a photo's sizes.
enum PhotoSizing: Int {
    case toBeMade = 0
    /// All have been made, though they may have been thrown away since, or there are none to be made.
    case done = 1
    /// No picture can be made of the file.
    case failed = 2

    init(_ facts: PhotoFacts) {
        self = PhotoSizes(facts.size, facts.cleaning).made.isEmpty ? .done : .toBeMade
    }
}

/// What making the sizes of a photo brought.
struct SizingResult: Sendable {
    enum Outcome: Sendable {
        /// - Parameter placeholder: The ThumbHash of the picture.
        case made(placeholder: [UInt8])
        /// No picture can be made of the file.
        case failed(reason: String)
    }

    let photo: UUID
    let outcome: Outcome
}
