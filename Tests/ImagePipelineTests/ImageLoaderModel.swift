import Foundation
import ImageFormats
import ImagePipeline
import TestSupport

/// Drives the image loader's state with random events, and checks each of its actions against its promises, stated
/// independently by this model.
final class ImageLoaderModel {
    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    final class Log {
        var lines: [String] = []
    }

    /// Running work that must be answered.
    enum Work: Hashable {
        case read, download, remove
        case estimate(PixelSize), decode(PixelSize)
    }

    /// How work ends.
    enum End {
        case good, broken, failed
    }

    struct Request {
        let image: Int
        let size: PixelSize?
        var priority: ImagePriority
    }

    struct Decode {
        var running: Work?
        var isCancelled = false
        var estimate = 0
    }

    struct Image {
        /// The running read, download or removal.
        var running: Work?
        var isCancelled = false
        /// The next work when nothing runs and it has no bytes.
        var next = Work.read
        var hasBytes = false
        /// A decode found the bytes undecodable.
        var isRejected = false
        var decodes: [PixelSize: Decode] = [:]
        var waiting: [Int] = []

        var work: [Work] {
            (running.map { [$0] } ?? []) + ImageLoaderModel.sizes.compactMap { decodes[$0]?.running }
        }
    }

    static let urls = (0..<4).map { url($0) }
    static let numbers = Dictionary(uniqueKeysWithValues: urls.enumerated().map { ($1, $0) })
    static let sizes = [card, wide]

    let limits: ImageLoaderLimits
    var state: ImageLoaderState
    var random: SeededGenerator
    var images = [Image](repeating: Image(), count: urls.count)
    /// The waiting requests, by their ids.
    var requests: [Int: Request] = [:]
    var requestCount = 0
    /// The event being handled.
    var event: (work: Work, image: Int, end: End, wasCancelled: Bool)?
    /// A readable record of events and actions.
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
        limits.loneDecodeBytes = 110
        self.limits = limits
        self.log = log
        state = ImageLoaderState(limits: limits)
    }

    /// Performs random steps, and then answers all work until none is left.
    func run(steps: Int) throws {
        for _ in 0..<steps { try step() }
        while true {
            if let image = images.indices.first(where: { !images[$0].work.isEmpty }) {
                try answer(image)
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
        default:
            let first = random.below(images.count)
            for offset in images.indices {
                let image = (first + offset) % images.count
                if !images[image].work.isEmpty { return try answer(image) }
            }
        }
    }

    private func request() throws {
        requestCount += 1
        let image = random.below(images.count)
        let priority = ImagePriority(rawValue: random.below(3))!
        let size = [nil, wide, card, card][random.below(4)]
        requests[requestCount] = Request(image: image, size: size, priority: priority)
        images[image].waiting.append(requestCount)
        note("request \(requestCount) of \(image), \(size.map { "\($0.width)" } ?? "bytes"), \(priority)")
        try perform(state.request(requestCount, ImageRequest(Self.urls[image], size: size, priority: priority)))
    }

    private func cancel() throws {
        guard requestCount > 0 else { return }
        let id = random.below(requestCount) + 1
        note("cancel \(id)")
        if let request = requests.removeValue(forKey: id) {
            let image = request.image
            images[image].waiting.removeAll { $0 == id }
            if let size = request.size, !isWanted(image, size), images[image].decodes[size]?.running == nil {
                images[image].decodes[size] = nil
            }
            if images[image].waiting.isEmpty, images[image].running == nil { images[image].next = .read }
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

    /// Ends one piece of the image's running work, in a random way.
    private func answer(_ image: Int) throws {
        let all = images[image].work
        let work = all[random.below(all.count)]
        let end: End = random.below(4) != 0 ? .good : random.below(2) == 0 ? .broken : .failed
        let wasCancelled = isCancelled(work, image)
        event = (work, image, end, wasCancelled)
        defer { event = nil }
        note("\(work) of \(image) ends: \(end)")
        switch work {
        case .read, .download, .remove: try answerFetch(work, image, end, wasCancelled)
        case .estimate(let size): try answerEstimate(size, image, end)
        case .decode(let size): try answerDecode(size, image, end, wasCancelled)
        }
        if images[image].waiting.isEmpty { images[image].next = .read }
    }

    private func answerFetch(_ work: Work, _ image: Int, _ end: End, _ wasCancelled: Bool) throws {
        let url = Self.urls[image]
        images[image].running = nil
        images[image].isCancelled = false
        images[image].next = .read
        let isWanted = !images[image].waiting.isEmpty
        switch work {
        case .read:
            let result: ImageLoaderState.ReadResult = end == .good ? .found : random.below(2) == 0 ? .notFound : .failed
            if result == .notFound || result == .failed && !wasCancelled { images[image].next = .download }
            images[image].hasBytes = result == .found && isWanted
            try perform(state.readFinished(url, result))
        case .download:
            images[image].hasBytes = end == .good && isWanted
            try perform(state.downloadFinished(url, hasBytes: end == .good))
        default:
            images[image].hasBytes = false
            images[image].isRejected = false
            try perform(state.bytesRemoved(url))
        }
    }

    private func answerEstimate(_ size: PixelSize, _ image: Int, _ end: End) throws {
        let estimate = random.below(120)
        let goesOn = isWanted(image, size) && !images[image].isRejected
        images[image].decodes[size] = nil
        if goesOn, end == .good, estimate <= limits.loneDecodeBytes {
            images[image].decodes[size] = Decode(estimate: estimate)
        }
        if goesOn, end == .broken { reject(image) }
        try perform(
            state.estimated(
                Self.urls[image], size, end == .good ? .bytes(estimate) : end == .broken ? .broken : .failed))
    }

    private func answerDecode(_ size: PixelSize, _ image: Int, _ end: End, _ wasCancelled: Bool) throws {
        let estimate = images[image].decodes[size]?.estimate ?? 0
        let goesOn = isWanted(image, size) && !images[image].isRejected
        images[image].decodes[size] = nil
        if goesOn, end != .good {
            if wasCancelled {
                images[image].decodes[size] = Decode(estimate: estimate)
            } else if end == .broken {
                reject(image)
            }
        }
        try perform(
            state.decodeFinished(Self.urls[image], size, end == .good ? .picture : end == .broken ? .broken : .failed))
    }

    private func reject(_ image: Int) {
        images[image].isRejected = true
        images[image].decodes = images[image].decodes.filter { $0.value.running != nil }
    }

    private func isCancelled(_ work: Work, _ image: Int) -> Bool {
        if case .decode(let size) = work { return images[image].decodes[size]?.isCancelled ?? false }
        return images[image].isCancelled
    }

    func isWanted(_ image: Int, _ size: PixelSize) -> Bool {
        images[image].waiting.contains { requests[$0]?.size == size }
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
    /// Returns a number from 0 up to, but not including, the limit.
    mutating func below(_ limit: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % limit }
}
