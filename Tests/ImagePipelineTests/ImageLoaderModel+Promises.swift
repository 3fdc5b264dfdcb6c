import Foundation
import ImageFormats
import ImagePipeline

/// The promises that each action of the state must keep.
extension ImageLoaderModel {
    func perform(_ actions: [ImageLoaderState.Action]) throws {
        for action in actions {
            note("  → \(action)")
            switch action {
            case .read(let url, let priority): try start(.read, url, priority)
            case .download(let url, let priority): try start(.download, url, priority)
            case .estimate(let url, let size): try estimate(url, size)
            case .decode(let url, let size, let priority): try start(.decode(size), url, priority)
            case .removeBytes(let url): try remove(url)
            case .cancelFetch(let url): try cancelFetch(url)
            case .cancelDecode(let url, let size): try cancelDecode(url, size)
            case .deliver(let ids, let url, let outcome): try deliver(ids, url, outcome)
            case .end(let url): try end(url)
            }
        }
        try checkWork()
    }

    private func start(_ work: Work, _ url: URL, _ priority: ImagePriority) throws {
        let image = number(url)
        try check(self.priority(of: image, for: work) == priority, "\(url) starts \(work) as \(priority)")
        try check(isWaiting(image, for: work), "\(work) of \(url), which isn't next")
        if case .decode(let size) = work {
            images[image].decodes[size]?.running = work
            images[image].decodes[size]?.isCancelled = false
        } else {
            try check(
                images[image].running == nil, "\(work) of \(url) beside \(String(describing: images[image].running))")
            images[image].running = work
        }
        let slots = slots(of: work)
        let running = running(like: work)
        try check(running <= slots.total, "\(running) run at \(work)")
        try check(
            decodingBytes <= (running == 1 ? limits.loneDecodeBytes : limits.decodeBytes) || kind(work) != .decode,
            "\(decodingBytes) bytes are decoded")
        guard priority < .visible else { return }
        try check(running <= slots.total - slots.keptForVisible, "\(priority) takes a slot kept for visible ones")
        for (other, waiting) in allWaiting(like: work) {
            try check(
                self.priority(of: other, for: waiting)! <= priority,
                "\(priority) starts at \(work) while something higher waits")
        }
        if priority == .background {
            let beside = allRunning(like: work).count { self.priority(of: $0.image, for: $0.work) == .background }
            try check(beside <= slots.background, "\(beside) of background priority run at \(work)")
        }
    }

    private func estimate(_ url: URL, _ size: PixelSize) throws {
        let image = number(url)
        try check(images[image].hasBytes && !images[image].isRejected, "bytes are estimated that did not come")
        try check(isWanted(image, size), "an estimate of \(url), which nobody wants")
        try check(images[image].decodes[size] == nil, "two estimates of \(url)")
        images[image].decodes[size] = Decode(running: .estimate(size))
    }

    private func remove(_ url: URL) throws {
        let image = number(url)
        try check(images[image].isRejected, "good bytes are removed")
        try check(images[image].work.isEmpty, "bytes are removed while they are in use")
        images[image].running = .remove
    }

    private func cancelFetch(_ url: URL) throws {
        let image = number(url)
        try check(images[image].waiting.isEmpty, "\(url) is stopped while \(images[image].waiting) wait for it")
        try check(images[image].running != nil, "\(url) is stopped and does not run")
        try check(!images[image].isCancelled, "\(url) is stopped twice")
        images[image].isCancelled = true
    }

    private func cancelDecode(_ url: URL, _ size: PixelSize) throws {
        let image = number(url)
        try check(!isWanted(image, size), "the decode of \(url) is stopped while somebody waits for it")
        try check(images[image].decodes[size]?.running == .decode(size), "\(url) is stopped and isn't decoded")
        try check(images[image].decodes[size]?.isCancelled == false, "the decode of \(url) is stopped twice")
        images[image].decodes[size]?.isCancelled = true
    }

    private func deliver(_ ids: [Int], _ url: URL, _ outcome: ImageLoaderState.Outcome) throws {
        try check(!ids.isEmpty, "\(outcome) is delivered to nobody")
        let image = number(url)
        for id in ids {
            guard let request = requests.removeValue(forKey: id) else {
                throw Violation(description: "\(outcome) is delivered to \(id), which was cancelled or has its outcome")
            }
            images[image].waiting.removeAll { $0 == id }
            try check(request.image == image, "\(id) gets the outcome of another image")
            try check(request, outcome, url)
        }
        countDeliveries(ids.count)
    }

    private func check(_ request: Request, _ outcome: ImageLoaderState.Outcome, _ url: URL) throws {
        let image = request.image
        switch outcome {
        case .picture(let size), .outdatedPicture(let size):
            try check(request.size == size, "a picture for \(size) is delivered to \(request)")
            try check(isEvent(.decode(size), image, .good), "a picture without decoding")
            let isOutdated = if case .outdatedPicture = outcome { true } else { false }
            try check(isOutdated == images[image].isRejected, "\(outcome) where the bytes are not that old")
        case .alreadyCached:
            try check(request.size == nil, "\(request) wanted a picture")
            try check(images[image].hasBytes && !images[image].isRejected, "\(url) is not stored")
            try check(!isEvent(.download, image, .good), "\(url) was downloaded")
        case .downloaded:
            try check(request.size == nil, "\(request) wanted a picture")
            try check(isEvent(.download, image, .good), "\(url) was not downloaded")
        case .failed:
            let hasFailed = event.map { event in
                guard event.image == image, !event.wasCancelled else { return false }
                switch event.work {
                case .read: return false
                case .download: return event.end != .good
                case .estimate(let size), .decode(let size): return event.end == .failed && request.size == size
                case .remove: return true
                }
            }
            try check(hasFailed ?? false, "\(url) fails without a reason")
        case .refused(let bytes):
            try check(bytes > limits.loneDecodeBytes, "\(bytes) bytes are refused")
            let size = try size(of: request)
            try check(isEvent(.estimate(size), image, .good), "refused without an estimate")
        }
    }

    private func size(of request: Request) throws -> PixelSize {
        guard let size = request.size else { throw Violation(description: "\(request) wanted no picture") }
        return size
    }

    private func end(_ url: URL) throws {
        let image = images[number(url)]
        try check(image.waiting.isEmpty, "the job of \(url) ends while \(image.waiting) wait for it")
        try check(image.work.isEmpty, "the job of \(url) ends while it runs")
        images[number(url)] = Image()
    }

    /// Checks what must hold between two events.
    private func checkWork() throws {
        for image in images.indices {
            let it = images[image]
            let canStop = it.running == .read || it.running == .download
            try check(
                !it.waiting.isEmpty || !canStop || it.isCancelled, "\(it.running!) of \(image) goes on for nobody")
            if it.isRejected { try check(!it.work.isEmpty, "broken bytes of \(image) are not removed") }
            for size in Self.sizes {
                let decode = it.decodes[size]
                if decode?.running == .decode(size), !isWanted(image, size) {
                    try check(decode?.isCancelled == true, "the decode of \(image) goes on for nobody")
                }
                if it.hasBytes, !it.isRejected, isWanted(image, size) {
                    try check(decode != nil, "nothing is done for those who wait for \(image) at \(size)")
                }
            }
        }
        for (image, work) in [Work.read, .download, .decode(card)].flatMap({ allWaiting(like: $0) })
        where priority(of: image, for: work) == .visible {
            let isFull = running(like: work) >= slots(of: work).total
            let isOverBudget = kind(work) == .decode && running(like: work) > 0
            try check(isFull || isOverBudget, "\(image) is visible and waits for \(work), which has a slot")
        }
    }

    private func isEvent(_ work: Work, _ image: Int, _ end: End) -> Bool {
        event.map { $0.work == work && $0.image == image && $0.end == end } ?? false
    }

    private enum Kind {
        case read, download, decode, other
    }

    private func kind(_ work: Work) -> Kind {
        switch work {
        case .read: .read
        case .download: .download
        case .decode: .decode
        case .estimate, .remove: .other
        }
    }

    private func isWaiting(_ image: Int, for work: Work) -> Bool {
        let it = images[image]
        if case .decode(let size) = work {
            return it.decodes[size].map { $0.running == nil } ?? false && isWanted(image, size)
        }
        return it.running == nil && !it.hasBytes && !it.isRejected && !it.waiting.isEmpty && it.next == work
    }

    private func allWaiting(like work: Work) -> [(image: Int, work: Work)] {
        alike(work).flatMap { work in images.indices.filter { isWaiting($0, for: work) }.map { ($0, work) } }
    }

    private func allRunning(like work: Work) -> [(image: Int, work: Work)] {
        images.indices.flatMap { image in
            images[image].work.filter { kind($0) == kind(work) }.map { (image, $0) }
        }
    }

    private func alike(_ work: Work) -> [Work] {
        if case .decode = work { Self.sizes.map { .decode($0) } } else { [work] }
    }

    /// Returns the highest priority of the requests that wait for the work.
    private func priority(of image: Int, for work: Work) -> ImagePriority? {
        var highest: ImagePriority?
        for id in images[image].waiting {
            guard let request = requests[id] else { continue }
            if case .decode(let size) = work, request.size != size { continue }
            if highest.map({ $0 < request.priority }) ?? true { highest = request.priority }
        }
        return highest
    }

    private func running(like work: Work) -> Int {
        allRunning(like: work).count
    }

    private var decodingBytes: Int {
        images.reduce(0) { sum, image in
            sum + image.decodes.reduce(0) { $0 + ($1.value.running == .decode($1.key) ? $1.value.estimate : 0) }
        }
    }

    private func slots(of work: Work) -> ImageLoaderLimits.Slots {
        switch kind(work) {
        case .read: limits.reads
        case .download: limits.downloads
        case .decode, .other: limits.decodes
        }
    }

    private func number(_ url: URL) -> Int { Self.numbers[url]! }
}
