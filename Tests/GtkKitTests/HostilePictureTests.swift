import Foundation
import GtkKit
import TestSupport
import Testing

/// Thousands of pictures that were cut, changed, mixed and made to lie, the same ones in each run.
@Suite struct HostilePictureTests {
    private let decoder = PictureDecoder()
    private let box = PictureSize(width: 40, height: 30)

    @Test("B236 N029 N030 Hostile bytes make a picture no larger than the box, or an error")
    func test_decode_survivesHostileBytes() throws {
        var corpus = try HostilePictures(seed: 1)
        let cases = corpus.flipped(each: 32) + corpus.spliced(700) + corpus.enlarged(each: 16)
        #expect(cases.count >= 2_000)
        for hostile in cases {
            do {
                let texture = try decoder.decode(hostile.data, filling: box)
                #expect(texture.width <= 40 && texture.height <= 30, "\(hostile.name)")
            } catch {}
        }
    }

    @Test("B236 No picture that was cut is shown as whole")
    func test_decode_refusesWhatWasCut() throws {
        var corpus = try HostilePictures(seed: 2)
        let cases = corpus.cut(each: 24)
        #expect(cases.count >= 1_000)
        for hostile in cases {
            #expect(throws: PictureError.self, "\(hostile.name) of \(hostile.data.count) bytes") {
                try decoder.decode(hostile.data, filling: box)
            }
        }
    }
}
