package import Foundation

/// The ICC profile of a JPEG. It is stored in parts, each with its number and the number of parts.
package enum JPEGProfile {
    static let signature: StaticString = "ICC_PROFILE\0"
    private static let partHeaderSize = 14

    /// Returns the profile, or `nil` if there isn't one or a part is missing or duplicated.
    package static func find(_ reader: ByteReader) -> Data? {
        var parts: [Int: Range<Int>] = [:]
        var count = 0
        var segments = JPEGSegments(reader, tolerating: .gaps)
        while let segment = segments.next() {
            if segment.marker == JPEGSegments.Marker.scan { break }
            let start = segment.content.lowerBound
            guard segment.marker == JPEGSegments.Marker.application2, segment.content.count >= partHeaderSize,
                reader.has(signature, at: start)
            else { continue }
            guard let number = reader.byte(at: start + 12), let partCount = reader.byte(at: start + 13), number > 0,
                number <= partCount, count == 0 || count == partCount, parts[number] == nil
            else { return nil }
            count = partCount
            parts[number] = segment.content.dropFirst(partHeaderSize)
        }
        guard count > 0, parts.count == count else { return nil }
        return (1...count).reduce(into: Data()) { profile, number in
            if let part = parts[number] { profile += reader.prefix(of: part) }
        }
    }
}
