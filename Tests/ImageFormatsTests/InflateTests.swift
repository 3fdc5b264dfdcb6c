import Foundation
import ImageFormats
import TestSupport
import Testing

/// Unpacking what zlib has packed.
@Suite struct InflateTests {
    @Test func `Data of each kind of block is unpacked`() async throws {
        let text = String(repeating: "A caption of a photo. ", count: 300) + (0..<200).map { "\($0 * $0)" }.joined()
        for level in [0, 1, 9] {
            let program = "import sys, zlib; sys.stdout.buffer.write(zlib.compress(sys.argv[1].encode(), \(level)))"
            let packed = try await TestProgram.succeed(["python3", "-c", program, text]).output
            #expect(Inflate.unpack(packed, atMost: text.utf8.count) == Data(text.utf8), "\(level)")
            #expect(Inflate.unpack(packed, atMost: text.utf8.count - 1) == nil)
            for count in 0..<packed.count - 4 { #expect(Inflate.unpack(packed.prefix(count), atMost: 100_000) == nil) }
            for index in packed.indices {
                var broken = packed
                broken[index] ^= 0x55
                _ = Inflate.unpack(broken, atMost: 100_000)
            }
        }
    }
}
