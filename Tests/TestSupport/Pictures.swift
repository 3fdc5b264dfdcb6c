public import Foundation

/// Images with metadata and without pixels, built byte by byte.
public enum Pictures {
    public static func number(_ value: Int, _ width: Int, littleEndian: Bool = false) -> [UInt8] {
        let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return littleEndian ? bytes : bytes.reversed()
    }

    /// Returns EXIF data with the texts.
    public static func exif(
        description: [UInt8]? = nil, taken: String? = nil, offset: String? = nil, littleEndian: Bool = false
    ) -> [UInt8] {
        func number(_ value: Int, _ width: Int) -> [UInt8] {
            self.number(value, width, littleEndian: littleEndian)
        }
        func directory(_ entries: [(tag: Int, text: [UInt8]?, value: Int)], at start: Int) -> [UInt8] {
            var table = number(entries.count, 2)
            var heap: [UInt8] = []
            let heapStart = start + 2 + entries.count * 12 + 4
            for entry in entries {
                guard let text = entry.text else {
                    table += number(entry.tag, 2) + number(4, 2) + number(1, 4) + number(entry.value, 4)
                    continue
                }
                let value = text + [0]
                table += number(entry.tag, 2) + number(2, 2) + number(value.count, 4)
                if value.count <= 4 {
                    table += value + Array(repeating: 0, count: 4 - value.count)
                } else {
                    table += number(heapStart + heap.count, 4)
                    heap += value
                }
            }
            return table + number(0, 4) + heap
        }
        var details: [(tag: Int, text: [UInt8]?, value: Int)] = []
        if let taken { details.append((0x9003, Array(taken.utf8), 0)) }
        if let offset { details.append((0x9011, Array(offset.utf8), 0)) }
        var entries: [(tag: Int, text: [UInt8]?, value: Int)] = []
        if let description { entries.append((0x010E, description, 0)) }
        if !details.isEmpty { entries.append((0x8769, nil, 0)) }
        let length = directory(entries, at: 8).count
        if !details.isEmpty { entries[entries.count - 1].value = 8 + length }
        return Array((littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + directory(entries, at: 8)
            + (details.isEmpty ? [] : directory(details, at: 8 + length))
    }

    /// Returns EXIF data with coordinates, each in degrees, minutes and hundredths of seconds, with a direction.
    public static func exif(
        latitude: [Int], _ north: String, longitude: [Int], _ east: String, denominators: [Int] = [1, 1, 100],
        littleEndian: Bool = false
    ) -> [UInt8] {
        func number(_ value: Int, _ width: Int) -> [UInt8] {
            self.number(value, width, littleEndian: littleEndian)
        }
        func fractions(_ values: [Int]) -> [UInt8] {
            zip(values, denominators).flatMap { number($0, 4) + number($1, 4) }
        }
        func letter(_ tag: Int, _ text: String) -> [UInt8] {
            number(tag, 2) + number(2, 2) + number(2, 4) + Array(text.utf8) + [0, 0, 0]
        }
        func place(_ tag: Int, _ values: [Int], at offset: Int) -> [UInt8] {
            number(tag, 2) + number(5, 2) + number(values.count, 4) + number(offset, 4)
        }
        let directory = 8 + 2 + 12 + 4
        let heap = directory + 2 + 4 * 12 + 4
        var bytes = Array((littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
        bytes += number(1, 2) + number(0x8825, 2) + number(4, 2) + number(1, 4) + number(directory, 4) + number(0, 4)
        bytes += number(4, 2) + letter(1, north) + place(2, latitude, at: heap) + letter(3, east)
        bytes += place(4, longitude, at: heap + 8 * latitude.count) + number(0, 4)
        return bytes + fractions(latitude) + fractions(longitude)
    }

    public static func jpeg(
        exif: [UInt8]? = nil, xmp: String? = nil, iptc: [UInt8]? = nil, iptcPlace: [Int: String] = [:],
        salt: UInt8 = 0
    ) -> Data {
        func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
            [0xFF, marker] + number(payload.count + 2, 2) + payload
        }
        var bytes: [UInt8] = [0xFF, 0xD8]
        bytes += segment(0xFE, [salt])
        if let exif { bytes += segment(0xE1, Array("Exif\0\0".utf8) + exif) }
        if let xmp { bytes += segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(xmp)".utf8)) }
        if let iptc {
            var record = [0x1C, 2, 120] + number(iptc.count, 2) + iptc
            for (dataSet, text) in iptcPlace {
                record += [0x1C, 2, UInt8(dataSet)] + number(text.utf8.count, 2) + Array(text.utf8)
            }
            let resource = Array("8BIM".utf8) + number(0x0404, 2) + [0, 0] + number(record.count, 4) + record
            bytes += segment(0xED, Array("Photoshop 3.0\0".utf8) + resource)
        }
        // One grey pixel. Its tables have one code each.
        bytes += segment(0xDB, [0] + [UInt8](repeating: max(1, salt), count: 64))
        bytes += segment(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
        for table: UInt8 in [0x00, 0x10] {
            bytes += segment(0xC4, [table, 1] + [UInt8](repeating: 0, count: 15) + [0])
        }
        return Data(bytes + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x3F, 0xFF, 0xD9])
    }

    public static func png(chunks: [(String, [UInt8])]) -> Data {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        for (name, payload) in chunks + [("IEND", [])] {
            bytes += number(payload.count, 4) + Array(name.utf8) + payload + [0, 0, 0, 0]
        }
        return Data(bytes)
    }

    /// - Parameter chunks: By default, one pixel.
    public static func webp(
        chunks: [(String, [UInt8])] = [
            ("VP8L", [0x2F, 0, 0, 0, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07])
        ]
    ) -> Data {
        var body: [UInt8] = []
        for (name, payload) in chunks {
            body += Array(name.utf8)
            body += number(payload.count, 4, littleEndian: true)
            body += payload + (payload.count % 2 == 1 ? [0] : [])
        }
        let size = number(body.count + 4, 4, littleEndian: true)
        return Data("RIFF".utf8) + Data(size) + Data("WEBP".utf8) + Data(body)
    }

    public static func gif() -> Data {
        Data("GIF89a".utf8) + Data([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
            + Data([0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0x44, 0, 0x3B])
    }

    public static func xmp(_ description: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description>\(description)</rdf:Description></rdf:RDF>\
        </x:xmpmeta>
        """
    }

    /// Returns a one-pixel animation, different for each salt.
    public static func animation(salt: UInt8 = 0) -> Data {
        animation(colour: [salt, 255, 255], data: [1, 0x44])
    }

    /// Returns a unique animation of at least the size.
    public static func large(_ size: Int) -> Data {
        let block = (0..<16).flatMap { _ in withUnsafeBytes(of: UUID().uuid) { Array($0) } }
        let part = [255] + block.prefix(255)
        var data: [UInt8] = []
        data.reserveCapacity(size + part.count)
        while data.count < size { data += part }
        return animation(colour: [0, 255, 255], data: data)
    }

    /// Returns an animation of the size. Every four bytes of its second frame hold their own offset.
    public static func numbered(_ size: Int) -> Data {
        let start = animation(colour: [0, 255, 255], data: []).count - 2
        var data: [UInt8] = []
        data.reserveCapacity(size)
        while start + data.count < size - 2 {
            let rest = size - 2 - start - data.count
            // A part has a length and at least one byte.
            let count = min(256, rest) - (rest == 257 ? 1 : 0)
            data.append(UInt8(count - 1))
            for _ in 1..<count {
                let offset = start + data.count
                data.append(UInt8(truncatingIfNeeded: (offset & ~3) >> (8 * (3 - offset & 3))))
            }
        }
        return animation(colour: [0, 255, 255], data: data)
    }

    /// Returns a GIF of two frames of one pixel.
    /// - Parameter data: The parts of the second frame's data.
    private static func animation(colour: [UInt8], data: [UInt8]) -> Data {
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2]
        return Data("GIF89a".utf8) + Data([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0] + colour + frame + [1, 0x44, 0])
            + Data(frame + data + [0, 0x3B])
    }

    /// Returns a PNG with a size in its header, and no pixels.
    public static func sized(_ width: Int, _ height: Int) -> Data {
        png(pixels: Data(), width: width, height: height)
    }

    /// Returns a PNG with these compressed bytes. It has no checksums: code that only reads the structure ignores them.
    private static func png(pixels: Data, width: Int = 1, height: Int = 1) -> Data {
        func chunk(_ name: String, _ content: Data) -> Data {
            Data(number(content.count, 4)) + Data(name.utf8) + content + Data(count: 4)
        }
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            + chunk("IHDR", Data(number(width, 4) + number(height, 4) + [8, 0, 0, 0, 0])) + chunk("IDAT", pixels)
            + chunk("IEND", Data())
    }
}
