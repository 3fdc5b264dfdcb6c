import Foundation

/// Who goes next (N022, N029).
///
/// At each step the highest priority goes first, and in it whoever came to it first: nearer rows are asked for first,
/// and a row that has left the screen has left the queue. (Newest first was tried on the simulator: a visible card waits
/// 2 % longer, and a screen that opens would fill from its end.) Nobody overtakes: a large picture that waits for its
/// bytes of the budget gets them.
extension ImageLoaderState {
    mutating func wait(_ job: inout ImageJob, for step: ImageJob.Step) {
        job.stage = .waiting(step)
        waiting[step.rawValue].append(job.url)
        jobs[job.url] = job
    }

    /// Starts whatever may start now.
    mutating func schedule() -> [Action] {
        var actions: [Action] = []
        for step in [.read, .download, .decode] as [ImageJob.Step] where !waiting[step.rawValue].isEmpty {
            while hasPlace(step), let job = next(for: step), mayStart(job, step) { actions.append(start(job, step)) }
        }
        if revalidations.mayStart, mayRevalidate { actions.append(.revalidate(revalidations.start())) }
        return actions
    }

    mutating func free(_ step: ImageJob.Step, _ job: ImageJob) {
        running[step.rawValue] -= 1
        if step == .decode { decodingBytes -= job.estimatedBytes }
    }

    private mutating func start(_ next: ImageJob, _ step: ImageJob.Step) -> Action {
        var job = next
        job.stage = .running(step)
        jobs[job.url] = job
        waiting[step.rawValue].removeAll { $0 == job.url }
        running[step.rawValue] += 1
        switch step {
        case .read: return .read(job.url, job.priority)
        case .download: return .download(job.url, job.priority)
        case .decode:
            decodingBytes += job.estimatedBytes
            return .decode(job.url, job.priority)
        }
    }

    private func next(for step: ImageJob.Step) -> ImageJob? {
        var next: ImageJob?
        for url in waiting[step.rawValue] {
            guard let job = jobs[url] else { preconditionFailure("\(url) waits for \(step) and has no job") }
            if let best = next, !job.goes(before: best) { continue }
            next = job
        }
        return next
    }

    /// Whether anybody may start: most of the time nobody may, and then it does not matter who goes next.
    private func hasPlace(_ step: ImageJob.Step) -> Bool {
        running[step.rawValue] < limits.places(of: step).total
    }

    private func mayStart(_ job: ImageJob, _ step: ImageJob.Step) -> Bool {
        if step == .decode, decodingBytes + job.estimatedBytes > limits.decodeBytes { return false }
        return mayStart(job.priority, step)
    }

    private func mayStart(_ priority: ImagePriority, _ step: ImageJob.Step) -> Bool {
        let places = limits.places(of: step)
        let running = running[step.rawValue] + (step == .download && revalidations.isRunning ? 1 : 0)
        if priority == .visible { return running < places.total }
        guard !isUnderMemoryPressure, running < places.total - places.keptForVisible else { return false }
        return priority == .preload || backgroundJobs(at: step) < places.background
    }

    /// Revalidating is work of the background. It starts after all that waits for the network and may start.
    private var mayRevalidate: Bool { mayStart(.background, .download) }

    private func backgroundJobs(at step: ImageJob.Step) -> Int {
        let jobs = jobs.values.count { $0.stage == .running(step) && $0.priority == .background }
        return jobs + (step == .download && revalidations.isRunning ? 1 : 0)
    }
}

extension ImageLoaderLimits {
    fileprivate func places(of step: ImageJob.Step) -> Places {
        switch step {
        case .read: reads
        case .download: downloads
        case .decode: decodes
        }
    }
}
