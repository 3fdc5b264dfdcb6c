/// The memory for an ICC profile.
package enum ProfileCost {
    /// The maximum size of a profile, in bytes. Printer profiles have a few megabytes.
    package static let maximumLength = 8 << 20

    /// A PNG's profile is ignored if it unpacks to more than this many times its packed size: its maximum size is then
    /// known without unpacking it. Normal profiles unpack to at most twenty times their packed size.
    private static let maximumUnpacking = 64

    /// Returns the bytes for finding and using a profile of this length: copies of the profile, and its tables, which
    /// are twice as large as stored.
    static func bytes(_ length: Int) -> Int { length <= maximumLength ? length * 8 : 0 }

    /// Returns the maximum unpacked size, in bytes, of the profile in a PNG chunk.
    package static func unpackedLimit(of content: Range<Int>) -> Int {
        min(maximumLength, min(content.count, maximumLength) * maximumUnpacking)
    }
}
