import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// Whether decoding takes no more memory than estimated, measured by the kernel in a process of its own.
@Suite struct PictureEstimateTests {
    @Test(
        "N029 N085 Decoding takes no more memory than estimated",
        arguments: ["jpeg", "png", "tiff", "bmp", "progressive"])
    func test_estimatedBytes_isHonest(type: String) async {
        await #expect(processExitsWith: .success) { [type] in
            let box = PixelSize(width: 552, height: 414)
            let decoder = PictureDecoder()
            // Code and tables that are loaded once don't count.
            let first =
                type == "progressive"
                ? try TestPicture.data("progressive.jpg") : Samples.encoded(64, 48, as: type, Self.colour)
            _ = try decoder.decode(first, filling: box)
            let data =
                type == "progressive"
                ? try TestPicture.data("large-progressive.jpg")
                : Samples.encoded(2_000, 1_500, as: type, Self.colour)
            let estimate = try PictureDecoder.header(of: data).estimatedBytes(filling: box)
            let before = try Memory.forgetPeak()
            _ = try decoder.decode(data, filling: box)
            let peak = try Memory.peak() - before
            precondition(peak <= estimate, "\(peak) of \(estimate) bytes")
        }
    }

    private static func colour(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8, UInt8) {
        (UInt8(truncatingIfNeeded: x &* 31 ^ y), UInt8(truncatingIfNeeded: y), UInt8(truncatingIfNeeded: x), 255)
    }
}
