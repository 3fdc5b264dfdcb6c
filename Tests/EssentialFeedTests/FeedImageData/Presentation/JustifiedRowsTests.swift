import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

@Suite struct JustifiedRowsTests {
    private static let measures = JustifiedRows.Measures(height: 320, spacing: 12)

    @Test(
        "Each photo is in one row, in order; rows fill the width and keep photos in shape and heights near the target",
        arguments: [700, 976, 1_576, 1_896, 3_816])
    func rowsFillTheWidth(width: Int) {
        for seed in 1...40 as ClosedRange<UInt64> {
            let shapes = Self.shapes(300, seed: seed)
            let rows = JustifiedRows(shapes, width: width, measures: Self.measures)
            #expect(rows.starts.indices.flatMap { Array(rows.photos($0)) } == Array(0..<300))
            for index in rows.starts.indices {
                let row = rows.row(index, width: width)
                #expect(zip(row.spans, row.spans.dropFirst()).allSatisfy { $1.lowerBound - $0.upperBound == 12 })
                let isPanorama = row.photos.count == 1 && row.height < 192
                let isFilled = row.spans.last?.upperBound == width
                #expect(isFilled || row.height == 320, "\(width), \(seed): \(row)")
                #expect(isPanorama || (187...454).contains(row.height), "\(width), \(seed): \(row)")
                for (photo, span) in zip(row.photos, row.spans) where !isPanorama {
                    let shape = PictureAspect.widthByHeight(ofWhole: shapes[photo])
                    #expect(abs(Double(span.count) - shape * Double(row.height)) <= 0.5 * shape + 1)
                }
            }
        }
    }

    @Test func `In a wide window, hardly any row is left open at its end`() {
        for seed in 1...40 as ClosedRange<UInt64> {
            let rows = JustifiedRows(Self.shapes(300, seed: seed), width: 1_576, measures: Self.measures)
            let open = rows.starts.indices.count { rows.row($0, width: 1_576).spans.last?.upperBound != 1_576 }
            #expect(open == 0, "\(seed)")
        }
    }

    @Test func `Further photos at the end change no row but the last`() {
        let shapes = Self.shapes(200, seed: 7)
        for count in 1...199 {
            let before = JustifiedRows(
                Array(shapes[..<count]), width: 1_576, measures: Self.measures, isComplete: false)
            let after = JustifiedRows(Array(shapes[...count]), width: 1_576, measures: Self.measures, isComplete: false)
            let same = zip(before.starts, after.starts).prefix { $0 == $1 }.count
            // The row of a panorama also ends the one before it.
            let isPanorama = PictureAspect.widthByHeight(ofWhole: shapes[count]) > 4
            #expect(same >= before.starts.count - (isPanorama ? 5 : 1), "\(count)")
        }
    }

    @Test func `A break begins a row, and the row before it is filled`() {
        let shapes = Self.shapes(60, seed: 3)
        let rows = JustifiedRows(shapes, width: 1_576, measures: Self.measures, breaks: [17, 18, 40])
        #expect(Set([0, 17, 18, 40]).isSubset(of: rows.starts))
        #expect(rows.row(rows.index(of: 16), width: 1_576).spans.last?.upperBound == 1_576)
        #expect(rows.row(rows.index(of: 39), width: 1_576).spans.last?.upperBound == 1_576)
        // A photo alone isn't enlarged to fill its row.
        let alone = rows.row(rows.index(of: 17), width: 1_576)
        #expect(alone.photos == 17..<18 && alone.height == 320)
    }

    @Test func `A panorama has a row of its own, and unusual sizes have a usual shape`() {
        let square = PixelSize(width: 100, height: 100)
        let shapes = [square, square, PixelSize(width: 60_000, height: 1), square, square, nil, square]
        let rows = JustifiedRows(shapes, width: 976, measures: Self.measures)
        let panorama = rows.row(rows.index(of: 2), width: 976)
        #expect(panorama.photos == 2..<3 && panorama.height == 98 && panorama.spans == [0..<976])
        #expect(PictureAspect.widthByHeight(ofWhole: PixelSize(width: 1, height: 60_000)) == 0.2)
        for size in [nil, PixelSize(width: 0, height: 5), PixelSize(width: 5, height: -1)] {
            #expect(PictureAspect.widthByHeight(ofWhole: size) == 1.5)
        }
        let narrow = JustifiedRows(shapes, width: 1, measures: Self.measures)
        #expect(narrow.starts.indices.allSatisfy { narrow.row($0, width: 1).height > 0 })
        #expect(JustifiedRows([], width: 976, measures: Self.measures).starts.isEmpty)
    }

    @Test func `Photos are divided for few widths, and fill each width between them`() {
        let shapes = Self.shapes(100, seed: 11)
        var divisions: Set<[Int]> = []
        for width in 700...1_600 {
            let rows = JustifiedRows(shapes, width: width, measures: Self.measures)
            divisions.insert(rows.starts)
            for index in rows.starts.indices {
                let row = rows.row(index, width: width)
                #expect(row.spans.last?.upperBound == width || row.height == 320)
            }
        }
        #expect(divisions.count <= 18)
    }

    @Test("At most a tenth of the rows is empty, gaps included", arguments: [(976, 0.11), (1_576, 0.1), (1_896, 0.1)])
    func rowsAreHardlyEmpty(width: Int, limit: Double) {
        let caption = 56
        for seed in 1...20 as ClosedRange<UInt64> {
            let shapes = Self.shapes(300, seed: seed)
            let all = JustifiedRows(shapes, width: width, measures: Self.measures)
            let rows = all.starts.indices.map { all.row($0, width: width) }
            let filled = rows.map { row in row.spans.map(\.count).reduce(0, +) * (row.height + caption) }.reduce(0, +)
            let height = rows.map { $0.height + caption + 12 }.reduce(0, +)
            let empty = 1 - Double(filled) / Double(height * (width + 24))
            #expect(empty <= limit, "\(seed): \(empty)")
            guard width >= 1_576 else { continue }
            // The largest hole is the open end of a row.
            let holes = rows.map { (width - ($0.spans.last?.upperBound ?? 0)) * ($0.height + caption) }
            #expect((holes.max() ?? 0) <= (width + 24) * 1_000 / 50, "\(seed)")
        }
    }

    @Test("At most a tenth of a grid by months is empty in a wide window", arguments: FeedStyle.Density.allCases)
    func gridIsHardlyEmpty(density: FeedStyle.Density) throws {
        let arrangement = FeedArrangement.grid(density)
        let measures = try #require(arrangement.rows)
        let images = Self.shapes(300, seed: 2).map { FeedImage(id: UUID(), url: URL(filePath: "/"), pixelSize: $0) }
        let months = stride(from: 0, to: 300, by: 40).map {
            FeedMonth(images: $0..<min($0 + 40, 300), name: "", shortName: "", year: "2026")
        }
        var rows = FeedRows(images)
        rows.arrange(as: arrangement, width: 1_576, months: months)
        let keys = rows.keys(keeping: [], preferred: nil) { _, _ in UUID() }
        var (filled, height) = (0, 0)
        for key in keys {
            guard let row = rows.places(besides: key, width: 1_576) else {
                // A heading, of which about a fifth is text.
                (filled, height) = (filled + 300 * 17, height + 40)
                continue
            }
            filled += row.spans.map(\.count).reduce(0, +) * row.height
            height += row.height + measures.spacing
        }
        #expect(1 - Double(filled) / Double(height * 1_600) <= 0.1)
    }

    @Test(.detectsHangs) func `A hundred thousand photos are divided`() {
        let shapes = Self.shapes(100_000, seed: 5)
        #expect(JustifiedRows(shapes, width: 1_576, measures: Self.measures).starts.count > 10_000)
    }

    /// Returns sizes in the proportions in which collections have them.
    private static func shapes(_ count: Int, seed: UInt64) -> [PixelSize?] {
        var generator = SeededGenerator(seed: seed)
        let usual = [
            (1_500, 1_000, 34), (1_600, 1_200, 22), (1_000, 1_500, 14), (1_200, 1_600, 12), (1_600, 900, 6),
            (900, 1_600, 4), (1_000, 1_000, 4), (2_400, 1_000, 2), (3_200, 1_000, 1), (460, 1_000, 1),
        ]
        let all = usual.flatMap { Array(repeating: PixelSize(width: $0.0, height: $0.1), count: $0.2) }
        return (0..<count).map { _ in
            let number = Int.random(in: 0..<1_000, using: &generator)
            return number < 3 ? PixelSize(width: 6_000, height: 1_000) : all[number % all.count]
        }
    }
}
