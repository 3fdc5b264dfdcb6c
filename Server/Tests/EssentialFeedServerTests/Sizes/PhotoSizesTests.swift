import ImageFormats
import Testing

@testable import EssentialFeedServer

@Suite struct PhotoSizesTests {
    private func sizes(_ width: Int, _ height: Int, _ animation: PhotoAnimation = .none) -> PhotoSizes {
        PhotoSizes(PixelSize(width: width, height: height), animation)
    }

    @Test func `A large photo has three sizes, and its full size if that may be had`() {
        let photo = sizes(4_000, 3_000)
        #expect(photo.listed(withOriginal: false) == [.small, .medium, .large])
        #expect(photo.listed(withOriginal: true) == [.small, .medium, .large, .original])
        #expect(photo.made == [.small, .medium, .large])
        let pixels = photo.listed(withOriginal: true).map(photo.pixels)
        #expect(pixels.map(\.width) == [480, 1_080, 2_048, 4_000])
        #expect(pixels.map(\.height) == [360, 810, 1_536, 3_000])
    }

    @Test func `Nothing is enlarged, and no two sizes are the same`() {
        #expect(sizes(1_500, 1_000).listed(withOriginal: true) == [.small, .medium, .large])
        #expect(sizes(1_500, 1_000).pixels(.large) == PixelSize(width: 1_500, height: 1_000))
        #expect(sizes(1_000, 1_500).listed(withOriginal: true) == [.small, .medium, .large])
        #expect(sizes(1_080, 700).listed(withOriginal: true) == [.small, .medium])
        #expect(sizes(480, 480).listed(withOriginal: true) == [.medium])
        #expect(sizes(480, 480).made == [.medium])
        #expect(sizes(4_000, 1).pixels(.small) == PixelSize(width: 4_000, height: 1))
    }

    @Test func `A size that a photo is too small for is answered by the next smaller one`() {
        #expect(sizes(480, 480).served(for: .small) == .medium)
        #expect(sizes(1_080, 480).served(for: .small) == .small)
        #expect(sizes(1_080, 480).served(for: .large) == .medium)
        #expect(sizes(1_081, 700).served(for: .large) == .large)
    }

    @Test func `A panorama and a long screenshot have as many pixels as a photo of 16:9`() {
        let panorama = sizes(12_000, 500)
        #expect(panorama.listed(withOriginal: false).map(panorama.pixels).map(\.width) == [1_763, 3_968, 7_524])
        #expect(panorama.pixels(.large).height == 314)
        #expect(sizes(1_080, 9_600).pixels(.large) == PixelSize(width: 515, height: 4_579))
        for (width, height) in [(12_000, 500), (1_080, 9_600), (4_000, 2_000)] {
            #expect(abs(sizes(width, height).pixels(.medium).pixelCount - 656_100) < 4_000, "\(width) × \(height)")
        }
        #expect(sizes(100_000, 500).pixels(.large).width == 21_722)
        #expect(sizes(1_200, 100).listed(withOriginal: true) == [.medium])
    }

    @Test func `A small animation is sent as it is, and a large one as the original`() {
        #expect(sizes(1_080, 700, .medium).made == [.small])
        #expect(sizes(480, 300, .medium).made.isEmpty)
        #expect(sizes(480, 300, .medium).isAnimation(.medium))
        #expect(!sizes(480, 300).isAnimation(.medium))
        #expect(sizes(4_000, 3_000, .original).made == [.small, .medium, .large])
        #expect(sizes(4_000, 3_000, .original).isAnimation(.original))
        #expect(!sizes(4_000, 3_000).isAnimation(.original))
    }

    @Test func `The full size of a huge photo has as many pixels as a decoder has memory for, and fits into a JPEG`() {
        #expect(sizes(10_000, 5_000).pixels(.original) == PixelSize(width: 10_000, height: 5_000))
        let huge = sizes(14_000, 10_000).pixels(.original)
        #expect((49_000_000...50_000_000).contains(huge.pixelCount))
        #expect(sizes(100_000, 10).pixels(.original).width == 65_500)
        #expect(sizes(14_000, 10_000, .original).pixels(.original).width == 14_000)
    }

    @Test(
        arguments: [
            ("", ServedSize.medium), ("size=480", .small), ("size=2048", .large), ("size=original", .original),
            ("token=a&size=480&signature=b", .small), ("token=a&signature=b", .medium), ("sizes=7", .medium),
        ])
    func `The query of an image names a size, whatever else it says`(query: String, size: ServedSize) {
        #expect(ServedSize(query: query) == size)
    }

    @Test(arguments: ["size", "size=", "size=1080", "size=0480", "size=-1", "size=480&size=480", "size=\u{FF14}80"])
    func `A size that there isn't is refused`(query: String) {
        #expect(ServedSize(query: query) == nil)
    }
}
