import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// Thousands of truncated, changed, mixed and lying images, the same ones in each run.
@Suite struct HostilePictureTests {
    private let decoder = PictureDecoder()
    private let box = PixelSize(width: 40, height: 30)

    @Test func `B236 Hostile data makes a picture no larger than the box, or an error`() async throws {
        let (count, tooLarge) = try await onOwnThread { [decoder, box] in
            var corpus = try HostilePictures(seed: 1)
            let cases = corpus.flipped(each: 32) + corpus.spliced(700) + corpus.enlarged(each: 16)
            let tooLarge = cases.filter { hostile in
                do {
                    let estimate = try DecodePlan(of: hostile.data).estimatedBytes(filling: box)
                    let picture = try decoder.decode(hostile.data, filling: box)
                    return picture.size.width > 40 || picture.size.height > 30 || estimate > 256 << 20
                } catch {
                    return false
                }
            }
            return (cases.count, tooLarge.map(\.name))
        }
        #expect(count >= 2_000)
        #expect(tooLarge.isEmpty)
    }

    @Test func `B236 No image that is cut short is shown as whole`() async throws {
        let (count, shown) = try await onOwnThread { [decoder, box] in
            var corpus = try HostilePictures(seed: 2)
            let cases = corpus.cut(each: 27)
            let shown = cases.filter { hostile in
                do {
                    _ = try decoder.decode(hostile.data, filling: box)
                    return true
                } catch {
                    return false
                }
            }
            return (cases.count, shown.map { "\($0.name) of \($0.data.count) bytes" })
        }
        #expect(count >= 1_000)
        #expect(shown.isEmpty)
    }
}
