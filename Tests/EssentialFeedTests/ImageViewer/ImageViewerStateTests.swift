import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

/// The image in the viewer, and the images within reach.
@Suite struct ImageViewerStateTests {
    private let images = (0..<6).map { _ in uniqueImage() }

    @Test func `The viewer shows the image that was opened, and knows whether others are beside it`() {
        let first = ImageViewerState(showing: images[0], of: images)
        #expect(!first.hasPrevious && first.hasNext)
        let last = ImageViewerState(showing: images[5], of: images)
        #expect(last.hasPrevious && !last.hasNext)
        let stranger = ImageViewerState(showing: uniqueImage(), of: images)
        #expect(!stranger.hasPrevious && !stranger.hasNext)
    }

    @Test func `Next and previous go through the feed, and stop at its ends`() {
        var state = ImageViewerState(showing: images[1], of: images)
        #expect(state.handle(.nextRequested) == [.show(images[2])])
        #expect(state.handle(.previousRequested) == [.show(images[1])])
        #expect(state.handle(.previousRequested) == [.show(images[0])])
        #expect(state.handle(.previousRequested) == [])
        #expect(state.image == images[0])
    }

    @Test func `The next page is asked for before the last image is reached, and again at the end`() {
        var state = ImageViewerState(showing: images[1], of: images)
        #expect(state.handle(.nextRequested) == [.show(images[2])])
        #expect(state.handle(.nextRequested) == [.show(images[3]), .loadMore])
        #expect(state.handle(.nextRequested) == [.show(images[4]), .loadMore])
        #expect(state.handle(.nextRequested) == [.show(images[5]), .loadMore])
        #expect(state.handle(.nextRequested) == [.loadMore])
        let more = images + [uniqueImage()]
        #expect(state.handle(.rowsChanged(more)) == [])
        #expect(state.handle(.nextRequested) == [.show(more[6]), .loadMore])
    }

    @Test func `Any image of the feed can be shown; the shown one and strangers change nothing`() {
        var state = ImageViewerState(showing: images[1], of: images)
        #expect(state.handle(.requested(images[4].id)) == [.show(images[4]), .loadMore])
        #expect(state.handle(.requested(images[0].id)) == [.show(images[0])])
        #expect(state.handle(.requested(images[0].id)) == [])
        #expect(state.handle(.requested(UUID())) == [])
        #expect(state.image == images[0])
    }

    @Test(
        "The images around the shown one have it in the middle, except near the ends of the feed",
        arguments: [
            (0, 3, 0..<3), (1, 3, 0..<3), (3, 3, 2..<5), (5, 3, 3..<6), (2, 4, 0..<4), (2, 1, 2..<3), (2, 9, 0..<6),
        ])
    func imagesAroundTheShownOne(position: Int, count: Int, expected: Range<Int>) {
        let state = ImageViewerState(showing: images[position], of: images)
        #expect(state.images(aroundShown: count) == images[expected])
    }

    @Test func `In a slideshow, the first image follows the last one, and a feed of one image has no other`() {
        var state = ImageViewerState(showing: images[4], of: images)
        #expect(state.handle(.turnEnded) == [.show(images[5]), .loadMore])
        #expect(state.handle(.turnEnded) == [.show(images[0])])
        var lone = ImageViewerState(showing: images[0], of: [images[0]])
        #expect(lone.handle(.turnEnded) == [])
    }

    @Test func `An image that has left the feed stays in the viewer; one that has changed is shown anew`() {
        var state = ImageViewerState(showing: images[2], of: images)
        #expect(state.handle(.rowsChanged([images[0], images[1]])) == [])
        #expect(state.image == images[2])
        #expect(state.handle(.nextRequested) == [.show(images[3]), .loadMore])
        let changed = FeedImage(id: images[3].id, description: "other", url: images[3].url)
        #expect(state.handle(.rowsChanged([uniqueImage(), changed])) == [.show(changed)])
        #expect(state.hasPrevious && !state.hasNext)
    }
}

/// The sizes at which pictures are shown.
@Suite struct PictureSizingTests {
    private func image(_ width: Int, _ height: Int) -> FeedImage {
        FeedImage(id: UUID(), url: anyURL(), pixelSize: PixelSize(width: width, height: height))
    }

    @Test(
        arguments: [
            (400, 400, 300), (600, 400, 200), (1_600, 900, 169), (3_000, 400, 169), (300, 400, 400), (100, 900, 400),
            (1_000_000, 1, 169), (1, 1_000_000, 400),
        ])
    func `A card has the shape of its picture, between 3:4 and 16:9`(width: Int, height: Int, expected: Int) {
        let size = PictureSizing.cards(width: 300).size(of: image(width, height))
        #expect(size == PixelSize(width: 300, height: expected))
        #expect(
            PictureSizing.cards(width: 300, scale: 2).size(of: image(width, height))
                == PixelSize(width: 600, height: 2 * expected))
    }

    @Test func `A card without the size of its picture is 4:3`() {
        let size = PictureSizing.cards(width: 400).size(of: FeedImage(id: UUID(), url: anyURL()))
        #expect(size == PixelSize(width: 400, height: 300))
    }

    @Test func `The viewer shows the whole picture, as large as its box allows`() {
        let box = PixelSize(width: 800, height: 600)
        #expect(PictureSizing.whole(in: box).size(of: image(4_000, 2_000)) == PixelSize(width: 800, height: 400))
        #expect(PictureSizing.whole(in: box).size(of: image(300, 600)) == PixelSize(width: 300, height: 600))
        #expect(PictureSizing.whole(in: box).size(of: image(1_000_000, 1)) == PixelSize(width: 800, height: 1))
        #expect(PictureSizing.whole(in: box).size(of: FeedImage(id: UUID(), url: anyURL())) == box)
    }
}
