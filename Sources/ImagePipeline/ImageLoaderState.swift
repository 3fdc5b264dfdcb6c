package import Foundation

/// What the image pipeline does next: one job for each URL, from the disk over the network to the decoder, shared by all
/// requests of the URL (N020–N022, N029, N032).
///
/// It is pure. Each method is told one event and returns the actions to perform; bytes and pictures pass it by. Every
/// `read`, `download`, `estimate`, `decode`, `removeBytes` and `revalidate` is answered by exactly one event, also after
/// `cancelWork`: a decoder that cannot be stopped keeps its place and its bytes until it is done. An event that cannot
/// be is a programmer error.
package struct ImageLoaderState: Sendable {
    package typealias RequestID = Int

    package enum Goal: Hashable, Sendable {
        case picture
        /// To be stored, no more (N032).
        case bytes
    }

    package enum Outcome: Hashable, Sendable {
        case picture
        case alreadyStored
        case downloaded
        case failed
        /// The estimate alone exceeds the budget (N029).
        case refused(estimatedBytes: Int)
    }

    package enum Action: Hashable, Sendable {
        case read(URL, ImagePriority)
        case download(URL, ImagePriority)
        case estimate(URL)
        case decode(URL, ImagePriority)
        case removeBytes(URL)
        case revalidate(URL)
        /// Nobody waits for what runs for the URL.
        case cancelWork(URL)
        case deliver([RequestID], URL, Outcome)
        /// There is no job for the URL any more: what was kept for it is given up.
        case end(URL)
    }

    package enum ReadResult: Hashable, Sendable {
        case found, notFound, failed
    }

    let limits: ImageLoaderLimits
    var jobs: [URL: ImageJob] = [:]
    var urls: [RequestID: URL] = [:]
    /// By step, who waits for a place.
    var waiting: [[URL]] = ImageJob.Step.allCases.map { _ in [] }
    /// By step, how many run.
    var running = ImageJob.Step.allCases.map { _ in 0 }
    var decodingBytes = 0
    var revalidations = ImageRevalidations()
    var isUnderMemoryPressure = false
    private var turns = 0

    package init(limits: ImageLoaderLimits = ImageLoaderLimits()) {
        self.limits = limits
    }

    /// Nothing runs and nobody waits.
    package var isIdle: Bool { jobs.isEmpty && urls.isEmpty && revalidations.isIdle }

    /// Somebody wants an image; the number is one that was not used before.
    package mutating func request(
        _ id: RequestID, _ url: URL, _ goal: Goal, _ priority: ImagePriority
    ) -> [Action] {
        precondition(urls[id] == nil, "request \(id) is already there, for \(urls[id]!)")
        let request = ImageJob.Request(id: id, goal: goal, priority: priority)
        guard let before = jobs[url]?.priority else {
            var job = ImageJob(url: url, turn: nextTurn())
            job.add(request)
            urls[id] = url
            wait(&job, for: .read)
            return schedule()
        }
        if goal == .bytes, jobs[url]?.hasBytes == true { return [.deliver([id], url, .alreadyStored)] }
        urls[id] = url
        // In its place: a copy would copy all the others that share the job.
        jobs[url]?.add(request)
        if priority > before {
            let turn = nextTurn()
            jobs[url]?.turn = turn
        }
        return schedule()
    }

    /// The request gets nothing any more (N021). The last of its URL takes the work with it (N020). One that had its
    /// outcome is no more.
    package mutating func cancel(_ id: RequestID) -> [Action] {
        guard let url = urls.removeValue(forKey: id) else { return [] }
        guard var job = jobs[url] else { preconditionFailure("request \(id) has no job for \(url)") }
        job.remove(id)
        jobs[url] = job
        guard job.requests.isEmpty else { return schedule() }
        switch job.stage {
        case .waiting(let step):
            waiting[step.rawValue].removeAll { $0 == url }
            return end(job) + schedule()
        case .running:
            guard !job.isAbandoned else { return [] }
            jobs[url]?.isAbandoned = true
            return [.cancelWork(url)]
        case .estimating, .removing:
            jobs[url]?.isAbandoned = true
            return []
        }
    }

    /// Somebody wants it sooner (N022). Never lowers; one that had its outcome is no more.
    package mutating func raise(_ id: RequestID, to priority: ImagePriority) -> [Action] {
        guard let url = urls[id] else { return [] }
        guard var job = jobs[url] else { preconditionFailure("request \(id) has no job for \(url)") }
        let before = job.priority
        job.raise(id, to: priority)
        if job.priority > before { job.turn = nextTurn() }
        jobs[url] = job
        return schedule()
    }

    /// While memory is short, only what is visible starts.
    package mutating func memoryPressure(_ isOn: Bool) -> [Action] {
        isUnderMemoryPressure = isOn
        return schedule()
    }

    mutating func nextTurn() -> Int {
        turns += 1
        return turns
    }
}
