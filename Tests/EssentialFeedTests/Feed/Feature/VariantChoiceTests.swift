import EssentialFeed
import Foundation
import ImageFormats
import Testing
import TestSupport

@Suite struct VariantChoiceTests {
    @Test func `A copy is of the largest variant, or of the next that is cached; without variants, of the image`() {
        let sizes = [(480, 360), (2_048, 1_536), (1_080, 810)]
        let variants = sizes.map { width, height in
            ImageVariant(url: anyURL().appending(path: "\(width)"), size: PixelSize(width: width, height: height))
        }
        let sorted = [variants[1].url, variants[2].url, variants[0].url]
        func urls(_ url: URL, _ size: PixelSize? = nil) -> [URL] {
            FeedImage(id: UUID(), url: url, pixelSize: size, variants: variants).urlsFromLargest
        }
        #expect(urls(anyURL()) == sorted + [anyURL()], "its size isn't known")
        #expect(urls(anyURL(), PixelSize(width: 4_000, height: 3_000)) == [anyURL()] + sorted)
        #expect(urls(variants[2].url, variants[2].size) == sorted, "no URL is there twice")
        #expect(FeedImage(id: UUID(), url: anyURL()).urlsFromLargest == [anyURL()])
    }

    @Test(
        "The smallest variant that fills the box without being enlarged is chosen, or else the largest",
        arguments: [
            (1, 1, 240), (240, 180, 240), (241, 180, 480), (240, 181, 480), (480, 360, 480), (432, 324, 480),
            (481, 300, 1_080), (300, 361, 1_080), (864, 648, 1_080), (1_081, 1, 2_048), (2_048, 1_536, 2_048),
            (4_000, 3_000, 2_048), (.max, .max, 2_048), (0, 0, 240), (-1, -1, 240),
        ])
    func urlIsTheSmallestSharpVariant(width: Int, height: Int, expected: Int) {
        for image in [detailedImage(), shuffled(detailedImage())] {
            let url = image.url(filling: PixelSize(width: width, height: height))
            #expect(image.variants.first { $0.url == url }?.size.width == expected)
        }
    }

    @Test func `A picture of another aspect ratio must fill the box with both sides: what exceeds it is cut off`() {
        let image = uniqueImage()
        let portrait = FeedImage(
            id: image.id, url: image.url, variants: [variant(of: image, 360, 480), variant(of: image, 810, 1_080)])
        #expect(portrait.url(filling: PixelSize(width: 360, height: 270)) == portrait.variants[0].url)
        #expect(portrait.url(filling: PixelSize(width: 432, height: 324)) == portrait.variants[1].url)
        let panorama = FeedImage(
            id: image.id, url: image.url, variants: [variant(of: image, 480, 120), variant(of: image, 2_048, 512)])
        #expect(panorama.url(filling: PixelSize(width: 432, height: 324)) == panorama.variants[1].url)
    }

    @Test func `Without variants the image itself is chosen`() {
        let image = FeedImage(id: UUID(), url: anyURL(), pixelSize: PixelSize(width: 100, height: 75))
        let choice = image.choice(filling: PixelSize(width: 400, height: 300))
        #expect(choice.best == [anyURL()])
        #expect(choice.others == [])
    }

    @Test func `The larger variants are as good, from the smallest on; of the others the sharpest is first`() {
        let image = detailedImage()
        let urls = image.variants.map(\.url)
        let middle = shuffled(image).choice(filling: PixelSize(width: 500, height: 375))
        #expect(middle.best == [urls[2], urls[3]])
        #expect(middle.others == [urls[1], urls[0]])
        let huge = shuffled(image).choice(filling: PixelSize(width: 5_000, height: 375))
        #expect(huge.best == [urls[3]])
        #expect(huge.others == [urls[2], urls[1], urls[0]])
    }

    @Test func `The image's own URL counts with its size, and is the last resort if its size isn't known`() {
        let image = uniqueImage()
        let small = variant(of: image, 480, 360)
        let box = PixelSize(width: 600, height: 450)
        let sized = FeedImage(
            id: image.id, url: image.url, pixelSize: PixelSize(width: 1_080, height: 810), variants: [small])
        #expect(sized.choice(filling: box).best == [image.url])
        #expect(sized.choice(filling: box).others == [small.url])
        let unsized = FeedImage(id: image.id, url: image.url, variants: [small])
        #expect(unsized.choice(filling: box).best == [small.url])
        #expect(unsized.choice(filling: box).others == [image.url])
    }

    private func shuffled(_ image: FeedImage) -> FeedImage {
        FeedImage(id: image.id, url: image.url, pixelSize: image.pixelSize, variants: image.variants.shuffled())
    }
}
