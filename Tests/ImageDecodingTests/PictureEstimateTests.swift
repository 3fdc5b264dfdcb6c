import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// Whether decoding takes no more memory than estimated, measured by the kernel in a separate process.
@Suite struct PictureEstimateTests {
    @Test(arguments: ["jpeg", "png", "progressive", "heic", "avif"])
    func `Decoding takes no more memory than estimated`(type: String) async {
        await #expect(processExitsWith: .success) { [type] in
            let box = PixelSize(width: 552, height: 414)
            let decoder = PictureDecoder()
            // Code and tables loaded only once don't count.
            let files = [
                "progressive": ("progressive.jpg", "large-progressive.jpg"), "heic": ("plain.heic", "large.heic"),
                "avif": ("plain.avif", "large.avif"),
            ]
            func data(_ width: Int, _ height: Int, _ file: String?) throws -> Data {
                try file.map(TestPicture.data) ?? Samples.encoded(width, height, as: type, Self.colour)
            }
            let first = try data(64, 48, files[type]?.0)
            _ = try decoder.decode(first, filling: box)
            let large = try data(2_000, 1_500, files[type]?.1)
            let estimate = try DecodePlan(of: large).estimatedBytes(filling: box)
            let before = try Memory.forgetPeak()
            _ = try decoder.decode(large, filling: box)
            let peak = try Memory.peak() - before
            precondition(peak <= estimate, "\(peak) of \(estimate) bytes")
        }
    }

    @Test(arguments: ["jpeg", "png"])
    func `Making sizes takes no more memory than estimated`(type: String) async {
        await #expect(processExitsWith: .success) { [type] in
            let decoder = PictureDecoder()
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 20, alignment: 1)
            // The memory for the result doesn't count.
            memory.initializeMemory(as: UInt8.self, repeating: 1)
            func encode(_ width: Int, _ height: Int) throws -> (peak: Int, estimate: Int) {
                let data = Samples.encoded(width, height, as: type, Self.colour)
                let plan = try DecodePlan(of: data)
                let sizes = plan.image.size.scaled(toLongEdges: [2_048, 1_080, 480])
                let room = memory.count / 4
                let buffers = sizes.indices.map {
                    UnsafeMutableRawBufferPointer(rebasing: memory[$0 * room..<($0 + 1) * room])
                }
                let before = try Memory.forgetPeak()
                _ = try decoder.encode(data, plan, sizes: sizes, into: buffers)
                return (try Memory.peak() - before, plan.estimatedBytes(scaledTo: sizes))
            }
            // Code and tables loaded only once don't count.
            _ = try encode(64, 48)
            let (peak, estimate) = try encode(4_000, 3_000)
            precondition(peak <= estimate, "\(peak) of \(estimate) bytes")
        }
    }

    private static func colour(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8, UInt8) {
        (UInt8(truncatingIfNeeded: x &* 31 ^ y), UInt8(truncatingIfNeeded: y), UInt8(truncatingIfNeeded: x), 255)
    }
}
