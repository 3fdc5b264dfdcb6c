import CConfinement
import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// Decoding of AVIF and HEIC, which libheif crops and turns.
@Suite struct HEIFPictureTests {
    private let decoder = PictureDecoder(timeLimit: .patient)

    /// Only their stored top left quarter has one strong colour other than blue: red, or green where the profile says
    /// so.
    @Test(arguments: try PrivatePicture.names().filter { $0.hasSuffix("heic") || $0.hasSuffix("avif") })
    func `An AVIF or a HEIC is turned and mirrored once, as its boxes say`(name: String) throws {
        let data = try PrivatePicture.data(name)
        let header = try ImageHeader(of: data)
        let picture = try decoder.decode(data, filling: header.uprightSize)
        #expect(picture.size == header.uprightSize)
        let pixels = Samples.pixels(of: picture)
        let place = try #require(
            [[1, 5], [2, 6], [3, 7], [4, 8]].firstIndex { $0.contains(header.orientation.rawValue) })
        let (left, right, high, low) = (8, picture.size.width - 9, 8, picture.size.height - 9)
        let corners = [(left, high), (right, high), (right, low), (left, low)]
        for (index, (x, y)) in corners.enumerated() {
            let pixel = pixels.pixel(x, y)
            // The colours were multiplied with alpha; this undoes it.
            let colour = pixel[..<3].map { $0 * 255 / max(1, pixel[3]) }
            let isFirst = max(colour[1], colour[2]) > 200 && min(colour[1], colour[2]) < 80 && colour[0] < 80
            #expect(isFirst == (index == place), "\(pixel) at \(x), \(y)")
        }
    }

    @Test(arguments: ["plain.heic", "plain.avif"])
    func `Neither a cut AVIF or HEIC nor one with two sizes is shown`(name: String) throws {
        let data = try TestPicture.data(name)
        let box = PixelSize(width: 40, height: 30)
        for count in stride(from: 12, to: data.count, by: 9) {
            #expect(throws: PictureError.self) { try decoder.decode(data.prefix(count), filling: box) }
        }
        var other = data
        let size = try #require(data.range(of: Data("ispe".utf8), options: .backwards))
        other[size.upperBound + 7] += 1
        #expect(throws: PictureError.self) { try decoder.decode(other, filling: box) }
    }

    @Test(
        "A HEIC or an AVIF of many tiles is decoded one row of tiles after the other, whatever its size",
        arguments: [("large.heic", 4, 4), ("large.avif", 4, 4), ("large.heic", 1, 3)])
    func decodeDecodesTileByTile(name: String, columns: Int, rows: Int) async {
        await #expect(processExitsWith: .success) { [name, columns, rows] in
            // As in the decoder program: without this, each thread keeps freed memory.
            confinement_use_one_arena()
            let decoder = PictureDecoder()
            let box = PixelSize(width: 600, height: 450)
            let tile = try decoder.decode(TestPicture.data(name), filling: PixelSize(width: 150, height: 113))
            let large = try LargeHEIC.grid(of: name, size: (3_000, 2_250), columns: columns, rows: rows)
            let estimate = try DecodePlan(of: large).estimatedBytes(filling: box)
            precondition(estimate < 256 << 20, "\(estimate)")
            let before = try Memory.forgetPeak()
            let picture = try decoder.decode(large, filling: box)
            let peak = try Memory.peak() - before
            precondition(peak <= estimate, "\(peak) of \(estimate) bytes")
            guard columns == 4 else { return }
            precondition(picture.size == box, "\(picture.size)")
            let (pixels, expected) = (Samples.pixels(of: picture), Samples.pixels(of: tile))
            for (column, row) in [(0, 0), (3, 0), (0, 3), (2, 1)] {
                for (x, y) in [(20, 20), (120, 20), (20, 90), (120, 90)] {
                    let (one, other) = (pixels.pixel(column * 150 + x, row * 112 + y + row / 2), expected.pixel(x, y))
                    precondition(zip(one, other).allSatisfy { abs($0 - $1) < 12 }, "\(one), \(other)")
                }
            }
        }
    }

    @Test(arguments: 0..<4)
    func `A turned grid of tiles is turned once, and its tiles stay where they are`(turns: Int) throws {
        let large = try LargeHEIC.grid(of: "large.heic", size: (3_000, 2_250), columns: 2, rows: 1, turns: turns)
        let small = try LargeHEIC.grid(of: "plain.heic", size: (64, 48), columns: 2, rows: 1, turns: turns)
        let isTurned = turns % 2 == 1
        let box = isTurned ? PixelSize(width: 48, height: 128) : PixelSize(width: 128, height: 48)
        let header = try DecodePlan(of: large)
        #expect((header.image.uprightSize.width > header.image.uprightSize.height) != isTurned)
        // libheif draws the small one as a whole.
        let pictures = try [large, small].map { Samples.pixels(of: try decoder.decode($0, filling: box)) }
        #expect(pictures[0].width == box.width)
        for y in stride(from: 4, to: box.height, by: 9) {
            for x in stride(from: 4, to: box.width, by: 9) {
                let (one, other) = (pictures[0].isRed(x, y), pictures[1].isRed(x, y))
                #expect(one == other, "\(x), \(y)")
            }
        }
    }

    @Test(arguments: [1, 2], [("large.heic", 3_000, 2_250), ("plain.heic", 64, 48), ("plain.avif", 64, 48)])
    func `A turn that a grid's tiles repeat changes nothing`(turns: Int, tile: (String, Int, Int)) throws {
        let pictures = try [false, true].map { turnsTiles in
            let grid = try LargeHEIC.grid(
                of: tile.0, size: (tile.1, tile.2), columns: 2, rows: 1, turns: turns, turnsTiles: turnsTiles)
            let box = turns % 2 == 1 ? PixelSize(width: 48, height: 128) : PixelSize(width: 128, height: 48)
            return Samples.pixels(of: try decoder.decode(grid, filling: box)).bytes
        }
        #expect(pictures[0] == pictures[1])
    }

    @Test(arguments: [("large.heic", 3_000, 2_250), ("plain.heic", 64, 48)])
    func `What other items share doesn't keep a picture from being shown`(tile: (String, Int, Int)) throws {
        let box = PixelSize(width: 128, height: 48)
        let plain = try LargeHEIC.grid(of: tile.0, size: (tile.1, tile.2), columns: 2, rows: 1)
        let shared = try LargeHEIC.grid(
            of: tile.0, size: (tile.1, tile.2), columns: 2, rows: 1,
            others: ["auxl", "thmb", "cdsc", "prem", "dimg"].flatMap { kind in
                [(kind, 2, [1, 3]), (kind, 3, [1, 9]), (kind, 9, [1, 2])]
            })
        let pictures = try [plain, shared].map { Samples.pixels(of: try decoder.decode($0, filling: box)).bytes }
        #expect(pictures[0] == pictures[1])
    }

    @Test func `A grid that is one of its own tiles is an error`() throws {
        var grid = try LargeHEIC.grid(of: "plain.heic", size: (64, 48), columns: 2, rows: 1)
        let tiles = try #require(grid.range(of: Data("dimg".utf8))).upperBound + 4
        grid.replaceSubrange(tiles..<tiles + 2, with: [0, 1])
        #expect(throws: PictureError.undecodable("an image is derived from itself or from nothing")) {
            try decoder.decode(grid, filling: PixelSize(width: 8, height: 8))
        }
    }

    @Test func `A valid file of a coding that isn't supported isn't called damaged`() throws {
        var heic = try TestPicture.data("plain.heic")
        while let kind = heic.range(of: Data("hvc1".utf8)) { heic.replaceSubrange(kind, with: Data("j2k1".utf8)) }
        var files = [("JPEG 2000", heic)]
        let markers: [(UInt8, String)] = [(0xC3, "lossless JPEG"), (0xC6, "hierarchical JPEG"), (0xF7, "JPEG-LS")]
        for (marker, coding) in markers {
            var jpeg = Samples.jpeg(width: 8, height: 8)
            let frame = try #require(jpeg.firstRange(of: [0xFF, 0xC0]))
            jpeg[frame.upperBound - 1] = marker
            files.append((coding, jpeg))
        }
        var scanned = Samples.jpeg(width: 8, height: 8)
        let height = try #require(scanned.firstRange(of: [0xFF, 0xC0])).upperBound + 3
        scanned.replaceSubrange(height..<height + 2, with: [0, 0])
        scanned.insert(contentsOf: [0xFF, 0xDC, 0, 4, 0, 8], at: scanned.count - 2)
        files.append(("JPEG with its height at the end", scanned))
        for (coding, data) in files {
            let error = #expect(throws: PictureError.self) {
                try decoder.decode(data, filling: PixelSize(width: 8, height: 8))
            }
            #expect(error == .unsupportedCoding(coding))
            #expect(error?.description.contains(coding) == true)
            #expect(try ImageHeader(of: data).size.width > 0)
        }
    }

    @Test func `A grid that lies about its tiles, or has changed bytes, is drawn, refused or an error`() throws {
        let grid = try LargeHEIC.grid(of: "large.heic", size: (3_000, 2_250), columns: 4, rows: 4)
        let box = PixelSize(width: 40, height: 30)
        #expect(try DecodePlan(of: grid).estimatedBytes(filling: box) < 256 << 20)
        // More rows of tiles than tiles, so it isn't decoded tile by tile.
        var other = grid
        let content = try #require(grid.range(of: Data([0, 1, 3, 3, 0, 0])))
        other[content.lowerBound + 2] = 9
        #expect(throws: PictureError.tooLarge(PixelSize(width: 12_000, height: 9_000))) {
            try decoder.decode(other, filling: box)
        }
        // Tiles of a pixel, of none, and of more than any image has.
        for size: [UInt8] in [[0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF]] {
            var other = grid
            let place = try #require(grid.range(of: Data("ispe".utf8)))
            other.replaceSubrange(place.upperBound + 4..<place.upperBound + 8, with: size)
            #expect(throws: PictureError.self) { try decoder.decode(other, filling: box) }
        }
        var random = SeededGenerator(seed: 11)
        let head = try #require(grid.range(of: Data("mdat".utf8))).lowerBound
        for _ in 0..<3_000 {
            var hostile = grid
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                hostile[.random(in: 0..<head, using: &random)] = .random(in: 0...255, using: &random)
            }
            do {
                _ = try DecodePlan(of: hostile).estimatedBytes(filling: box)
            } catch {
                continue
            }
        }
    }
}
