/// A placeholder for an image in at most 25 bytes, as defined by [ThumbHash](https://evanw.github.io/thumbhash): the
/// image's average colour, its proportions, and the lowest frequencies of its brightness, colours and transparency.
public struct ThumbHash: Hashable, Sendable {
    /// The maximum number of bytes in a hash of pixels.
    public static let maximumCount = 25

    /// The bytes of the hash.
    public let bytes: [UInt8]
    let head: ThumbHashHead

    /// Creates a hash from its bytes. Returns `nil` if there are too few bytes.
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
