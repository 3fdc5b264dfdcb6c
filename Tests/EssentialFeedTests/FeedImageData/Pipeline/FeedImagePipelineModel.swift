import EssentialFeed
import Foundation
import ImagePipeline
import TestSupport

/// Drives the pipeline's state with random events and holds each of its actions against what it promises, which is said
/// here once more, from outside.
final class ImageLoaderModel {
    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    final class Log {
        var lines: [String] = []
    }

    /// What runs, and has to be answered.
    enum Work: Int, CaseIterable {
        case read, download, decode, estimate, remove
    }

    struct Request {
        let image: Int
        let goal: ImageLoaderState.Goal
        var priority: ImagePriority
    }

    struct Image {
        var running: Work?
        var isCancelled = false
        /// For what it waits when nothing runs.
        var next = Work.read
        var estimate = 0
        var waiting: [Int] = []
    }

    static let urls = (0..<4).map { URL(string: "https://a-host.com/\($0).jpg")! }
    static let numbers = Dictionary(uniqueKeysWithValues: urls.enumerated().map { ($1, $0) })

    let limits: ImageLoaderLimits
    var state: ImageLoaderState
    var random: SeededGenerator
    var images = [Image](repeating: Image(), count: urls.count)
    /// Those that wait for their outcome.
    var requests: [Int: Request] = [:]
    var requestCount = 0
    var revalidating: Int?
    var isPaused = false
    /// The event that the state answers to.
    var event: (work: Work, image: Int, isGood: Bool, wasCancelled: Bool)?
    /// Where events and actions are written down, for people.
    let log: Log?
    private(set) var deliveries = 0

    init(seed: UInt64, log: Log? = nil) {
        random = SeededGenerator(seed: seed)
        var limits = ImageLoaderLimits()
        let isWide = seed % 4 == 0
        limits.reads = .init(total: isWide ? 8 : 3, keptForVisible: 1, background: 1)
        limits.downloads =
            isWide ? limits.downloads : .init(total: 3, keptForVisible: seed % 2 == 0 ? 2 : 1, background: 1)
        limits.decodeBytes = 100
        self.limits = limits
        self.log = log
        state = ImageLoaderState(limits: limits)
    }

    /// Some random events, then whatever ends the work.
    func run(steps: Int) throws {
        for _ in 0..<steps { try step() }
        try pressure(false)
        while true {
            if let image = images.indices.first(where: { images[$0].running != nil }) {
                try answer(image)
            } else if revalidating != nil {
                try answerRevalidation()
            } else {
                break
            }
        }
        try check(requests.isEmpty, "nothing runs, and \(requests) still wait")
        try check(state.isIdle, "nothing runs, and the state is not idle: \(state)")
    }

    private func step() throws {
        switch random.below(16) {
        case 0..<5: try request()
        case 5, 6: try cancel()
        case 7: try raise()
        case 8 where random.below(4) == 0: try pressure(!isPaused)
        case 9 where revalidating != nil: try answerRevalidation()
        default:
            let first = random.below(images.count)
            for offset in images.indices {
                let image = (first + offset) % images.count
                if images[image].running != nil { return try answer(image) }
            }
        }
    }

    private func request() throws {
        requestCount += 1
        let image = random.below(images.count)
        let priority = ImagePriority(rawValue: random.below(3))!
        let goal: ImageLoaderState.Goal = random.below(4) == 0 ? .bytes : .picture
        requests[requestCount] = Request(image: image, goal: goal, priority: priority)
        images[image].waiting.append(requestCount)
        note("request \(requestCount) of \(image), \(goal), \(priority)")
        try perform(state.request(requestCount, Self.urls[image], goal, priority))
    }

    private func cancel() throws {
        guard requestCount > 0 else { return }
        let id = random.below(requestCount) + 1
        note("cancel \(id)")
        if let request = requests.removeValue(forKey: id) {
            images[request.image].waiting.removeAll { $0 == id }
            if images[request.image].waiting.isEmpty, images[request.image].running == nil {
                images[request.image].next = .read
            }
        }
        try perform(state.cancel(id))
    }

    private func raise() throws {
        guard requestCount > 0 else { return }
        let id = random.below(requestCount) + 1
        let priority = ImagePriority(rawValue: random.below(3))!
        note("raise \(id) to \(priority)")
        if let request = requests[id] { requests[id]?.priority = max(request.priority, priority) }
        try perform(state.raise(id, to: priority))
    }

    private func pressure(_ isOn: Bool) throws {
        isPaused = isOn
        note("memory pressure \(isOn)")
        try perform(state.memoryPressure(isOn))
    }

    private func answerRevalidation() throws {
        guard let image = revalidating else { return }
        revalidating = nil
        note("revalidated \(image)")
        try perform(state.revalidationFinished(Self.urls[image]))
    }

    /// The work that runs for the image ends, in one of the ways in which it can.
    private func answer(_ image: Int) throws {
        guard let work = images[image].running else { return }
        let url = Self.urls[image]
        let isGood = random.below(4) != 0
        let wasCancelled = images[image].isCancelled
        images[image].running = nil
        images[image].isCancelled = false
        images[image].next = .read
        event = (work, image, isGood, wasCancelled)
        defer { event = nil }
        note("\(work) of \(image) ends \(isGood ? "well" : "badly")")
        switch work {
        case .read:
            let result: ImageLoaderState.ReadResult =
                isGood ? .found : random.below(2) == 0 ? .notFound : .failed
            if result == .notFound || result == .failed && !wasCancelled { images[image].next = .download }
            try perform(state.readFinished(url, result))
        case .download: try perform(state.downloadFinished(url, hasBytes: isGood))
        case .estimate:
            let estimate = random.below(120)
            images[image].estimate = estimate
            if isGood { images[image].next = .decode }
            try perform(state.estimated(url, bytes: isGood ? estimate : nil))
        case .decode: try perform(state.decodeFinished(url, hasPicture: isGood))
        case .remove: try perform(state.bytesRemoved(url))
        }
        if images[image].waiting.isEmpty { images[image].next = .read }
    }

    func check(_ holds: Bool, _ message: @autoclosure () -> String) throws {
        if !holds { throw Violation(description: message()) }
    }

    func note(_ text: @autoclosure () -> String) {
        if let log { log.lines.append(text()) }
    }

    func countDeliveries(_ count: Int) { deliveries += count }
}

extension SeededGenerator {
    /// From 0 to below the limit.
    mutating func below(_ limit: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % limit }
}
