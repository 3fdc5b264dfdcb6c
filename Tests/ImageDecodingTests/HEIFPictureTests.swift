import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// Decoding of AVIF and HEIC, which libheif crops and turns.
@Suite struct HEIFPictureTests {
    private let decoder = PictureDecoder()

    /// Only their stored top left quarter has one strong colour that isn't blue: red, or green where the profile says so.
    @Test(
        "N225 An AVIF or a HEIC is turned and mirrored once, as its boxes say",
        arguments: try PrivatePicture.names().filter { $0.hasSuffix("heic") || $0.hasSuffix("avif") })
    func test_decode_turnsOnce(name: String) throws {
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
            // Without the alpha that the colours are multiplied with.
            let colour = pixel[..<3].map { $0 * 255 / max(1, pixel[3]) }
            let isFirst = max(colour[1], colour[2]) > 200 && min(colour[1], colour[2]) < 80 && colour[0] < 80
            #expect(isFirst == (index == place), "\(pixel) at \(x), \(y)")
        }
    }

    @Test("N225 Neither a cut AVIF or HEIC nor one with two sizes is shown", arguments: ["plain.heic", "plain.avif"])
    func test_decode_refusesBrokenData(name: String) throws {
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
}
