import Foundation
import ImagePipeline
import Testing

/// Which work starts first, and how much runs at a time.
@Suite struct ImageLoaderSlotsTests {
    @Test func `Preloads take four of the six slots; the last two are kept for visible images`() {
        var script = Script()
        #expect(script.downloads(of: 1..<8, .preload) == [1, 2, 3, 4])
        #expect(script.downloads(of: 8..<11, .visible) == [8, 9])
        #expect(script.downloads(after: .downloadFailed(url(1))) == [10])
        // Five run: no slot for a preload until two more are free.
        #expect(script.downloads(after: .downloadFailed(url(2))) == [])
        #expect(script.downloads(after: .downloadFailed(url(3))) == [])
        #expect(script.downloads(after: .downloadFailed(url(4))) == [5])
    }

    @Test func `Visible images go before earlier preloads; requests of one priority go in order`() {
        var script = Script(.narrow)
        // One download runs; the others read from the disk one after the other.
        #expect(script.downloads(of: 1..<2, .visible) == [1])
        #expect(script.downloads(of: 2..<3, .preload) == [])
        #expect(script.downloads(of: 3..<5, .visible) == [])
        #expect(script.downloads(of: 5..<6, .preload) == [])
        #expect(script.downloads(after: .downloadFailed(url(1))) == [3])
        #expect(script.downloads(after: .downloadFailed(url(3))) == [4])
        #expect(script.downloads(after: .downloadFailed(url(4))) == [2])
        #expect(script.downloads(after: .downloadFailed(url(2))) == [5])
    }

    @Test func `B240 A raised preload goes before other preloads, as a visible image does; nothing is lowered`() {
        var script = Script()
        #expect(script.downloads(of: 1..<8, .preload) == [1, 2, 3, 4])
        script.when(.raise(7, .visible), then: [.download(url(7), .visible)])
        script.when(.raise(7, .preload), then: [])
        script.when(.raise(6, .background), then: [])
        script.when(.raise(6, .visible), then: [.download(url(6), .visible)])
        #expect(script.when(.raise(5, .visible)) == [], "six run")
        #expect(script.when(.raise(99, .visible)) == [], "no such request any more")
    }

    @Test func `A raised request goes after those that already had the priority, and keeps it`() {
        var script = Script(.narrow)
        #expect(script.downloads(of: 1..<2, .visible) == [1])
        #expect(script.downloads(of: 2..<3, .preload) == [])
        #expect(script.downloads(of: 3..<4, .visible) == [])
        script.when(.raise(2, .visible), then: [])
        #expect(script.downloads(of: 4..<5, .visible) == [])
        script.when(.raise(2, .background), then: [])
        for (finished, next) in [(1, 3), (3, 2), (2, 4)] {
            #expect(script.when(.downloadFailed(url(finished))).last == .download(url(next), .visible))
        }
    }

    @Test func `Background downloads run one at a time, after preloads`() {
        var script = Script()
        #expect(script.downloads(of: 1..<4, .background) == [1])
        #expect(script.downloads(of: 4..<6, .preload) == [4, 5])
        #expect(script.downloads(after: .downloadFailed(url(4))) == [])
        #expect(script.downloads(after: .downloadFailed(url(1))) == [2])
    }

    @Test func `Decoding is admitted by bytes, and a large picture is not overtaken`() {
        var script = Script(ImageLoaderLimits(total: 4, keptForVisible: 0, decodeBytes: 100))
        script.decode(1, bytes: 60, starts: true)
        script.decode(2, bytes: 50, starts: false)
        script.decode(3, bytes: 10, starts: false)
        #expect(script.when(.decoded(url(1))).suffix(2) == [.decode(url(2), .visible), .decode(url(3), .visible)])
        script.decode(4, bytes: 40, starts: true)
    }

    @Test func `A picture whose estimate exceeds the budget is decoded alone, neither overtaking nor overtaken`() {
        var script = Script(ImageLoaderLimits(total: 4, keptForVisible: 0, decodeBytes: 100))
        script.decode(1, bytes: 10, starts: true)
        script.decode(2, bytes: 200, starts: false)
        script.decode(3, bytes: 10, starts: false)
        #expect(script.when(.decoded(url(1))).last == .decode(url(2), .visible))
        script.decode(4, bytes: 0, starts: false)
        #expect(script.when(.decoded(url(2))).suffix(2) == [.decode(url(3), .visible), .decode(url(4), .visible)])
    }
}

extension Script {
    /// Requests images missing on the disk.
    /// - Returns: The ids of the downloads that start at once.
    fileprivate mutating func downloads(of ids: Range<Int>, _ priority: ImagePriority) -> [Int] {
        ids.flatMap { id in downloads(after: .request(id, url(id), card, priority)) }
    }

    /// Handles an event with an empty disk.
    /// - Returns: The image numbers of the downloads that start.
    fileprivate mutating func downloads(after event: Event) -> [Int] {
        var started: [Int] = []
        var actions = when(event)
        while let action = actions.popLast() {
            switch action {
            case .read(let url, _): actions += when(.notFound(url))
            case .download(let url, _): started.append(Int(url.lastPathComponent)!)
            case .deliver, .end: break
            default: Issue.record("\(action)")
            }
        }
        return started
    }

    /// Requests an image with an estimate of some bytes, and expects the decode to start at once or wait.
    fileprivate mutating func decode(
        _ id: Int, bytes: Int, starts: Bool, at location: SourceLocation = #_sourceLocation
    ) {
        when(.request(id, url(id), card, .visible))
        when(.notFound(url(id)))
        when(.downloaded(url(id)))
        when(.estimated(url(id), bytes: bytes), then: starts ? [.decode(url(id), .visible)] : [], at: location)
    }
}
