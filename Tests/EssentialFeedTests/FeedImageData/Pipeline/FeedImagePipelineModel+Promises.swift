import EssentialFeed
import Foundation
import ImagePipeline

/// What each action of the state must keep to.
extension ImageLoaderModel {
    func perform(_ actions: [ImageLoaderState.Action]) throws {
        for action in actions {
            note("  → \(action)")
            switch action {
            case .read(let url, let priority): try start(.read, url, priority)
            case .download(let url, let priority): try start(.download, url, priority)
            case .decode(let url, let priority): try start(.decode, url, priority)
            case .estimate(let url):
                try check(event?.isGood == true, "bytes are estimated that did not come")
                try run(.estimate, url)
            case .removeBytes(let url):
                try check(event?.isGood == false, "good bytes are removed")
                try check(
                    event?.work == .decode || event?.work == .estimate, "bytes are removed before they were looked at")
                try run(.remove, url)
            case .revalidate(let url): try revalidate(url)
            case .cancelWork(let url): try stop(url)
            case .deliver(let ids, let url, let outcome): try deliver(ids, url, outcome)
            case .end(let url):
                let image = images[number(url)]
                try check(image.waiting.isEmpty, "the job of \(url) ends while \(image.waiting) wait for it")
                try check(image.running == nil, "the job of \(url) ends while it runs")
            }
        }
        try checkWork()
    }

    private func start(_ work: Work, _ url: URL, _ priority: ImagePriority) throws {
        let image = number(url)
        try run(work, url)
        try check(self.priority(of: image) == priority, "\(url) starts as \(priority)")
        try check(images[image].next == work, "\(work) of \(url) instead of \(images[image].next)")
        let places = places(of: work)
        let running = running(work)
        try check(running <= places.total, "\(running) run at \(work)")
        if work == .decode { try check(decodingBytes <= limits.decodeBytes, "\(decodingBytes) bytes are decoded") }
        guard priority < .visible else { return }
        try check(running <= places.total - places.keptForVisible, "\(priority) takes a place kept for visible ones")
        try check(!isPaused, "\(priority) starts while memory is short")
        for other in images.indices where other != image && images[other].next == work && isWaiting(other) {
            try check(
                self.priority(of: other)! <= priority, "\(priority) starts at \(work) while something higher waits")
        }
        if priority == .background {
            let beside = images.indices.count { images[$0].running == work && self.priority(of: $0) == .background }
            try check(beside <= places.background, "\(beside) of background priority run at \(work)")
        }
    }

    private func run(_ work: Work, _ url: URL) throws {
        let image = number(url)
        try check(images[image].running == nil, "\(work) of \(url) beside \(String(describing: images[image].running))")
        try check(!images[image].waiting.isEmpty, "\(work) of \(url), which nobody wants")
        images[image].running = work
    }

    private func revalidate(_ url: URL) throws {
        try check(revalidating == nil, "two are revalidated at once")
        try check(!isPaused, "revalidating while memory is short")
        let waits = images.indices.contains { isWaiting($0) && images[$0].next == .download }
        try check(!waits, "revalidating while somebody waits for the network")
        revalidating = number(url)
        let places = limits.downloads
        try check(running(.download) <= places.total - places.keptForVisible, "revalidating in a place kept for others")
    }

    private func stop(_ url: URL) throws {
        let image = number(url)
        try check(images[image].waiting.isEmpty, "\(url) is stopped while \(images[image].waiting) wait for it")
        try check(images[image].running != nil, "\(url) is stopped and does not run")
        try check(!images[image].isCancelled, "\(url) is stopped twice")
        images[image].isCancelled = true
    }

    private func deliver(
        _ ids: [Int], _ url: URL, _ outcome: ImageLoaderState.Outcome
    ) throws {
        try check(!ids.isEmpty, "\(outcome) is delivered to nobody")
        let image = number(url)
        for id in ids {
            guard let request = requests.removeValue(forKey: id) else {
                throw Violation(description: "\(outcome) is delivered to \(id), which was cancelled or has its outcome")
            }
            images[image].waiting.removeAll { $0 == id }
            try check(request.image == image, "\(id) gets the outcome of another image")
            switch outcome {
            case .picture:
                try check(request.goal == .picture, "\(id) wanted no picture")
                try check(isEvent(.decode, image, isGood: true), "a picture without decoding")
            case .alreadyStored:
                try check(request.goal == .bytes, "\(id) wanted a picture")
                let work = images[image].running
                let hasBytes = work == .estimate || work == .decode || images[image].next == .decode
                try check(hasBytes || isEvent(.read, image, isGood: true), "\(url) is not stored")
            case .downloaded:
                try check(request.goal == .bytes, "\(id) wanted a picture")
                try check(isEvent(.download, image, isGood: true), "\(url) was not downloaded")
            case .failed:
                let hasFailed = isEvent(.download, image, isGood: false) && event?.wasCancelled == false
                let isRemoved = event?.work == .remove && event?.image == image
                try check(hasFailed || isRemoved, "\(url) fails for nothing")
            case .refused(let bytes):
                try check(bytes > limits.decodeBytes, "\(bytes) bytes are refused")
                try check(isEvent(.estimate, image, isGood: true), "refused without a look")
            }
        }
        countDeliveries(ids.count)
    }

    /// What holds between two events.
    private func checkWork() throws {
        for image in images.indices {
            let it = images[image]
            guard !it.waiting.isEmpty else {
                let canStop = it.running != nil && it.running != .estimate && it.running != .remove
                try check(!canStop || it.isCancelled, "\(it.running!) of \(image) goes on for nobody")
                continue
            }
            guard it.running == nil, priority(of: image) == .visible else { continue }
            let isFull = running(it.next) >= places(of: it.next).total
            let isOverBudget = it.next == .decode && images.indices.contains { images[$0].running == .decode }
            try check(isFull || isOverBudget, "\(image) is visible and waits for \(it.next), which has a place")
        }
    }

    private func isEvent(_ work: Work, _ image: Int, isGood: Bool) -> Bool {
        event.map { $0.work == work && $0.image == image && $0.isGood == isGood } ?? false
    }

    private func isWaiting(_ image: Int) -> Bool {
        images[image].running == nil && !images[image].waiting.isEmpty
    }

    /// The highest of those that wait for the image.
    private func priority(of image: Int) -> ImagePriority? {
        var highest: ImagePriority?
        for id in images[image].waiting {
            guard let priority = requests[id]?.priority else { continue }
            if highest.map({ $0 < priority }) ?? true { highest = priority }
        }
        return highest
    }

    private func running(_ work: Work) -> Int {
        var count = work == .download && revalidating != nil ? 1 : 0
        for image in images where image.running == work { count += 1 }
        return count
    }

    private var decodingBytes: Int {
        images.reduce(0) { $0 + ($1.running == .decode ? $1.estimate : 0) }
    }

    private func places(of work: Work) -> ImageLoaderLimits.Places {
        switch work {
        case .read: limits.reads
        case .download: limits.downloads
        default: limits.decodes
        }
    }

    private func number(_ url: URL) -> Int { Self.numbers[url]! }
}
