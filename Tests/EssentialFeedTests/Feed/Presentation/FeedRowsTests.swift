import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

@Suite struct FeedRowsTests {
    /// The width of three squares in the densest grid.
    private static let width = 424

    private let images = (0..<7).map { _ in image(100, 100) }

    @Test func `Windows below 700 pixels have cards, wider ones tiles, and a grid has its density at every width`() {
        #expect(
            [0, 360, 699, 700, 4_000].map { FeedArrangement(width: $0) } == [.cards, .cards, .cards, .tiles, .tiles])
        for density in FeedStyle.Density.allCases {
            let style = FeedStyle(isGrid: true, density: density)
            #expect([360, 1_600].allSatisfy { FeedArrangement(style, width: $0) == .grid(density) })
        }
        #expect(FeedStyle.Density.allCases.map(\.larger) == [.low, .low, .usual])
        #expect(FeedStyle.Density.allCases.map(\.smaller) == [.usual, .high, .high])
    }

    @Test func `Pictures on cards are as wide as cards`() {
        func sizing(_ width: Int, _ scale: Int) -> PictureSizing {
            var rows = FeedRows(images)
            rows.arrange(as: .cards, width: width - 2 * FeedArrangement.margin)
            return rows.sizing(scale: scale)
        }
        #expect(sizing(480, 1) == .cards(width: 432))
        #expect(sizing(690, 2) == .cards(width: 552, scale: 2))
        #expect(sizing(0, 1) == .cards(width: 1))
    }

    @Test("Pictures in rows fill their places, and are less than a third larger", arguments: 700..<760)
    func picturesFillTheirPlaces(width: Int) throws {
        let shapes = [(3, 2), (2, 3), (1, 1), (16, 9), (10, 7), (3, 1), (8, 1), (10, 1)]
        let images = (0..<24).map { image(shapes[$0 % 8].0 * 500, shapes[$0 % 8].1 * 500) }
        var rows = FeedRows(images)
        rows.arrange(as: .tiles, width: width)
        let sizing = rows.sizing(scale: 2)
        for (position, image) in images.enumerated() {
            let row = try #require(rows.places(besides: image.id, width: width))
            let size = sizing.size(of: image, at: position)
            #expect((Double(row.height)..<Double(row.height + 2) * 4 / 3).contains(Double(size.height) / 2))
            #expect(size.width / 2 >= row.spans[position - row.photos.lowerBound].count - 1)
        }
    }

    @Test func `Widths that have the same rows have pictures of the same sizes`() {
        let images = (0..<30).map { image(1_000 + $0 % 7 * 200, 1_000) }
        func sizes(_ width: Int) -> [PixelSize] {
            var rows = FeedRows(images)
            rows.arrange(as: .tiles, width: width)
            return images.enumerated().map { rows.sizing(scale: 1).size(of: $1, at: $0) }
        }
        for width in 700..<1_900 where JustifiedRows.step(width) == JustifiedRows.step(width + 1) {
            #expect(sizes(width) == sizes(width + 1))
        }
    }

    @Test func `A picture that isn't in any row has the usual height`() {
        var rows = FeedRows()
        rows.arrange(as: .tiles, width: 976)
        let sizing = rows.sizing(scale: 2)
        let height = sizing.size(of: image(1_000, 2_000)).height
        #expect((640...800).contains(height))
        #expect(sizing.size(of: image(1_500, 1_000), at: 7) == PixelSize(width: height * 3 / 2, height: height))
        #expect(sizing.size(of: image(60_000, 1)) == PixelSize(width: height * 10, height: height))
    }

    @Test func `Images stand row by row`() {
        let rows = arranged(images)
        #expect((0..<4).map { rows.images(at: $0).map(\.id) } == [ids(0..<3), ids(3..<6), ids(6..<7), []])
        #expect(images.map { rows.position(of: $0.id) } == [0, 0, 0, 1, 1, 1, 2])
        #expect(Array(rows.images(besides: images[4].id)) == Array(images[3..<6]))
        #expect(rows.places(besides: images[4].id, width: Self.width)?.photos == 3..<6)
        #expect(rows.imagesInRow == 2)
        #expect(rows.images(at: -1).isEmpty)
        #expect(rows.images(at: .max).isEmpty)
        #expect(rows.position(of: UUID()) == nil)
        #expect(rows.images(besides: UUID()).isEmpty)
    }

    @Test func `The line takes a row of its own, and the images after it begin another one`() {
        let line = UUID()
        let rows = arranged(images, firstSeen: images[6].id)
        #expect((0..<6).map { rows.images(at: $0).map(\.id) } == [ids(0..<3), ids(3..<6), [], ids(6..<7), [], []])
        #expect(images.map { rows.position(of: $0.id) } == [0, 0, 0, 1, 1, 1, 3])
        #expect(Array(rows.images(besides: images[6].id)) == [images[6]])
        #expect(rows.keys(keeping: [], preferred: nil) { _, _ in line } == [0, 3].map(id) + [line] + [6].map(id))
        let single = FeedRows(images, firstSeen: images[3].id)
        #expect(single.keys(keeping: [], preferred: nil) { _, _ in line } == ids(0..<3) + [line] + ids(3..<7))
        #expect(images.map { single.position(of: $0.id) } == [0, 1, 2, 4, 5, 6, 7])
        #expect(single.images(at: 3).isEmpty && single.images(at: 4).map(\.id) == [id(3)])
        #expect(single.places(besides: id(3), width: Self.width) == nil)
    }

    @Test func `There is no line above the first image, or above one that isn't in the feed`() {
        for firstSeen in [images[0].id, UUID()] {
            let rows = arranged(images, firstSeen: firstSeen)
            #expect(rows.keys(keeping: [], preferred: nil) { _, _ in UUID() } == [0, 3, 6].map(id))
            #expect(rows.position(of: images[6].id) == 2)
        }
    }

    @Test func `A row keeps its key as long as the image is in it, and the preferred key of several`() {
        let before = arranged(Array(images[1...])).keys(keeping: [], preferred: nil) { _, _ in UUID() }
        #expect(before == [1, 4].map(id))
        let after = arranged(images)
        #expect(after.keys(keeping: Set(before), preferred: nil) { _, _ in UUID() } == [1, 4, 6].map(id))
        let all = Set(images.map(\.id))
        #expect(after.keys(keeping: all, preferred: id(5)) { _, _ in UUID() } == [0, 5, 6].map(id))
    }

    /// Returns the images in rows of three squares.
    private func arranged(_ images: [FeedImage], firstSeen: FeedImage.ID? = nil) -> FeedRows {
        var rows = FeedRows(images, firstSeen: firstSeen)
        rows.arrange(as: .grid(.high), width: Self.width, isComplete: false)
        return rows
    }

    @Test func `A month of two rows has its name above them, and a shorter one on its first photo`() {
        let images = (0..<20).map { _ in image(100, 100) }
        let months = [0..<8, 8..<10, 10..<20].map { FeedMonth(images: $0, name: "\($0)", shortName: "", year: "2026") }
        var rows = FeedRows(images, firstSeen: images[10].id)
        rows.arrange(as: .grid(.usual), width: 812, months: months)
        var separators: [(FeedRows.Separator, UUID)] = []
        let keys = rows.keys(keeping: [], preferred: nil) {
            separators.append(($0, $1))
            return UUID()
        }
        #expect(separators.map(\.0) == [.month, .line, .month])
        #expect(separators.map(\.1) == [images[0].id, images[10].id, images[10].id])
        #expect(images.filter { rows.month(on: $0.id) != nil }.map(\.id) == [images[8].id])
        #expect(rows.month(of: images[9].id) == months[1] && rows.month(of: UUID()) == nil)
        for (position, key) in keys.enumerated() {
            #expect(rows.images(at: position).isEmpty == (rows.image(key) == nil))
        }
        for image in images {
            let position = rows.position(of: image.id)
            #expect(position.map { rows.images(at: $0).contains(image) } == true)
        }
        rows.arrange(as: .grid(.high), width: 812, months: months)
        #expect(images.filter { rows.month(on: $0.id) != nil }.map(\.id) == [0, 8, 10].map { images[$0].id })
        rows.arrange(as: .tiles, width: 812)
        #expect(images.allSatisfy { rows.month(on: $0.id) == nil })
    }

    private func id(_ position: Int) -> UUID { images[position].id }

    private func ids(_ range: Range<Int>) -> [UUID] { images[range].map(\.id) }
}

private func image(_ width: Int, _ height: Int) -> FeedImage {
    FeedImage(id: UUID(), url: URL(filePath: "/"), pixelSize: PixelSize(width: width, height: height))
}
