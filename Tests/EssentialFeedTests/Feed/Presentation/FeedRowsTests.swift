import EssentialFeed
import Foundation
import TestSupport
import Testing

@Suite struct FeedRowsTests {
    private let images = (0..<7).map { _ in uniqueImage() }

    @Test(
        "There are as many columns as leave each picture 440 pixels, at most four, and one up to 1,000 pixels",
        arguments: [
            (0, 1), (360, 1), (1_000, 1), (1_001, 2), (1_439, 2), (1_440, 3), (1_915, 3), (1_916, 4), (4_000, 4),
            (Int.max, 4),
        ])
    func countDependsOnWidth(width: Int, columns: Int) {
        #expect(FeedColumns.count(width: width) == columns)
        guard width > 0 else { return }
        let picture = FeedColumns.pictureWidth(width: width, count: columns)
        #expect(columns == 1 || (440...552).contains(picture))
    }

    @Test func `A single column has the width that it always had`() {
        #expect(FeedColumns.maximumWidth(count: 1) == 600)
        #expect(FeedColumns.pictureWidth(width: 480, count: 1) == 432)
        #expect(FeedColumns.pictureWidth(width: 900, count: 1) == 552)
    }

    @Test func `Images stand row by row, as many in a row as there are columns`() {
        let rows = FeedRows(images, columns: 3)
        #expect((0..<4).map { rows.images(at: $0).map(\.id) } == [ids(0..<3), ids(3..<6), ids(6..<7), []])
        #expect(images.map { rows.position(of: $0.id) } == [0, 0, 0, 1, 1, 1, 2])
        #expect(Array(rows.images(besides: images[4].id)) == Array(images[3..<6]))
        #expect(rows.images(at: -1).isEmpty)
        #expect(rows.images(at: .max).isEmpty)
        #expect(rows.position(of: UUID()) == nil)
        #expect(rows.images(besides: UUID()).isEmpty)
    }

    @Test func `The line takes a row of its own, and the images after it begin another one`() {
        let line = UUID()
        let rows = FeedRows(images, columns: 2, firstSeen: images[3].id)
        #expect(
            (0..<6).map { rows.images(at: $0).map(\.id) }
                == [ids(0..<2), ids(2..<3), [], ids(3..<5), ids(5..<7), []])
        #expect(images.map { rows.position(of: $0.id) } == [0, 0, 1, 3, 3, 4, 4])
        #expect(Array(rows.images(besides: images[2].id)) == [images[2]])
        #expect(rows.keys(line: line, keeping: [], preferred: nil) == [0, 2].map(id) + [line] + [3, 5].map(id))
        let single = FeedRows(images, firstSeen: images[3].id)
        #expect(single.keys(line: line, keeping: [], preferred: nil) == ids(0..<3) + [line] + ids(3..<7))
        #expect(images.map { single.position(of: $0.id) } == [0, 1, 2, 4, 5, 6, 7])
    }

    @Test func `There is no line above the first image, or above one that isn't in the feed`() {
        for firstSeen in [images[0].id, UUID()] {
            let rows = FeedRows(images, columns: 2, firstSeen: firstSeen)
            #expect(rows.keys(line: UUID(), keeping: [], preferred: nil) == [0, 2, 4, 6].map(id))
            #expect(rows.position(of: images[6].id) == 3)
        }
    }

    @Test func `A row keeps its key as long as the image is in it, and the preferred key of several`() {
        let before = FeedRows(Array(images[1...]), columns: 2).keys(line: UUID(), keeping: [], preferred: nil)
        #expect(before == [1, 3, 5].map(id))
        let after = FeedRows(images, columns: 2)
        #expect(after.keys(line: UUID(), keeping: Set(before), preferred: nil) == [1, 3, 5, 6].map(id))
        let all = Set(images.map(\.id))
        #expect(after.keys(line: UUID(), keeping: all, preferred: id(3)) == [0, 3, 4, 6].map(id))
    }

    private func id(_ position: Int) -> UUID { images[position].id }

    private func ids(_ range: Range<Int>) -> [UUID] { images[range].map(\.id) }
}
