import ImageFormats
import Testing

/// The sizes at which an image is made smaller.
@Suite struct PixelSizeTests {
    @Test(
        "A size is scaled to a long edge in its proportions, rounded, never enlarged and never to nothing",
        arguments: [
            (4_032, 3_024, 1_080, 1_080, 810), (3_024, 4_032, 1_080, 810, 1_080), (4_000, 2_667, 480, 480, 320),
            (100, 50, 100, 100, 50), (100, 50, 101, 100, 50), (1, 1, 480, 1, 1), (1, 10_000, 480, 1, 480),
            (10_000, 1, 480, 480, 1), (3, 2, 2, 2, 1), (5, 5, 1, 1, 1), (64, 48, 0, 1, 1), (64, 48, -5, 1, 1),
            (.max, .max, 480, 480, 480),
        ])
    func scaledKeepsProportions(width: Int, height: Int, edge: Int, scaledWidth: Int, scaledHeight: Int) {
        let scaled = PixelSize(width: width, height: height).scaled(toLongEdge: edge)
        #expect(scaled == PixelSize(width: scaledWidth, height: scaledHeight))
    }

    @Test func `Sizes are in the order of their edges, and each is there once`() {
        let small = PixelSize(width: 600, height: 400)
        #expect(small.scaled(toLongEdges: [2_048, 480, 1_080, 480]) == [small, PixelSize(width: 480, height: 320)])
        #expect(small.scaled(toLongEdges: []) == [])
    }
}
