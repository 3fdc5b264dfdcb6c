import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline

/// Scrolls through a scenario on a virtual clock with the pipeline's real rules: which rows are near
/// (``FeedImagePreloadWindow``), what a row requests (``FeedImageRequestState``), and what goes first
/// (``ImageLoaderState``).
final class ScrollSimulation {
    enum Rules {
        case pipeline
        /// First in, first out, without preloading.
        case plain
    }

    private struct Card {
        var requests = FeedImageRequestState()
        var running: Int?
        var visibleSince: Double?
        var hasPicture = false
    }

    private static let frame = 1.0 / 60
    private static let size = PixelSize(width: 552, height: 414)

    private let scenario: ScrollScenario
    private let rules: Rules
    private let urls: [URL]
    private var cards: [Card]
    private var state: ImageLoaderState
    private var link: SharedLink
    private var decodes: [(url: URL, ends: Double)] = []
    private var requestCards: [Int] = []
    private var near: Set<Int> = []
    private var result = ScrollResult()

    init(_ scenario: ScrollScenario, rules: Rules) {
        self.scenario = scenario
        self.rules = rules
        urls = (0..<scenario.cards).map { URL(string: "https://a-host.com/\($0).jpg")! }
        cards = urls.map { _ in Card() }
        var limits = ImageLoaderLimits()
        if rules == .plain {
            limits.downloads.keptForVisible = 0
            limits.decodes.keptForVisible = 0
        }
        state = ImageLoaderState(limits: limits)
        link = SharedLink(bitsPerSecond: scenario.linkBitsPerSecond, latency: scenario.latencyMilliseconds / 1_000)
    }

    func run() -> ScrollResult {
        let last = Double(scenario.cards) - scenario.viewportRows
        var top = 0.0
        var phase = 0
        var phaseEnds = scenario.phases[0].seconds
        var nextFrame = 0.0
        while top < last {
            advance(to: nextFrame)
            while link.now >= phaseEnds {
                phase = (phase + 1) % scenario.phases.count
                phaseEnds += scenario.phases[phase].seconds
            }
            show(from: Int(top), through: min(scenario.cards - 1, Int(top + scenario.viewportRows)))
            top = min(last, max(0, top + scenario.phases[phase].cardsPerSecond * Self.frame))
            nextFrame += Self.frame
        }
        for card in cards.indices where cards[card].visibleSince != nil { endWait(card) }
        result.bytes = link.carried
        return result
    }

    /// Updates the rows in the order of the screens' lists: rows that left, new rows, near rows.
    private func show(from first: Int, through last: Int) {
        for card in cards.indices where cards[card].visibleSince != nil && !(first...last).contains(card) {
            endWait(card)
            perform(cards[card].requests.resignVisible(), card)
        }
        for card in first...last where cards[card].visibleSince == nil {
            cards[card].visibleSince = link.now
            if cards[card].hasPicture { result.waits.append(0) }
            perform(cards[card].requests.becomeVisible(hasPicture: cards[card].hasPicture), card)
        }
        guard rules == .pipeline else { return }
        let window = FeedImagePreloadWindow(rows: 5).positions(around: first...last, of: cards.count)
        for card in near.subtracting(window).sorted() { perform(cards[card].requests.resignNearVisible(), card) }
        for card in window where !near.contains(card) {
            perform(cards[card].requests.becomeNearVisible(hasPicture: cards[card].hasPicture), card)
        }
        near = Set(window)
    }

    private func endWait(_ card: Int) {
        guard let since = cards[card].visibleSince else { return }
        if !cards[card].hasPicture { result.waits.append(link.now - since) }
        // A card with its picture was counted when the picture came, or when the card appeared.
        cards[card].visibleSince = nil
    }

    private func perform(_ actions: [FeedImageRequestState.Action], _ card: Int) {
        for action in actions {
            switch action {
            case .start(let priority):
                let request = requestCards.count
                requestCards.append(card)
                cards[card].running = request
                perform(state.request(request, ImageRequest(urls[card], size: Self.size, priority: priority)))
            case .raise(let priority):
                if let running = cards[card].running { perform(state.raise(running, to: priority)) }
            case .cancel:
                if let running = cards[card].running { perform(state.cancel(running)) }
                cards[card].running = nil
            }
        }
    }

    private func perform(_ actions: [ImageLoaderState.Action]) {
        for action in actions {
            switch action {
            case .read(let url, _): perform(state.readFinished(url, .notFound))
            case .download(let url, _):
                result.downloads += 1
                link.begin(url, bytes: scenario.bytesPerCard)
            case .estimate(let url, let size): perform(state.estimated(url, size, .bytes(16 << 20)))
            case .decode(let url, _, _): decodes.append((url, link.now + scenario.decodeMilliseconds / 1_000))
            case .removeBytes(let url): perform(state.bytesRemoved(url))
            case .cancelDecode:
                // A decoder continues to its end.
                break
            case .cancelFetch(let url):
                if link.cancel(url) { perform(state.downloadFinished(url, hasBytes: false)) }
            case .deliver(let requests, _, _): deliver(requests)
            case .end: break
            }
        }
    }

    private func deliver(_ requests: [Int]) {
        for request in requests {
            let card = requestCards[request]
            guard cards[card].running == request else { continue }
            cards[card].requests.finish()
            cards[card].running = nil
            cards[card].hasPicture = true
            if let since = cards[card].visibleSince { result.waits.append(link.now - since) }
        }
    }

    private func advance(to time: Double) {
        while true {
            let decoded = decodes.map(\.ends).min()
            let next = min(time, link.nextChange ?? time, decoded ?? time)
            for url in link.advance(to: next) { perform(state.downloadFinished(url, hasBytes: true)) }
            let ended = decodes.filter { $0.ends <= next }
            decodes.removeAll { $0.ends <= next }
            for decode in ended { perform(state.decodeFinished(decode.url, Self.size, .picture)) }
            if next >= time { return }
        }
    }
}
