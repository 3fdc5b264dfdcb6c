/// A placeholder for an image in at most 25 bytes, as [ThumbHash](https://evanw.github.io/thumbhash) defines it: the image's
/// average colour, its proportions, and the lowest frequencies of its brightness, its colours and its transparency.
public struct ThumbHash: Hashable, Sendable {
    /// The most bytes that a hash of pixels has.
    public static let maximumCount = 25

    /// The bytes of the hash.
    public let bytes: [UInt8]
    let head: ThumbHashHead

    /// Takes the bytes of a hash, or returns `nil` if they are fewer than they say.
    public init?(_ bytes: [UInt8]) {
        guard let head = ThumbHashHead(bytes), bytes.count >= head.totalCount else { return nil }
        self.head = head
        self.bytes = Array(bytes.prefix(head.totalCount))
    }

    init(_ head: ThumbHashHead, _ channels: [ThumbHashChannel]) {
        self.head = head
        var bytes = head.bytes
        for (index, number) in channels.flatMap(\.numbers).enumerated() {
            if index % 2 == 0 { bytes.append(number) } else { bytes[bytes.count - 1] |= number << 4 }
        }
        self.bytes = bytes
    }
}
