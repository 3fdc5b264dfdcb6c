import CGtkKit
import Foundation

/// The ICC profile in a picture, where there is one.
nonisolated enum PictureProfile {
    private static let maximumLength = GTKKIT_MAXIMUM_PROFILE
    private static let jpegPrefix: StaticString = "ICC_PROFILE\0"

    /// What finding and using a profile takes in memory: copies of it, and its tables, twice as large as they are stored.
    static func convertingBytes(_ length: Int) -> Int { length <= maximumLength ? length * 8 : 0 }

    /// - Returns: nil where there is none, or where it is larger than any.
    static func find(in data: Data, _ format: PictureFormat) -> Data? {
        let bytes = PictureBytes(data)
        do throws(PictureError) {
            let profile =
                switch format {
                case .jpeg: try inJPEG(data, bytes)
                case .png: try inPNG(data, bytes)
                case .webp: try inWebP(data, bytes)
                case .tiff:
                    try PictureDirectory(bytes, at: 0, maximumEntries: .max).place(PictureHeader.profileTag)
                        .map { data[offset: $0] }
                case .gif, .bmp: nil as Data?
                }
            return profile.flatMap { (1...maximumLength).contains($0.count) ? $0 : nil }
        } catch {
            return nil
        }
    }

    /// In parts, each with its number and how many there are.
    private static func inJPEG(_ data: Data, _ bytes: PictureBytes) throws(PictureError) -> Data? {
        var parts: [Int: Range<Int>] = [:]
        var count = 0
        var markers = JPEGMarkers(bytes)
        while let marker = try markers.next(), marker.code != 0xDA {
            guard marker.code == 0xE2, marker.data.count >= 14, bytes.has(jpegPrefix, at: marker.data.lowerBound) else {
                continue
            }
            let number = try bytes[marker.data.lowerBound + 12]
            let partCount = try bytes[marker.data.lowerBound + 13]
            guard number > 0, number <= partCount, count == 0 || count == partCount, parts[number] == nil else {
                return nil
            }
            count = partCount
            parts[number] = marker.data.dropFirst(14)
        }
        guard count > 0, parts.count == count else { return nil }
        return (1...count).reduce(into: Data()) { profile, number in
            if let part = parts[number] { profile += data[offset: part] }
        }
    }

    private static func inPNG(_ data: Data, _ bytes: PictureBytes) throws(PictureError) -> Data? {
        var chunks = PNGChunks(bytes)
        while let chunk = try chunks.next(), chunk.name != PNGChunks.pixels {
            guard chunk.name == PNGChunks.profile else { continue }
            guard let size = sizeInPNG(bytes, chunk.data), let start = packedProfile(bytes, chunk.data) else {
                return nil
            }
            let profile = Unpacking()?.bytes(of: data[offset: start..<chunk.data.upperBound], atMost: size)
            return profile?.count == size ? profile : nil
        }
        return nil
    }

    /// How long the packed profile of a PNG says that it is; nil where that is no size of one.
    static func sizeInPNG(_ bytes: PictureBytes, _ chunk: Range<Int>) -> Int? {
        guard let start = packedProfile(bytes, chunk),
            let size = Unpacking()?.bytes(of: bytes.data(start..<chunk.upperBound), atMost: 4), size.count == 4
        else { return nil }
        let length = size.reduce(0) { $0 << 8 | Int($1) }
        return (1...maximumLength).contains(length) ? length : nil
    }

    /// Where the packed profile begins: behind a name of up to 79 bytes, a zero and the one way to pack it.
    private static func packedProfile(_ bytes: PictureBytes, _ chunk: Range<Int>) -> Int? {
        guard chunk.upperBound <= bytes.count else { return nil }
        let name = bytes.data(chunk.lowerBound..<min(chunk.upperBound, chunk.lowerBound + 80))
        guard let length = name.firstIndex(of: 0).map({ $0 - name.startIndex }) else { return nil }
        let start = chunk.lowerBound + length + 2
        return start < chunk.upperBound ? start : nil
    }

    private static func inWebP(_ data: Data, _ bytes: PictureBytes) throws(PictureError) -> Data? {
        guard bytes.has("VP8X", at: 12) else { return nil }
        var position = 12
        while !bytes.has("ICCP", at: position) { position += try WebPFrame.length(bytes, at: position) }
        let length = try bytes.number(4, at: position + 4, .littleEndian)
        return data.dropFirst(position + 8).prefix(length)
    }
}

nonisolated extension Data {
    /// A part by its distance from the beginning; what of it is not there is left out.
    subscript(offset range: Range<Int>) -> Data { dropFirst(range.lowerBound).prefix(range.count) }
}
