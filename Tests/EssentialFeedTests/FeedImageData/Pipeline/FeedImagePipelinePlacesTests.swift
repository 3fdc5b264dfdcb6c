import EssentialFeed
import Foundation
import ImagePipeline
import Testing

/// Who goes first, and how many go at once.
@Suite struct FeedImagePipelinePlacesTests {
    private static func url(_ number: Int) -> URL { URL(string: "https://a-host.com/\(number)")! }

    /// Images that the disk has not, so that they want the network.
    private static func downloads(
        _ state: inout ImageLoaderState, _ ids: Range<Int>, _ priority: ImagePriority
    ) -> [Int] {
        var started: [Int] = []
        for id in ids {
            var actions = state.request(id, url(id), .picture, priority)
            while let action = actions.popLast() {
                switch action {
                case .read(let url, _): actions += state.readFinished(url, .notFound)
                case .download(let url, _): started.append(Int(url.lastPathComponent)!)
                default: Issue.record("\(action)")
                }
            }
        }
        return started
    }

    @Test("N022 Of six places preloads take four; visible images take the last two")
    func test_download_keepsPlacesForVisible() {
        var state = ImageLoaderState()
        #expect(Self.downloads(&state, 1..<8, .preload) == [1, 2, 3, 4])
        #expect(Self.downloads(&state, 8..<11, .visible) == [8, 9])
        #expect(state.downloadFinished(Self.url(1), hasBytes: false).contains(.download(Self.url(10), .visible)))
        // Five run: no place for a preload until two more are free.
        let first = state.downloadFinished(Self.url(2), hasBytes: false)
        let second = state.downloadFinished(Self.url(3), hasBytes: false)
        let third = state.downloadFinished(Self.url(4), hasBytes: false)
        #expect(!(first + second).contains { if case .download = $0 { true } else { false } })
        #expect(third.contains(.download(Self.url(5), .preload)))
    }

    @Test("N022 Visible images go before preloads that came earlier; of one priority, who came first goes first")
    func test_download_goesByPriorityThenTurn() {
        var state = ImageLoaderState(limits: .narrow)
        // One runs; the others look on the disk one after the other.
        #expect(Self.downloads(&state, 1..<2, .visible) == [1])
        for (id, priority) in [(2, .preload), (3, .visible), (4, .visible), (5, .preload)]
            as [(Int, ImagePriority)]
        {
            #expect(Self.downloads(&state, id..<id + 1, priority) == [])
        }
        var order: [Int] = []
        var running = 1
        for _ in 0..<4 {
            for case .download(let url, _) in state.downloadFinished(Self.url(running), hasBytes: false) {
                running = Int(url.lastPathComponent)!
                order.append(running)
            }
        }
        #expect(order == [3, 4, 2, 5])
    }

    @Test("N022 B240 A preload that is raised goes as a visible image, before other preloads; nothing is lowered")
    func test_raise_goesAhead() {
        var state = ImageLoaderState()
        #expect(Self.downloads(&state, 1..<8, .preload) == [1, 2, 3, 4])
        #expect(state.raise(7, to: .visible) == [.download(Self.url(7), .visible)])
        #expect(state.raise(7, to: .preload) == [])
        #expect(state.raise(6, to: .background) == [])
        #expect(state.raise(6, to: .visible) == [.download(Self.url(6), .visible)])
        #expect(state.raise(5, to: .visible) == [], "six run")
        #expect(state.raise(99, to: .visible) == [], "no such request any more")
    }

    @Test("N022 Who is raised goes after those who had that priority before, and keeps it")
    func test_raise_comesLastInItsPriority() throws {
        var state = ImageLoaderState(limits: .narrow)
        #expect(Self.downloads(&state, 1..<2, .visible) == [1])
        #expect(Self.downloads(&state, 2..<3, .preload) == [])
        #expect(Self.downloads(&state, 3..<4, .visible) == [])
        #expect(state.raise(2, to: .visible) == [])
        #expect(Self.downloads(&state, 4..<5, .visible) == [])
        #expect(state.raise(2, to: .background) == [])
        for (finished, next) in [(1, 3), (3, 2), (2, 4)] {
            let actions = state.downloadFinished(Self.url(finished), hasBytes: false)
            try #require(actions.last == .download(Self.url(next), .visible))
        }
    }

    @Test("N022 A second, visible request raises the work it shares")
    func test_request_raisesTheJob() {
        var state = ImageLoaderState()
        #expect(Self.downloads(&state, 1..<8, .preload) == [1, 2, 3, 4])
        #expect(state.request(20, Self.url(7), .picture, .visible) == [.download(Self.url(7), .visible)])
    }

    @Test("N022 When the visible request leaves, what waits for the preload alone waits as a preload")
    func test_cancel_lowersTheJob() {
        var state = ImageLoaderState(limits: ImageLoaderLimits(total: 2, keptForVisible: 1))
        #expect(Self.downloads(&state, 1..<2, .visible) == [1])
        #expect(Self.downloads(&state, 2..<3, .preload) == [])
        #expect(Self.downloads(&state, 3..<4, .visible) == [3])
        #expect(state.request(20, Self.url(2), .picture, .visible) == [])
        #expect(state.cancel(20) == [])
        #expect(!state.downloadFinished(Self.url(1), hasBytes: false).contains(.download(Self.url(2), .preload)))
        #expect(state.downloadFinished(Self.url(3), hasBytes: false).contains(.download(Self.url(2), .preload)))
    }

    @Test("N032 One of background priority runs at a time, after preloads")
    func test_download_limitsBackground() {
        var state = ImageLoaderState()
        #expect(Self.downloads(&state, 1..<4, .background) == [1])
        #expect(Self.downloads(&state, 4..<6, .preload) == [4, 5])
        #expect(state.downloadFinished(Self.url(4), hasBytes: false).filter { $0 != .end(Self.url(4)) }.count == 1)
        let next = state.downloadFinished(Self.url(1), hasBytes: false)
        #expect(next.contains(.download(Self.url(2), .background)))
    }

    @Test("N022 While memory is short only visible images start; afterwards all go on")
    func test_memoryPressure_pausesTheRest() {
        var state = ImageLoaderState()
        #expect(state.memoryPressure(true) == [])
        #expect(Self.downloads(&state, 1..<3, .preload) == [])
        #expect(Self.downloads(&state, 3..<4, .background) == [])
        #expect(Self.downloads(&state, 4..<5, .visible) == [4])
        #expect(
            state.memoryPressure(false) == [
                .read(Self.url(1), .preload), .read(Self.url(2), .preload), .read(Self.url(3), .background),
            ])
    }

    @Test("N029 Two are decoded at a time, of preloads one")
    func test_decode_limitsTheNumber() {
        var state = ImageLoaderState()
        #expect(decode(&state, 1, bytes: 1, .preload))
        #expect(!decode(&state, 2, bytes: 1, .preload))
        #expect(decode(&state, 3, bytes: 1, .visible))
        #expect(!decode(&state, 4, bytes: 1, .visible))
        #expect(state.decodeFinished(Self.url(1), hasPicture: true).last == .decode(Self.url(4), .visible))
    }

    @Test("N029 Decoding is admitted by bytes; a large picture is not overtaken, and one over the budget is refused")
    func test_decode_isAdmittedByBytes() {
        var state = ImageLoaderState(limits: ImageLoaderLimits(total: 4, keptForVisible: 0, decodeBytes: 100))
        #expect(decode(&state, 1, bytes: 60, .visible))
        #expect(!decode(&state, 2, bytes: 50, .visible))
        #expect(!decode(&state, 3, bytes: 10, .visible))
        #expect(
            state.decodeFinished(Self.url(1), hasPicture: true).suffix(2)
                == [.decode(Self.url(2), .visible), .decode(Self.url(3), .visible)])
        #expect(decode(&state, 4, bytes: 40, .visible), "to the last byte")
        _ = state.decodeFinished(Self.url(4), hasPicture: true)
        _ = state.request(5, Self.url(5), .picture, .visible)
        _ = state.readFinished(Self.url(5), .notFound)
        _ = state.downloadFinished(Self.url(5), hasBytes: true)
        #expect(
            state.estimated(Self.url(5), bytes: 101)
                == [.deliver([5], Self.url(5), .refused(estimatedBytes: 101)), .end(Self.url(5))])
    }

    @Test("N020 N029 When the large picture that the others wait behind is cancelled, they go at once")
    func test_cancel_letsOthersGo() {
        var state = ImageLoaderState(limits: ImageLoaderLimits(total: 4, keptForVisible: 0, decodeBytes: 100))
        #expect(decode(&state, 1, bytes: 60, .visible))
        #expect(!decode(&state, 2, bytes: 50, .visible))
        #expect(!decode(&state, 3, bytes: 10, .visible))
        #expect(state.cancel(2) == [.end(Self.url(2)), .decode(Self.url(3), .visible)])
    }

    @Test("N029 A decode that fails gives its place and its bytes of the budget back")
    func test_decode_failedGivesItsBytesBack() {
        var state = ImageLoaderState(limits: ImageLoaderLimits(total: 1, keptForVisible: 0, decodeBytes: 100))
        #expect(decode(&state, 1, bytes: 60, .visible))
        #expect(!decode(&state, 2, bytes: 50, .visible))
        #expect(
            state.decodeFinished(Self.url(1), hasPicture: false)
                == [.removeBytes(Self.url(1)), .decode(Self.url(2), .visible)])
    }

    @Test("N029 A decode that was cancelled keeps its bytes of the budget until it has ended")
    func test_decode_cancelledKeepsItsBytes() {
        var state = ImageLoaderState(limits: ImageLoaderLimits(total: 4, keptForVisible: 0, decodeBytes: 100))
        #expect(decode(&state, 1, bytes: 60, .visible))
        #expect(state.cancel(1) == [.cancelWork(Self.url(1))])
        #expect(!decode(&state, 2, bytes: 50, .visible))
        #expect(
            state.decodeFinished(Self.url(1), hasPicture: true) == [.end(Self.url(1)), .decode(Self.url(2), .visible)])
    }

    /// - Returns: whether decoding has begun at once.
    private func decode(
        _ state: inout ImageLoaderState, _ id: Int, bytes: Int, _ priority: ImagePriority
    ) -> Bool {
        _ = state.request(id, Self.url(id), .picture, priority)
        _ = state.readFinished(Self.url(id), .notFound)
        _ = state.downloadFinished(Self.url(id), hasBytes: true)
        return state.estimated(Self.url(id), bytes: bytes) == [.decode(Self.url(id), priority)]
    }
}
