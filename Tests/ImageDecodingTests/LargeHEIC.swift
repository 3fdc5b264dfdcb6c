import Foundation
import TestSupport

/// A large HEIC or AVIF, made for a test as phones make them: a grid whose tiles are an image of `Tests/Pictures`.
enum LargeHEIC {
    /// - Parameters:
    ///   - name: An image with boxes written by heif-enc: one coded image with two or three properties.
    ///   - size: The size of this image in pixels.
    ///   - turns: How many quarters it is turned counterclockwise.
    ///   - turnsTiles: Whether each tile has the same turn, as some programs write it.
    ///   - others: References that the image doesn't need.
    static func grid(
        of name: String, size: (width: Int, height: Int), columns: Int, rows: Int, turns: Int = 0,
        turnsTiles: Bool = false, others: [(kind: String, from: Int, to: [Int])] = []
    ) throws -> Data {
        let source = try [UInt8](TestPicture.data(name))
        let kind = name.hasSuffix("heic") ? "hvc1" : "av01"
        let configuration = try box(name.hasSuffix("heic") ? "hvcC" : "av1C", in: source)
        let pixels = try box("mdat", in: source).dropFirst(8)
        let count = columns * rows
        let tiles = Array(2..<count + 2)
        let (width, height) = (size.width * columns, size.height * rows)
        let grid = [0, 1, UInt8(rows - 1), UInt8(columns - 1)] + number(width, 4) + number(height, 4)
        let properties =
            configuration + full("ispe", number(size.width, 4) + number(size.height, 4))
            + full("ispe", number(width, 4) + number(height, 4)) + box("irot", [UInt8(turns)])
        var associations = number(count + 1, 4) + number(1, 2) + [2, 3, 0x84]
        for tile in tiles { associations += number(tile, 2) + (turnsTiles ? [3, 0x81, 2, 0x84] : [2, 0x81, 2]) }
        var items = number(count + 1, 2) + full("infe", number(1, 2) + [0, 0] + Array("grid".utf8) + [0], version: 2)
        for tile in tiles {
            items += full("infe", number(tile, 2) + [0, 0] + Array(kind.utf8) + [0], version: 2, flags: 1)
        }
        let references = full(
            "iref",
            ([(kind: "dimg", from: 1, to: tiles)] + others).flatMap { reference in
                box(
                    reference.kind,
                    number(reference.from, 2) + number(reference.to.count, 2)
                        + reference.to.flatMap { number($0, 2) })
            })
        func metadata(pixelsAt start: Int) -> [UInt8] {
            var places = [0x44, 0] + number(count + 1, 2)
            places += number(1, 2) + number(0, 2) + number(1, 2) + number(start, 4) + number(grid.count, 4)
            for tile in tiles {
                places += number(tile, 2) + number(0, 2) + number(1, 2) + number(start + grid.count, 4)
                places += number(pixels.count, 4)
            }
            let handler = full("hdlr", number(0, 4) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
            return full(
                "meta",
                handler + full("pitm", number(1, 2)) + full("iinf", items) + references
                    + box("iprp", box("ipco", properties) + full("ipma", associations)) + full("iloc", places))
        }
        let head = try box("ftyp", in: source)
        let start = head.count + metadata(pixelsAt: 0).count + 8
        return Data(head + metadata(pixelsAt: start) + box("mdat", grid + pixels))
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ((count - 1 - $0) * 8)) }
    }

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(name.utf8) + content
    }

    private static func full(_ name: String, _ content: [UInt8], version: UInt8 = 0, flags: Int = 0) -> [UInt8] {
        box(name, [version] + number(flags, 3) + content)
    }

    /// Returns a box of a file, with its size and its name.
    private static func box(_ name: String, in bytes: [UInt8]) throws -> [UInt8] {
        let data = Data(bytes)
        guard let place = data.range(of: Data(name.utf8)) else { throw CocoaError(.fileReadCorruptFile) }
        let size = data[place.lowerBound - 4..<place.lowerBound].reduce(0) { $0 << 8 | Int($1) }
        return Array(data[place.lowerBound - 4..<place.lowerBound - 4 + size])
    }
}
