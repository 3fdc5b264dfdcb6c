import Foundation

/// An ICC profile with only the data that colour conversion needs.
///
/// Names of devices and people, dates, serial numbers and texts are removed. The required description and copyright are
/// replaced with neutral ones.
enum ReducedProfile {
    /// The maximum number of bytes in a profile. Printing press profiles have two to three million.
    static let maximumSize = 4 << 20
    private static let maximumTags = 100
    private static let headerSize = 128

    /// Returns the profile.
    /// - Throws: ``ImageFormatError`` if the profile can't be read. Leaving it out would change the colours.
    static func data(_ profile: Data) throws(ImageFormatError) -> [UInt8] {
        guard profile.count <= maximumSize else { throw .uncleanable("the profile is too large") }
        let reader = ByteReader(profile)
        let size = try reader.requireNumber(4, at: 0, .bigEndian)
        guard size >= headerSize + 4, size <= profile.count, reader.has("acsp", at: 36) else {
            throw .malformed("the profile is invalid")
        }
        let version = try reader.requireByte(at: 8)
        let count = try reader.requireNumber(4, at: headerSize, .bigEndian)
        guard count <= maximumTags else { throw .uncleanable("the profile has too many tags") }
        var tags = Tags()
        for index in 0..<count {
            let entry = headerSize + 4 + index * 12
            guard let name = reader.name(at: entry) else { throw .cutShort }
            let start = try reader.requireNumber(4, at: entry + 4, .bigEndian)
            let length = try reader.requireNumber(4, at: entry + 8, .bigEndian)
            guard start + length <= size else { throw .malformed("a tag of the profile is cut short") }
            guard ProfileTag.names.contains(name) else { continue }
            try tags.add(name, at: start) { () throws(ImageFormatError) in
                try ProfileTag.content(reader, at: start..<start + length)
            }
        }
        for (name, content) in ProfileTag.texts(version: version) { tags.add(name, content) }
        return try tags.profile(header: header(reader))
    }

    /// Returns the header without its size. Dates, names of programs and devices, and the digest are set to zero.
    private static func header(_ reader: ByteReader) throws(ImageFormatError) -> [UInt8] {
        var header: [UInt8] = []
        header.append(number: 0)
        header.append(try reader.requireNumber(2, at: 8, .bigEndian), 2, .bigEndian)
        header.append(0, 2, .bigEndian)
        for (position, names) in [(12, ProfileTag.classes), (16, ProfileTag.spaces), (20, ProfileTag.connectionSpaces)]
        {
            guard let name = reader.name(at: position), names.contains(name) else {
                throw .uncleanable("the profile is of no known kind")
            }
            header.append(number: try reader.requireNumber(4, at: position, .bigEndian))
        }
        header += Array(repeating: 0, count: 12)
        header.append(text: "acsp")
        header += Array(repeating: 0, count: 24)
        header.append(number: try reader.requireNumber(4, at: 64, .bigEndian) & 3)
        // The illuminant is the same for all profiles.
        header += [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]
        header += Array(repeating: 0, count: 48)
        return header
    }

    /// The tags of the profile. Tags share contents if they do in the original.
    private struct Tags {
        private var names: [(name: ChunkName, index: Int)] = []
        private var contents: [[UInt8]] = []
        private var places: [Int: Int] = [:]
        private var byteCount = 0

        mutating func add(
            _ name: ChunkName, at start: Int, _ content: () throws(ImageFormatError) -> [UInt8]
        ) throws(ImageFormatError) {
            guard !names.contains(where: { $0.name == name }) else { return }
            if let index = places[start] {
                names.append((name, index))
            } else {
                let content = try content()
                byteCount += content.count
                guard byteCount <= ReducedProfile.maximumSize else {
                    throw .uncleanable("tags of the profile share their content")
                }
                places[start] = contents.count
                add(name, content)
            }
        }

        mutating func add(_ name: ChunkName, _ content: [UInt8]) {
            names.append((name, contents.count))
            contents.append(content)
        }

        func profile(header: [UInt8]) throws(ImageFormatError) -> [UInt8] {
            var starts: [Int] = []
            var heap: [UInt8] = []
            let heapStart = ReducedProfile.headerSize + 4 + names.count * 12
            for content in contents {
                starts.append(heapStart + heap.count)
                heap += content
                heap += Array(repeating: 0, count: -content.count & 3)
            }
            var profile: [UInt8] = []
            profile.append(number: heapStart + heap.count)
            profile += header
            profile.append(number: names.count)
            for (name, index) in names {
                profile.append(number: name.value)
                profile.append(number: starts[index])
                profile.append(number: contents[index].count)
            }
            return profile + heap
        }
    }
}
