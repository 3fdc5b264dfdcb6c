package import Foundation
package import ImageFormats

/// Decides what the image loader does next: one job for each URL, from the disk over the network to the decoder, shared by
/// all requests of the URL.
///
/// It is pure: each method takes one event and returns the actions to perform; bytes and pictures bypass it. Every `read`,
/// `download`, `estimate`, `decode`, `removeBytes` and `revalidate` is answered by exactly one event, even after a cancel: a
/// decoder that can't be stopped keeps its place and its bytes until it is done. An impossible event is a programmer error.
package struct ImageLoaderState: Sendable {
    package typealias RequestID = Int

    /// How a request ends.
    package enum Outcome: Hashable, Sendable {
        /// The picture has been decoded for the size.
        case picture(PixelSize)
        /// The picture has been decoded from bytes that the cache no longer has, so it isn't cached in memory.
        case outdatedPicture(PixelSize)
        case alreadyCached
        case downloaded
        case failed
        /// The estimate alone exceeds the budget.
        case refused(estimatedBytes: Int)
    }

    package enum Action: Hashable, Sendable {
        case read(URL, ImagePriority)
        case download(URL, ImagePriority)
        case estimate(URL, PixelSize)
        case decode(URL, PixelSize, ImagePriority)
        case removeBytes(URL)
        case revalidate(URL)
        /// Nobody waits for the read or the download of the URL any more.
        case cancelFetch(URL)
        /// Nobody waits for the decode of the URL for the size any more.
        case cancelDecode(URL, PixelSize)
        case deliver([RequestID], URL, Outcome)
        /// The URL has no job any more, so that what was kept for it can be dropped.
        case end(URL)
    }

    let limits: ImageLoaderLimits
    var jobs: [URL: ImageJob] = [:]
    var disk: ImageQueue<URL>
    var network: ImageQueue<URL>
    var decoder: ImageQueue<ImageDecodeID>
    /// What the running decodes take, in bytes, as estimated.
    var decodingBytes = 0
    var revalidations = ImageRevalidations()
    private(set) var isUnderMemoryPressure = false
    private var requests: [RequestID: ImageRequest] = [:]
    private var turns = 0

    /// Creates a state without work.
    package init(limits: ImageLoaderLimits = ImageLoaderLimits()) {
        self.limits = limits
        disk = ImageQueue(limits.reads)
        network = ImageQueue(limits.downloads)
        decoder = ImageQueue(limits.decodes)
    }

    /// Whether nothing runs and nobody waits.
    package var isIdle: Bool { jobs.isEmpty && requests.isEmpty && revalidations.isIdle }

    /// Adds a request for an image.
    /// - Precondition: No other request has had the number.
    package mutating func request(_ id: RequestID, _ request: ImageRequest) -> [Action] {
        let (url, size, rank) = (request.url, request.size, nextRank(request.priority))
        guard let index = jobs.index(forKey: url) else {
            keep(id, request)
            var job = ImageJob(url)
            job.add(id, size: size, rank)
            jobs[url] = job
            disk.wait(url)
            return schedule()
        }
        if case .decoding(let bytes, var decodes) = jobs.values[index].stage {
            guard let size else { return [.deliver([id], url, .alreadyCached)] }
            keep(id, request)
            jobs.values[index].add(id, size: size, rank)
            if decodes[size] == nil {
                decodes[size] = .estimating
                jobs.values[index].stage = .decoding(bytes, decodes)
                return [.estimate(url, size)] + schedule()
            }
        } else {
            keep(id, request)
            // Changed in place, because a copy of the job would copy all the requests that share it.
            jobs.values[index].add(id, size: size, rank)
        }
        return schedule()
    }

    /// Cancels a request, and stops the work that no other request needs. Does nothing if the request has its outcome.
    package mutating func cancel(_ id: RequestID) -> [Action] {
        guard let (url, size) = forget(id) else { return [] }
        guard let index = jobs.index(forKey: url) else { preconditionFailure("request \(id) has no job for \(url)") }
        let priority = jobs.values[index].rank.priority
        let priorityOfSize = size.flatMap { jobs.values[index].rank(of: $0)?.priority }
        guard jobs.values[index].remove(id, size: size) else { return schedule() }
        switch jobs.values[index].stage {
        case .decoding(let bytes, var decodes):
            guard let size, let priorityOfSize else { return schedule() }
            let actions = leave(&decodes, ImageDecodeID(url: url, size: size), priorityOfSize)
            jobs.values[index].stage = .decoding(bytes, decodes)
            return actions + (decodes.isEmpty ? end(url) : []) + schedule()
        case .rejecting(var decodes):
            guard let size, let priorityOfSize else { return [] }
            let actions = leave(&decodes, ImageDecodeID(url: url, size: size), priorityOfSize)
            jobs.values[index].stage = .rejecting(decodes)
            return actions
        case _ where jobs.values[index].isWanted:
            return schedule()
        case .waitingForDisk:
            disk.leave(url)
            return end(url) + schedule()
        case .waitingForNetwork:
            network.leave(url)
            return end(url) + schedule()
        case .reading(let bytes):
            jobs.values[index].stage = .stopping(.reading(bytes), priority)
            return [.cancelFetch(url)]
        case .downloading:
            jobs.values[index].stage = .stopping(.downloading, priority)
            return [.cancelFetch(url)]
        case .removing:
            jobs.values[index].stage = .stopping(.removing, priority)
            return []
        case .stopping:
            return []
        }
    }

    /// Raises the priority of a request, and never lowers it. Does nothing if the request has its outcome.
    package mutating func raise(_ id: RequestID, to priority: ImagePriority) -> [Action] {
        guard let request = requests[id] else { return [] }
        let rank = nextRank(priority)
        jobs[request.url]?.raise(id, size: request.size, to: rank)
        return schedule()
    }

    /// Notes whether memory is short. While it is, only visible images start.
    package mutating func memoryPressure(_ isOn: Bool) -> [Action] {
        isUnderMemoryPressure = isOn
        return schedule()
    }

    /// Removes requests that have their outcome, and delivers it.
    mutating func deliver(_ ids: [RequestID], _ url: URL, _ outcome: Outcome) -> [Action] {
        for id in ids { requests[id] = nil }
        return ids.isEmpty ? [] : [.deliver(ids, url, outcome)]
    }

    mutating func end(_ url: URL) -> [Action] {
        precondition(jobs[url]?.isWanted == false, "\(url) ends while somebody waits for it")
        jobs[url] = nil
        return [.end(url)]
    }

    /// Cancels a decode that nobody wants any more.
    private mutating func leave(
        _ decodes: inout [PixelSize: ImageDecode], _ id: ImageDecodeID, _ priority: ImagePriority
    ) -> [Action] {
        switch decodes[id.size] {
        case .waitingForDecoder:
            decoder.leave(id)
            decodes[id.size] = nil
            return []
        case .decoding(let bytes):
            decodes[id.size] = .stopping(estimatedBytes: bytes, priority)
            return [.cancelDecode(id.url, id.size)]
        case .estimating, .stopping, nil: return []
        }
    }

    private mutating func keep(_ id: RequestID, _ request: ImageRequest) {
        let earlier = requests.updateValue(request, forKey: id)
        precondition(earlier == nil, "request \(id) is already there")
    }

    private mutating func forget(_ id: RequestID) -> (url: URL, size: PixelSize?)? {
        requests.removeValue(forKey: id).map { ($0.url, $0.size) }
    }

    private mutating func nextRank(_ priority: ImagePriority) -> ImageRank {
        turns += 1
        return ImageRank(priority: priority, turn: turns)
    }
}
