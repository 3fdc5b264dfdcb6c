package import Foundation

/// The work's ends.
extension ImageLoaderState {
    /// The disk was looked at. A cache that cannot be read has nothing (B166).
    package mutating func readFinished(_ url: URL, _ result: ReadResult) -> [Action] {
        var job = stop(url, .read)
        switch result {
        case _ where job.requests.isEmpty: return end(job) + schedule()
        case .found:
            job.isAbandoned = false
            if job.wantsPicture { revalidations.add(url) }
            return goOnWithBytes(job, .alreadyStored)
        case .failed where job.isAbandoned: return restart(job)
        case .notFound, .failed:
            job.isAbandoned = false
            wait(&job, for: .download)
            return schedule()
        }
    }

    package mutating func downloadFinished(_ url: URL, hasBytes: Bool) -> [Action] {
        let job = stop(url, .download)
        if job.requests.isEmpty { return end(job) + schedule() }
        if hasBytes { return goOnWithBytes(job, .downloaded) }
        return job.isAbandoned ? restart(job) : fail(job, .failed)
    }

    /// The header was looked at.
    /// - Parameter bytes: what decoding will take; `nil`: it is no picture's header.
    package mutating func estimated(_ url: URL, bytes: Int?) -> [Action] {
        var job = job(url, in: .estimating)
        if job.requests.isEmpty { return end(job) + schedule() }
        job.isAbandoned = false
        guard let bytes else { return remove(job) }
        precondition(bytes >= 0, "an estimate of \(bytes) bytes for \(url)")
        guard bytes <= limits.decodeBytes else { return fail(job, .refused(estimatedBytes: bytes)) }
        job.estimatedBytes = bytes
        wait(&job, for: .decode)
        return schedule()
    }

    package mutating func decodeFinished(_ url: URL, hasPicture: Bool) -> [Action] {
        var job = stop(url, .decode)
        if job.requests.isEmpty { return end(job) + schedule() }
        guard hasPicture else { return job.isAbandoned ? restart(job) : remove(job) }
        return deliver(job.take(.picture), url, .picture) + end(job) + schedule()
    }

    /// The decoder has looked at the header, or decoded, in vain, and it is not the fault of the bytes: they stay.
    package mutating func undecoded(_ url: URL) -> [Action] {
        let job = jobs[url]?.stage == .estimating ? job(url, in: .estimating) : stop(url, .decode)
        if job.requests.isEmpty { return end(job) + schedule() }
        return job.isAbandoned ? restart(job) : fail(job, .failed)
    }

    /// The bytes that made no picture are gone, so that the next request asks the server (N025).
    package mutating func bytesRemoved(_ url: URL) -> [Action] {
        let job = job(url, in: .removing)
        if job.requests.isEmpty { return end(job) + schedule() }
        return job.isAbandoned ? restart(job) : fail(job, .failed)
    }

    package mutating func revalidationFinished(_ url: URL) -> [Action] {
        revalidations.finish(url)
        return schedule()
    }

    private mutating func goOnWithBytes(_ finished: ImageJob, _ outcome: Outcome) -> [Action] {
        var job = finished
        job.isAbandoned = false
        let delivered = deliver(job.take(.bytes), job.url, outcome)
        guard job.wantsPicture else { return delivered + end(job) + schedule() }
        job.stage = .estimating
        jobs[job.url] = job
        return delivered + [.estimate(job.url)] + schedule()
    }

    private mutating func remove(_ finished: ImageJob) -> [Action] {
        var job = finished
        job.stage = .removing
        jobs[job.url] = job
        return [.removeBytes(job.url)] + schedule()
    }

    private mutating func fail(_ finished: ImageJob, _ outcome: Outcome) -> [Action] {
        var job = finished
        let ids = (job.take(.picture) + job.take(.bytes)).sorted()
        return deliver(ids, job.url, outcome) + end(job) + schedule()
    }

    /// The work stopped because all had left; but somebody has come since.
    private mutating func restart(_ stopped: ImageJob) -> [Action] {
        var job = stopped
        job.isAbandoned = false
        job.estimatedBytes = 0
        wait(&job, for: .read)
        return schedule()
    }

    private mutating func deliver(_ ids: [RequestID], _ url: URL, _ outcome: Outcome) -> [Action] {
        for id in ids { urls[id] = nil }
        return ids.isEmpty ? [] : [.deliver(ids, url, outcome)]
    }

    mutating func end(_ job: ImageJob) -> [Action] {
        precondition(job.requests.isEmpty, "\(job.url) ends in \(job.stage) while \(job.requests) wait for it")
        jobs[job.url] = nil
        return [.end(job.url)]
    }

    private mutating func stop(_ url: URL, _ step: ImageJob.Step) -> ImageJob {
        let job = job(url, in: .running(step))
        free(step, job)
        return job
    }

    private func job(_ url: URL, in stage: ImageJob.Stage) -> ImageJob {
        guard let job = jobs[url] else { preconditionFailure("\(stage) ended for \(url), which has no job") }
        precondition(job.stage == stage, "\(stage) ended for \(url), which is in \(job.stage)")
        return job
    }
}
