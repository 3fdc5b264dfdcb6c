/// The memory that an ICC profile takes.
package enum ProfileCost {
    /// The size of the largest profile that is used, in bytes. Printers' profiles have a few megabytes.
    package static let maximumLength = 8 << 20

    /// A PNG's profile is ignored if it unpacks to more than so many times its packed bytes, so that its size is known
    /// without unpacking it. Usual ones unpack to one to twenty times as many.
    private static let maximumUnpacking = 64

    /// Returns the bytes that finding and using a profile of a length takes: copies of it, and its tables, which are twice
    /// as large as stored.
    static func bytes(_ length: Int) -> Int { length <= maximumLength ? length * 8 : 0 }

    /// Returns the size, in bytes, of the largest profile that is unpacked from a PNG's chunk.
    package static func unpackedLimit(of content: Range<Int>) -> Int {
        min(maximumLength, min(content.count, maximumLength) * maximumUnpacking)
    }
}
