import Foundation
import GtkKit
import TestSupport
import Testing

/// Thousands of pictures that were cut, changed, mixed and made to lie, the same ones in each run.
@Suite struct HostilePictureTests {
    private let decoder = PictureDecoder()
    private let box = PictureSize(width: 40, height: 30)

    @Test("B236 N029 N030 Hostile bytes make a picture no larger than the box, or an error")
    func test_decode_survivesHostileBytes() async throws {
        let (count, tooLarge) = try await onOwnThread { [decoder, box] in
            var corpus = try HostilePictures(seed: 1)
            let cases = corpus.flipped(each: 32) + corpus.spliced(700) + corpus.enlarged(each: 16)
            let tooLarge = cases.filter { hostile in
                do {
                    let estimate = try PictureDecoder.header(of: hostile.data).estimatedBytes(filling: box)
                    let texture = try decoder.decode(hostile.data, filling: box)
                    return texture.width > 40 || texture.height > 30 || estimate > 256 << 20
                } catch {
                    return false
                }
            }
            return (cases.count, tooLarge.map(\.name))
        }
        #expect(count >= 2_000)
        #expect(tooLarge.isEmpty)
    }

    @Test("B236 No picture that was cut is shown as whole")
    func test_decode_refusesWhatWasCut() async throws {
        let (count, shown) = try await onOwnThread { [decoder, box] in
            var corpus = try HostilePictures(seed: 2)
            let cases = corpus.cut(each: 24)
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
