import Foundation
import ImageFormats
import ImagePipeline
import Testing

/// One job from its beginning to its end.
@Suite struct ImageLoaderStateTests {
    @Test func `Requests for one URL share one read from the disk, one download and one decode`() {
        var script = Script()
        script.when(.request(1, a), then: [.read(a, .visible)])
        script.when(.request(2, a, card, .preload), then: [])
        script.when(.notFound(a), then: [.download(a, .visible)])
        script.when(.request(3, a), then: [])
        script.when(.downloaded(a), then: [.estimate(a)])
        script.when(.estimated(a, bytes: 10), then: [.decode(a, .visible)])
        script.when(.request(4, a), then: [])
        script.when(.decoded(a), then: [.picture(a, for: 1, 2, 3, 4), .end(a)])
        script.thenIsIdle()
    }

    @Test func `Two sizes of one URL share the read and the download, and each is decoded`() {
        var script = Script.given(a, .reading, for: 1)
        script.when(.request(2, a, wide, .preload), then: [])
        script.when(.notFound(a), then: [.download(a, .visible)])
        script.when(.downloaded(a), then: [.estimate(a, card), .estimate(a, wide)])
        script.when(.estimated(a, wide, bytes: 1), then: [.decode(a, wide, .preload)])
        script.when(.estimated(a, card, bytes: 1), then: [.decode(a, card, .visible)])
        script.when(.decoded(a, wide), then: [.picture(a, wide, for: 2)])
        script.when(.request(3, a, wide), then: [.estimate(a, wide)])
        script.when(.decoded(a, card), then: [.picture(a, card, for: 1)])
        script.when(.estimated(a, wide, bytes: 1), then: [.decode(a, wide, .visible)])
        script.when(.decoded(a, wide), then: [.picture(a, wide, for: 3), .end(a)])
        script.thenIsIdle()
    }

    @Test func `Broken bytes are removed once no decode uses them, and requests for any size fail`() {
        var script = Script.given(a, .decoding, for: 1, limits: ImageLoaderLimits(total: 2, keptForVisible: 0))
        script.when(.request(2, a, wide))
        script.when(.estimated(a, wide, bytes: 1), then: [.decode(a, wide, .visible)])
        let large = PixelSize(width: 40, height: 30)
        script.when(.request(3, a, large), then: [.estimate(a, large)])
        script.when(.estimated(a, large, bytes: 1), then: [])
        script.when(.decodeBroken(a, card), then: [])
        script.when(.request(4, a, PixelSize(width: 1, height: 1)), then: [])
        script.when(.requestData(5, a), then: [])
        script.when(.decoded(a, wide), then: [.deliver([2], a, .outdatedPicture(wide)), .removeBytes(a)])
        script.when(.removed(a), then: [.deliver([1, 3, 4, 5], a, .failed), .end(a)])
        script.thenIsIdle()
    }

    @Test func `B166 A failed download fails all requests that wait for it`() {
        var script = Script()
        script.when(.requestData(1, a))
        script.when(.request(2, a))
        script.bring(a, to: .downloading)
        script.when(.downloadFailed(a), then: [.deliver([1, 2], a, .failed), .end(a)])
        script.thenIsIdle()
    }

    @Test func `Bytes without a picture's header are removed before the request fails; a retry asks the server`() {
        var script = Script.given(a, .estimating, for: 1)
        script.when(.headerBroken(a), then: [.removeBytes(a)])
        script.when(.removed(a), then: [.deliver([1], a, .failed), .end(a)])
    }

    @Test func `Unbroken bytes stay if decoding fails; the request fails, and the slot is free`() {
        var script = Script.given(a, .estimating, for: 1, limits: .narrow)
        script.when(.estimated(a, bytes: 100), then: [.decode(a, .visible)])
        script.when(.request(2, b))
        script.bring(b, to: .estimating)
        script.when(.estimated(b, bytes: 100), then: [])
        script.when(.decodeFailed(a), then: [.deliver([1], a, .failed), .end(a), .decode(b, .visible)])
    }

    @Test func `A picture that is requested besides is still decoded; later requests for the bytes find them`() {
        var script = Script()
        script.when(.requestData(1, a))
        script.when(.request(2, a))
        script.when(.notFound(a))
        script.when(.downloaded(a), then: [.deliver([1], a, .downloaded), .estimate(a)])
        script.when(.requestData(3, a), then: [.deliver([3], a, .alreadyCached)])
        script.when(.estimated(a, bytes: 1))
        script.when(.requestData(4, a), then: [.deliver([4], a, .alreadyCached)])
        script.when(.decoded(a), then: [.picture(a, for: 2), .end(a)])
    }

    @Test func `An impossible event is a programmer error`() async {
        await #expect(processExitsWith: .failure) {
            var script = Script()
            script.when(.found(a))
        }
        await #expect(processExitsWith: .failure) {
            var script = Script.given(a, .reading, for: 1)
            script.when(.decoded(a))
        }
        await #expect(processExitsWith: .failure) {
            var script = Script.given(a, .reading, for: 1)
            script.when(.request(1, b))
        }
    }
}
