package import Foundation
package import ImageFormats

/// Decides what the image loader does next. Each URL has one job, which runs from the disk via the network to the
/// decoder and is shared by all requests for the URL.
///
/// The state is pure: each method handles one event and returns the actions to perform. Bytes and pictures bypass the
/// state. Every `read`, `download`, `estimate`, `decode` and `removeBytes` is answered by exactly one event, even after a
/// cancellation: a decoder that can't be stopped keeps its slot and its memory until it has finished. An impossible event is a programmer error.
package struct ImageLoaderState: Sendable {
    package typealias RequestID = Int

    package enum Outcome: Hashable, Sendable {
        case picture(PixelSize)
        /// The picture was decoded from bytes that are being removed from the cache, so it isn't cached in memory.
        case outdatedPicture(PixelSize)
        case alreadyCached
        case downloaded
        case failed
        /// The estimate exceeds both the budget and the limit for a single decode.
        case refused(estimatedBytes: Int)
    }

    package enum Action: Hashable, Sendable {
        case read(URL, ImagePriority)
        case download(URL, ImagePriority)
        case estimate(URL, PixelSize)
        case decode(URL, PixelSize, ImagePriority)
        case removeBytes(URL)
        /// No request waits for the read or download of the URL.
        case cancelFetch(URL)
        /// No request waits for the decode of the URL at this size.
        case cancelDecode(URL, PixelSize)
        case deliver([RequestID], URL, Outcome)
        /// The URL's job has ended, so its data can be dropped.
        case end(URL)
    }

    let limits: ImageLoaderLimits
    var jobs: [URL: ImageJob] = [:]
    var disk: ImageQueue<URL>
    var network: ImageQueue<URL>
    var decoder: ImageQueue<ImageDecodeID>
    /// The estimated memory of the running decodes, in bytes.
    var decodingBytes = 0
    private var requests: [RequestID: ImageRequest] = [:]
    private var turns = 0

    package init(limits: ImageLoaderLimits = ImageLoaderLimits()) {
        self.limits = limits
        disk = ImageQueue(limits.reads)
        network = ImageQueue(limits.downloads)
        decoder = ImageQueue(limits.decodes)
    }

    package var isIdle: Bool { jobs.isEmpty && requests.isEmpty }

    /// Adds a request for an image.
    /// - Precondition: The request's number hasn't been used before.
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
        if case .decoding(var decodes) = jobs.values[index].stage {
            guard let size else { return [.deliver([id], url, .alreadyCached)] }
            keep(id, request)
            jobs.values[index].add(id, size: size, rank)
            if decodes[size] == nil {
                decodes[size] = .estimating
                jobs.values[index].stage = .decoding(decodes)
                return [.estimate(url, size)] + schedule()
            }
        } else {
            keep(id, request)
            // Changed in place, because copying the job would copy all its requests.
            jobs.values[index].add(id, size: size, rank)
        }
        return schedule()
    }

    /// Cancels a request, and stops work that no other request needs. Does nothing if the request has already finished.
    package mutating func cancel(_ id: RequestID) -> [Action] {
        guard let (url, size) = forget(id) else { return [] }
        guard let index = jobs.index(forKey: url) else { preconditionFailure("request \(id) has no job for \(url)") }
        let priority = jobs.values[index].rank.priority
        let priorityOfSize = size.flatMap { jobs.values[index].rank(of: $0)?.priority }
        guard jobs.values[index].remove(id, size: size) else { return schedule() }
        switch jobs.values[index].stage {
        case .decoding(var decodes):
            guard let size, let priorityOfSize else { return schedule() }
            let actions = leave(&decodes, ImageDecodeID(url: url, size: size), priorityOfSize)
            jobs.values[index].stage = .decoding(decodes)
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
        case .reading:
            jobs.values[index].stage = .stopping(.reading, priority)
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

    /// Raises the priority of a request, but never lowers it. Does nothing if the request has already finished.
    package mutating func raise(_ id: RequestID, to priority: ImagePriority) -> [Action] {
        guard let request = requests[id] else { return [] }
        let rank = nextRank(priority)
        jobs[request.url]?.raise(id, size: request.size, to: rank)
        return schedule()
    }

    mutating func deliver(_ ids: [RequestID], _ url: URL, _ outcome: Outcome) -> [Action] {
        for id in ids { requests[id] = nil }
        return ids.isEmpty ? [] : [.deliver(ids, url, outcome)]
    }

    mutating func end(_ url: URL) -> [Action] {
        precondition(jobs[url]?.isWanted == false, "\(url) ends while a request waits for it")
        jobs[url] = nil
        return [.end(url)]
    }

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
