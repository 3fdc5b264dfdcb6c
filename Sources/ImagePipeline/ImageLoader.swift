public import Foundation
import ImageFormats
import Synchronization

/// Loads pictures from memory, from the cache or from the server, decoded for the size they are shown at.
///
/// Requests of one URL share one look into the cache and one download, those of one URL and size one decode; the work stops
/// when the last of them is cancelled. Nothing is delivered to a request that was cancelled. What is on the screen goes
/// first, and decoding is admitted by the memory it takes. `ImageLoaderState` decides what happens when; this actor does it.
public actor ImageLoader<Picture: Sendable> {
    typealias State = ImageLoaderState
    typealias Instant = ContinuousClock.Instant

    enum Answer {
        case picture(Picture)
        case cached(ImageCaching)
    }

    /// What is kept for one URL while it has a job.
    struct Work {
        var waitingSince: Instant
        var data: Data?
        /// Asks the server for bytes that the cache has, but that need to be confirmed.
        var confirm: (@Sendable () async throws -> Data)?
        var error: (any Error)?
        var task: Task<Void, Never>?
        var decodes: [PixelSize: DecodeWork] = [:]
    }

    /// What is kept for one size of a URL while it is being decoded.
    struct DecodeWork {
        var waitingSince: Instant
        var picture: Picture?
        var task: Task<Void, Never>?
    }

    private struct Arrival {
        let id: State.RequestID
        let request: ImageRequest
        /// When its picture was looked for in memory, in vain.
        let looked: Range<Instant>?
        let waiter: CheckedContinuation<Answer, any Error>
    }

    /// Where requests wait until the actor admits all of them at once.
    ///
    /// A hop to the actor and back for each request would cost twice as much as sharing a task.
    private struct Entrance {
        var requests = 0
        var arrivals: [Arrival] = []
    }

    let memory: PictureCache<Picture>
    let source: any ImageSource
    let decoder: any ImageDecoder<Picture>
    let limits: ImageLoaderLimits
    let report: @Sendable (any Error) -> Void
    let events: ImageLoaderEvents
    var state: ImageLoaderState
    var work: [URL: Work] = [:]
    var waiters: [State.RequestID: CheckedContinuation<Answer, any Error>] = [:]
    private let entrance = Mutex(Entrance())

    /// Creates a loader.
    /// - Parameters:
    ///   - memory: Keeps the decoded pictures; may be shared.
    ///   - source: Where the encoded bytes come from. After a picture whose bytes were in its cache, they are revalidated
    ///     in the background. Bytes that make no picture are removed.
    ///   - decoder: Makes pictures from the bytes.
    ///   - limits: How much work runs at the same time.
    ///   - report: Receives each error that fails no request, and each error of the decoder. Called on the loader.
    ///   - now: The clock of the events.
    ///   - onEvent: Receives each stage that has ended, from any thread. Costs nothing if it is `nil`.
    public init(
        memory: PictureCache<Picture>, source: any ImageSource, decoder: any ImageDecoder<Picture>,
        limits: ImageLoaderLimits = ImageLoaderLimits(), report: @escaping @Sendable (any Error) -> Void,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        onEvent: (@Sendable (ImageLoaderEvent) -> Void)? = nil
    ) {
        self.memory = memory
        self.source = source
        self.decoder = decoder
        self.limits = limits
        self.report = report
        events = ImageLoaderEvents(now: now, onEvent: onEvent)
        state = ImageLoaderState(limits: limits)
    }

    /// Loads the picture of an image, decoded for the size of the request.
    /// - Parameters:
    ///   - request: The image, the size and the priority.
    ///   - ticket: Raises the priority of the request while it runs.
    /// - Precondition: The request has a size.
    /// - Throws: The error of the source or of the decoder, ``ImageLoaderError``, or `CancellationError`.
    public nonisolated func picture(for request: ImageRequest, ticket: ImageTicket? = nil) async throws -> Picture {
        precondition(request.size != nil, "a picture of \(request.url) without a size")
        guard case .picture(let picture) = try await answer(to: request, ticket) else {
            preconditionFailure("bytes were delivered where a picture was wanted, for \(request.url)")
        }
        return picture
    }

    /// Makes sure that the encoded bytes of an image are cached. Nothing is decoded.
    /// - Throws: The error of the source, or `CancellationError`.
    @discardableResult
    public nonisolated func cacheData(
        of url: URL, priority: ImagePriority = .background
    ) async throws -> ImageCaching {
        guard case .cached(let caching) = try await answer(to: ImageRequest(url, priority: priority), nil) else {
            preconditionFailure("a picture was delivered where bytes were wanted, for \(url)")
        }
        return caching
    }

    /// Tells the loader that the system's memory is short, or that it isn't any more.
    ///
    /// Pictures in memory are evicted down to a quarter of the limit, and only visible images start until it is over.
    public func memoryPressure(_ isOn: Bool) {
        if isOn { memory.shrink(to: memory.limit / 4) }
        perform(state.memoryPressure(isOn))
    }

    private nonisolated func answer(to request: ImageRequest, _ ticket: ImageTicket?) async throws -> Answer {
        let id = entrance.withLock { entrance in
            entrance.requests += 1
            return entrance.requests
        }
        let start = events.now
        do {
            try Task.checkCancellation()
            let answer: Answer
            if let picture = pictureInMemory(for: request, id, since: start) {
                answer = .picture(picture)
            } else {
                let looked = request.size == nil ? nil : start..<events.now
                answer = try await enqueue(id, request, ticket, looked)
            }
            // The request may have been cancelled since it was answered.
            try Task.checkCancellation()
            events.report(.request, request.url, request: id, since: start, .done)
            return answer
        } catch {
            events.report(.request, request.url, request: id, since: start, .of(error))
            throw error
        }
    }

    private nonisolated func pictureInMemory(
        for request: ImageRequest, _ id: State.RequestID, since start: Instant
    ) -> Picture? {
        guard let size = request.size, let found = memory.picture(for: request.url, size: size) else { return nil }
        events.report(
            .memory, request.url, request: id, since: start, bytes: decoder.cost(of: found.picture), .done)
        return found.picture
    }

    private nonisolated func enqueue(
        _ id: State.RequestID, _ request: ImageRequest, _ ticket: ImageTicket?, _ looked: Range<Instant>?
    ) async throws -> Answer {
        var request = request
        if let raised = ticket?.attach({ priority in Task { await self.raise(id, to: priority) } }) {
            request.priority = max(request.priority, raised)
        }
        defer { ticket?.detach() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { [request] waiter in
                let arrival = Arrival(id: id, request: request, looked: looked, waiter: waiter)
                let isFirst = entrance.withLock { entrance in
                    entrance.arrivals.append(arrival)
                    return entrance.arrivals.count == 1
                }
                if isFirst { Task { await self.admit() } }
                // A cancellation that came before the arrival found nothing to cancel.
                if Task.isCancelled { Task { await self.cancel(id) } }
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
    }

    private func admit() {
        let arrivals = entrance.withLock { entrance in
            defer { entrance.arrivals = [] }
            return entrance.arrivals
        }
        for arrival in arrivals { admit(arrival) }
    }

    private func admit(_ arrival: Arrival) {
        let (id, request) = (arrival.id, arrival.request)
        let isBeingLoaded = isBeingLoaded(request)
        if let looked = arrival.looked {
            // The picture may have come into memory since.
            if !isBeingLoaded, let picture = pictureInMemory(for: request, id, since: looked.lowerBound) {
                return arrival.waiter.resume(returning: .picture(picture))
            }
            events.report(
                .memory, request.url, request: id, since: looked.lowerBound, until: looked.upperBound, .notFound)
        }
        if !isBeingLoaded, work[request.url] == nil { work[request.url] = Work(waitingSince: events.now) }
        waiters[id] = arrival.waiter
        perform(state.request(id, request))
    }

    /// Returns whether what the request wants is being loaded, so that it can't be in memory.
    private func isBeingLoaded(_ request: ImageRequest) -> Bool {
        guard let index = work.index(forKey: request.url) else { return false }
        guard let size = request.size, work.values[index].data != nil else { return true }
        return work.values[index].decodes[size] != nil
    }

    private func raise(_ id: State.RequestID, to priority: ImagePriority) {
        admit()
        perform(state.raise(id, to: priority))
    }

    private func cancel(_ id: State.RequestID) {
        admit()
        waiters.removeValue(forKey: id)?.resume(throwing: CancellationError())
        perform(state.cancel(id))
    }
}
