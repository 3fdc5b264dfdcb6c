import EssentialFeed
import Foundation
import ImagePipeline
import Testing

private typealias Action = ImageLoaderState.Action

private let a = URL(string: "https://a-host.com/a")!
private let b = URL(string: "https://a-host.com/b")!

/// One job from its beginning to its end.
@Suite struct FeedImagePipelineStateTests {
    @Test("N020 Requests of one URL share one look on the disk, one download and one decode")
    func test_request_sharesTheWork() {
        var state = ImageLoaderState()
        #expect(state.request(1, a, .picture, .visible) == [.read(a, .visible)])
        #expect(state.request(2, a, .picture, .preload) == [])
        #expect(state.readFinished(a, .notFound) == [.download(a, .visible)])
        #expect(state.request(3, a, .picture, .visible) == [])
        #expect(state.downloadFinished(a, hasBytes: true) == [.estimate(a)])
        #expect(state.estimated(a, bytes: 10) == [.decode(a, .visible)])
        #expect(state.request(4, a, .picture, .visible) == [])
        #expect(state.decodeFinished(a, hasPicture: true) == [.deliver([1, 2, 3, 4], a, .picture), .end(a)])
        #expect(state.isIdle)
    }

    @Test("N020 Two URLs share nothing")
    func test_request_ofAnotherURLIsOtherWork() {
        var state = ImageLoaderState()
        #expect(state.request(1, a, .picture, .visible) == [.read(a, .visible)])
        #expect(state.request(2, b, .picture, .visible) == [.read(b, .visible)])
    }

    @Test("N020 N021 The work stops when the last request is cancelled, at whatever step, and nothing is delivered")
    func test_cancel_stopsTheWorkWithTheLast() {
        for step in 0..<3 {
            var state = ImageLoaderState()
            _ = state.request(1, a, .picture, .visible)
            _ = state.request(2, a, .picture, .visible)
            if step > 0 { _ = state.readFinished(a, .notFound) }
            if step > 1 {
                _ = state.downloadFinished(a, hasBytes: true)
                _ = state.estimated(a, bytes: 1)
            }
            #expect(state.cancel(1) == [])
            #expect(state.cancel(1) == [])
            #expect(state.cancel(2) == [.cancelWork(a)])
            #expect(!state.isIdle, "it runs until it has stopped")
            let ends =
                switch step {
                case 0: state.readFinished(a, .found)
                case 1: state.downloadFinished(a, hasBytes: true)
                default: state.decodeFinished(a, hasPicture: true)
                }
            #expect(ends == [.end(a)])
            #expect(state.isIdle)
        }
    }

    @Test("N020 What waits for a place and is cancelled leaves the queue, and nothing has to stop")
    func test_cancel_leavesTheQueue() {
        var state = ImageLoaderState(limits: .narrow)
        _ = state.request(1, a, .picture, .visible)
        #expect(state.request(2, b, .picture, .visible) == [])
        #expect(state.cancel(2) == [.end(b)])
        #expect(state.readFinished(a, .notFound) == [.download(a, .visible)])
    }

    @Test("N020 Who comes while the work is stopping starts it again once it has; never two beside each other")
    func test_request_startsAgainWhatWasStopping() {
        var state = ImageLoaderState()
        _ = state.request(1, a, .picture, .visible)
        _ = state.readFinished(a, .notFound)
        #expect(state.cancel(1) == [.cancelWork(a)])
        #expect(state.request(2, a, .picture, .visible) == [])
        #expect(state.downloadFinished(a, hasBytes: false) == [.read(a, .visible)])
        #expect(state.readFinished(a, .found) == [.estimate(a), .revalidate(a)])
    }

    @Test("N020 A look on the disk that was stopped says nothing of the disk: who came since has it looked at again")
    func test_request_looksAgainAfterStoppedLook() {
        var state = ImageLoaderState()
        _ = state.request(1, a, .picture, .visible)
        #expect(state.cancel(1) == [.cancelWork(a)])
        #expect(state.request(2, a, .picture, .visible) == [])
        #expect(state.readFinished(a, .failed) == [.read(a, .visible)])
    }

    @Test("N020 Who comes while the work is stopping takes what it brings all the same")
    func test_request_takesWhatWasStopping() {
        var state = cancelledWhileDecoding()
        #expect(state.request(2, a, .picture, .visible) == [])
        #expect(state.decodeFinished(a, hasPicture: true) == [.deliver([2], a, .picture), .end(a)])
    }

    @Test("B166 A disk that cannot be read, or has nothing, is followed by the server")
    func test_readFinished_asksTheServer() {
        for result in [.notFound, .failed] as [ImageLoaderState.ReadResult] {
            var state = ImageLoaderState()
            _ = state.request(1, a, .picture, .visible)
            #expect(state.readFinished(a, result) == [.download(a, .visible)])
        }
    }

    @Test("B166 A download that fails fails all who wait")
    func test_downloadFinished_failsAll() {
        var state = ImageLoaderState()
        _ = state.request(1, a, .bytes, .visible)
        _ = state.request(2, a, .picture, .visible)
        _ = state.readFinished(a, .notFound)
        #expect(state.downloadFinished(a, hasBytes: false) == [.deliver([1, 2], a, .failed), .end(a)])
        #expect(state.isIdle)
    }

    @Test("N025 Bytes that make no picture are removed; only then the request fails, so that a retry asks the server")
    func test_decodeFinished_removesBytes() {
        for isHeader in [true, false] {
            var state = ImageLoaderState()
            _ = state.request(1, a, .picture, .visible)
            _ = state.readFinished(a, .notFound)
            _ = state.downloadFinished(a, hasBytes: true)
            if isHeader {
                #expect(state.estimated(a, bytes: nil) == [.removeBytes(a)])
            } else {
                _ = state.estimated(a, bytes: 1)
                #expect(state.decodeFinished(a, hasPicture: false) == [.removeBytes(a)])
            }
            #expect(state.bytesRemoved(a) == [.deliver([1], a, .failed), .end(a)])
        }
    }

    @Test("N025 Bytes that are not decoded through no fault of theirs stay; the request fails, and the place is free")
    func test_undecoded_leavesBytes() {
        for isHeader in [true, false] {
            var state = ImageLoaderState(limits: ImageLoaderLimits(total: 1, keptForVisible: 0, decodeBytes: 100))
            _ = state.request(1, a, .picture, .visible)
            _ = state.readFinished(a, .found)
            if !isHeader { _ = state.estimated(a, bytes: 100) }
            _ = state.revalidationFinished(a)
            _ = state.request(2, b, .picture, .visible)
            _ = state.readFinished(b, .notFound)
            _ = state.downloadFinished(b, hasBytes: true)
            let isDecoding = state.estimated(b, bytes: 100) == [.decode(b, .visible)]
            #expect(isDecoding == isHeader)
            let rest: [ImageLoaderState.Action] = isHeader ? [] : [.decode(b, .visible)]
            #expect(state.undecoded(a) == [.deliver([1], a, .failed), .end(a)] + rest)
        }
    }

    @Test("N025 Who comes while a decode that was cancelled fails through no fault of the bytes has them decoded again")
    func test_undecoded_afterCancel() {
        var state = cancelledWhileDecoding()
        _ = state.request(2, a, .picture, .visible)
        #expect(state.undecoded(a) == [.read(a, .visible)])
    }

    @Test("N032 Whoever wants the image stored has it as soon as the bytes are there, and nothing is decoded")
    func test_request_ofBytes() {
        var state = ImageLoaderState()
        #expect(state.request(1, a, .bytes, .background) == [.read(a, .background)])
        #expect(state.readFinished(a, .found) == [.deliver([1], a, .alreadyStored), .end(a)])
        #expect(state.request(2, b, .bytes, .background) == [.read(b, .background)])
        #expect(state.readFinished(b, .notFound) == [.download(b, .background)])
        #expect(state.downloadFinished(b, hasBytes: true) == [.deliver([2], b, .downloaded), .end(b)])
        #expect(state.isIdle)
    }

    @Test("N032 A picture that is wanted beside the bytes goes on; bytes that came are there for who asks later")
    func test_request_ofBytesBesideAPicture() {
        var state = ImageLoaderState()
        _ = state.request(1, a, .bytes, .background)
        _ = state.request(2, a, .picture, .visible)
        _ = state.readFinished(a, .notFound)
        #expect(state.downloadFinished(a, hasBytes: true) == [.deliver([1], a, .downloaded), .estimate(a)])
        #expect(state.request(3, a, .bytes, .background) == [.deliver([3], a, .alreadyStored)])
        _ = state.estimated(a, bytes: 1)
        #expect(state.request(4, a, .bytes, .background) == [.deliver([4], a, .alreadyStored)])
        #expect(state.decodeFinished(a, hasPicture: true) == [.deliver([2], a, .picture), .end(a)])
    }

    @Test("N025 N032 Bytes that are being removed are not there for who wants them stored")
    func test_request_ofBytesBeingRemoved() {
        var state = ImageLoaderState()
        _ = state.request(1, a, .picture, .visible)
        _ = state.readFinished(a, .found)
        _ = state.estimated(a, bytes: nil)
        #expect(state.request(2, a, .bytes, .background) == [])
        #expect(state.bytesRemoved(a) == [.deliver([1, 2], a, .failed), .end(a)])
    }

    @Test("N033 A revalidation waits for what wants the network, and comes again with the next picture from the disk")
    func test_revalidate_goesLast() throws {
        var state = ImageLoaderState(limits: .narrow)
        let c = URL(string: "https://a-host.com/c")!
        _ = state.request(1, b, .picture, .visible)
        _ = state.readFinished(b, .notFound)
        for (id, url) in [(2, a), (3, c)] { _ = state.request(id, url, .picture, .preload) }
        #expect(state.readFinished(a, .found) == [.estimate(a), .read(c, .preload)])
        #expect(state.readFinished(c, .notFound) == [])
        try #require(
            state.downloadFinished(b, hasBytes: false)
                == [.deliver([1], b, .failed), .end(b), .download(c, .preload)])
        try #require(state.downloadFinished(c, hasBytes: false).last == .revalidate(a))
        #expect(state.revalidationFinished(a) == [])
        #expect(state.cancel(2) == [])
        #expect(state.estimated(a, bytes: 1) == [.end(a)])
        _ = state.request(4, a, .picture, .visible)
        #expect(state.readFinished(a, .found) == [.estimate(a), .revalidate(a)])
    }

    @Test("N033 A picture from the disk is revalidated behind it: one at a time, each once, after what is waited for")
    func test_revalidate_isWorkOfTheBackground() {
        var state = ImageLoaderState()
        for (id, url) in [(1, a), (2, b)] { _ = state.request(id, url, .picture, .visible) }
        #expect(state.readFinished(a, .found) == [.estimate(a), .revalidate(a)])
        #expect(state.readFinished(b, .found) == [.estimate(b)])
        _ = state.estimated(a, bytes: 1)
        _ = state.decodeFinished(a, hasPicture: true)
        _ = state.request(3, a, .picture, .visible)
        #expect(state.readFinished(a, .found) == [.estimate(a)])
        #expect(state.revalidationFinished(a) == [.revalidate(b)])
        #expect(state.revalidationFinished(b) == [])
    }

    @Test("An event that cannot be is a programmer error")
    func test_impossibleEvents_stopTheProgram() async {
        await #expect(processExitsWith: .failure) {
            var state = ImageLoaderState()
            _ = state.readFinished(URL(string: "https://a-host.com/a")!, .found)
        }
        await #expect(processExitsWith: .failure) {
            var state = ImageLoaderState()
            _ = state.request(1, URL(string: "https://a-host.com/a")!, .picture, .visible)
            _ = state.decodeFinished(URL(string: "https://a-host.com/a")!, hasPicture: true)
        }
        await #expect(processExitsWith: .failure) {
            var state = ImageLoaderState()
            _ = state.revalidationFinished(URL(string: "https://a-host.com/a")!)
        }
        await #expect(processExitsWith: .failure) {
            var state = ImageLoaderState()
            _ = state.request(1, URL(string: "https://a-host.com/a")!, .picture, .visible)
            _ = state.request(1, URL(string: "https://a-host.com/b")!, .picture, .visible)
        }
    }
}

/// The bytes of `a` came, and their decode goes on while nobody waits for it any more.
private func cancelledWhileDecoding() -> ImageLoaderState {
    var state = ImageLoaderState()
    _ = state.request(1, a, .picture, .visible)
    _ = state.readFinished(a, .notFound)
    _ = state.downloadFinished(a, hasBytes: true)
    _ = state.estimated(a, bytes: 1)
    #expect(state.cancel(1) == [.cancelWork(a)])
    return state
}

extension ImageLoaderLimits {
    /// One place at each step.
    static let narrow = ImageLoaderLimits(total: 1, keptForVisible: 0)

    init(total: Int, keptForVisible: Int, decodeBytes: Int = 100) {
        self.init()
        reads = Places(total: total, keptForVisible: keptForVisible, background: 1)
        downloads = reads
        decodes = reads
        self.decodeBytes = decodeBytes
    }
}
