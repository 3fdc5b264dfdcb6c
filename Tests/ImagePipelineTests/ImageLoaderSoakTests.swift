import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline
import Synchronization
import TestSupport
import Testing

/// Scrolls at random over the real pipeline and the real controllers, with loaders that yield and fail at random.
@MainActor
@Suite(.detectsHangs) struct ImageLoaderSoakTests {
    @Test func `B242 B244 20,000 random scrolls and cancels: each view shows its own image, or nothing`() async throws {
        let images = (0..<80).map { _ in uniqueImage() }
        let load = Load()
        let memory = PictureCache<URL>(limit: 4_000)
        let loader = ImageLoader(source: load, decoder: load, memory: memory)
        let pictures = LoadFeedImagePicture(memory: memory, images: loader, isCached: { _ in false })
        let rows = FeedImageControllers<URL>(
            sizing: .cards(width: card.width), look: { memory.picture(of: $0, size: $1) },
            load: { try await pictures.load($0, ticket: $1, showMeanwhile: $2) })
        rows.display(images)
        let views = (0..<4).map { _ in View() }
        var random = SeededGenerator(seed: 20_000)
        var top = 0
        for step in 0..<20_000 {
            let far = random.below(10) == 0
            top = far ? random.below(76) : min(76, max(0, top + random.below(5) - 2))
            for (offset, view) in views.enumerated() where view.image != images[top + offset] || far {
                if let image = view.image { rows.controller(for: image.id)?.resignVisible(view) }
                view.image = images[top + offset]
                rows.controller(for: images[top + offset].id)?.becomeVisible(view)
            }
            rows.visibleRowsChanged(Set(views.compactMap { $0.image?.id }))
            if random.below(8) == 0 { views[random.below(4)].retry(rows) }
            if random.below(64) == 0 {
                let isNarrow = rows.sizing == .cards(width: card.width)
                rows.sizing = .cards(width: isNarrow ? wide.width : card.width)
            }
            if step % 3 == 0 { await Task.yield() }
        }
        load.stopFailing()
        for view in views {
            view.retry(rows)
            while !view.isShown {
                await view.changed.until { _ in true }
                view.retry(rows)
            }
        }
        rows.stop()
        let wrong = views.flatMap(\.wrong)
        #expect(wrong == [])
        #expect(load.breaches == [])
        #expect(memory.cost <= memory.limit)
    }

    private final class View: FeedImageView {
        var image: FeedImage?
        private(set) var isShown = false
        private(set) var hasFailed = false
        /// The pictures of other images that it was told to show.
        private(set) var wrong: [URL] = []
        private(set) var changed = Shown<Bool>()

        func display(_ state: FeedImageState<URL>) {
            isShown = false
            hasFailed = false
            switch state {
            case .shown(let url):
                isShown = true
                if url != image?.url { wrong.append(url) }
            case .failed: hasFailed = true
            case .empty, .loading:
                changed = Shown()
                return
            }
            changed.add(true)
        }

        func retry(_ rows: FeedImageControllers<URL>) {
            if hasFailed, let image { rows.controller(for: image.id)?.retry() }
        }
    }

    /// Disk, server and decoder in one. Records the work running at the same time.
    private final class Load: ImageSource, ImageDecoder {
        private struct State {
            var random = SeededGenerator(seed: 7)
            var stored: Set<URL> = []
            var running: [String: [URL]] = [:]
            var breaches: [String] = []
            var mayFail = true
        }

        private let state = Mutex(State())

        var breaches: [String] { state.withLock { $0.breaches } }

        func cached(_ url: URL) async throws -> Data? {
            try await run("read", url, limit: 8)
            return state.withLock { $0.stored.contains(url) } ? Data(url.absoluteString.utf8) : nil
        }

        func fetch(_ url: URL) async throws -> Data {
            try await run("download", url, limit: 6)
            state.withLock { _ = $0.stored.insert(url) }
            return Data(url.absoluteString.utf8)
        }

        func remove(_ url: URL) async throws { state.withLock { _ = $0.stored.remove(url) } }
        func stopFailing() { state.withLock { $0.mayFail = false } }
        func cost(of picture: URL) -> Int { 200 }

        func prepare(_ data: Data, for size: PixelSize) -> PreparedDecode<URL> {
            let url = URL(string: String(decoding: data, as: UTF8.self))!
            return PreparedDecode(estimatedBytes: 100 << 20) { [self] in
                try await run("decode", url.appending(path: "\(size.width)"), limit: 2)
                return url
            }
        }

        /// Yields a few times, sometimes obeys a cancellation, and sometimes fails.
        private func run(_ what: String, _ url: URL, limit: Int) async throws {
            let (turns, fails, obeys) = state.withLock { state in
                let running = state.running[what, default: []]
                if running.contains(url) { state.breaches.append("two \(what)s of \(url)") }
                if running.count >= limit { state.breaches.append("\(running.count + 1) \(what)s") }
                state.running[what] = running + [url]
                return (state.random.below(6), state.mayFail && state.random.below(10) == 0, state.random.below(2) == 0)
            }
            defer { state.withLock { $0.running[what]?.removeAll { $0 == url } } }
            for _ in 0..<turns {
                await Task.yield()
                if obeys { try Task.checkCancellation() }
            }
            if fails { throw anyError() }
        }
    }
}
