public import Foundation
import ImageFormats
import Synchronization

/// Loads pictures: from memory, from the disk or from the server, decoded at the size they are shown at.
///
/// Requests of one URL share one download and one decode, which stop when the last of them is cancelled (N020). Nothing
/// is delivered to a request that was cancelled (N021). What is on the screen goes first (N022), decoding is admitted by
/// bytes (N029). What happens when is decided by ``ImageLoaderState``; this actor does it.
public actor ImageLoader<Picture: Sendable> {
    typealias State = ImageLoaderState

    enum Answer {
        case picture(Picture)
        case stored(FeedImageStoring)
    }

    /// What is kept for one URL while there is a job for it.
    struct Work {
        var data: Data?
        var picture: (picture: Picture, size: PixelSize)?
        var error: (any Error)?
        var task: Task<Void, Never>?
        var waitsSince = Duration.zero
        /// The bytes that are being decoded are no longer those that are stored.
        var isReplaced = false
    }

    private struct Arrival {
        let request: State.RequestID
        let goal: State.Goal
        let url: URL
        let priority: ImagePriority
        /// When its picture was looked for in memory, in vain.
        let looked: Range<Duration>?
        let waiter: CheckedContinuation<Answer, any Error>
    }

    /// Requests are left here without waiting for the actor, which takes in all that are there at once.
    private struct Entrance {
        var requests = 0
        var arrivals: [Arrival] = []
    }

    let memory: PictureCache<Picture>
    let cache: any FeedImageDataLoader
    let remote: any FeedImageDataLoader
    let decoder: any ImageDecoder<Picture>
    let limits: ImageLoaderLimits
    let revalidate: @Sendable (URL) async throws -> Bool
    let removeData: @Sendable (URL) async throws -> Void
    let report: @Sendable (any Error) -> Void
    let tracer: FeedImageTracer
    var state: ImageLoaderState
    var work: [URL: Work] = [:]
    var waiters: [State.RequestID: CheckedContinuation<Answer, any Error>] = [:]
    private let entrance = Mutex(Entrance())

    /// - Parameters:
    ///   - cache: throws ``LoadFeedImageDataFromCache/Failure/notFound`` for what is not stored. When it fails, the
    ///     server is asked (B166).
    ///   - remote: loads from the server, checks and stores.
    ///   - revalidate: renews what is stored where that is due (N033); called behind a picture that came from the disk,
    ///     for one URL at a time. Returns whether another picture is stored now.
    ///   - removeData: removes what is stored for a URL, as its bytes make no picture (N025).
    ///   - report: told of each error that fails no request, and of bytes that make no picture.
    ///   - clock: for `onEvent` alone.
    ///   - onEvent: told what each stage of each image took; may be called on any thread.
    public init<C: Clock>(
        memory: PictureCache<Picture>, cache: any FeedImageDataLoader, remote: any FeedImageDataLoader,
        decoder: any ImageDecoder<Picture>, limits: ImageLoaderLimits = ImageLoaderLimits(),
        revalidate: @escaping @Sendable (URL) async throws -> Bool = { _ in false },
        removeData: @escaping @Sendable (URL) async throws -> Void,
        report: @escaping @Sendable (any Error) -> Void, clock: C,
        onEvent: (@Sendable (FeedImageTraceEvent) -> Void)? = nil
    ) where C.Duration == Duration {
        self.memory = memory
        self.cache = cache
        self.remote = remote
        self.decoder = decoder
        self.limits = limits
        self.revalidate = revalidate
        self.removeData = removeData
        self.report = report
        tracer = FeedImageTracer(clock: clock, onEvent: onEvent)
        state = ImageLoaderState(limits: limits)
    }

    /// A quick look, without waiting, from any thread (N028).
    public nonisolated func pictureInMemory(for url: URL) -> CachedPicture<Picture>? {
        memory.picture(for: url)
    }

    /// The picture, decoded for the size that was shown when its decoding began.
    /// - Parameter ticket: says how soon it is needed, and may say later that it is needed sooner.
    /// - Throws: the error of the server's loader or of the decoder, ``FeedImageRefused``, or `CancellationError`.
    public nonisolated func picture(for url: URL, ticket: ImageTicket) async throws -> Picture {
        guard case .picture(let picture) = try await answer(.picture, url, ticket) else {
            preconditionFailure("bytes were delivered where a picture was wanted, for \(url)")
        }
        return picture
    }

    /// Sees to it that the bytes are on the disk; nothing is decoded (N032).
    /// - Throws: the error of the server's loader, or `CancellationError`.
    @discardableResult
    public nonisolated func storeBytes(
        of url: URL, priority: ImagePriority = .background
    ) async throws -> FeedImageStoring {
        guard case .stored(let storing) = try await answer(.bytes, url, ImageTicket(priority)) else {
            preconditionFailure("a picture was delivered where bytes were wanted, for \(url)")
        }
        return storing
    }

    /// The system's memory is short, or is not any more: pictures in memory are given up but for a quarter of the limit,
    /// and only what is on the screen begins.
    public func memoryPressure(_ isOn: Bool) {
        if isOn { memory.shrink(to: memory.limit / 4) }
        perform(state.memoryPressure(isOn))
    }

    private nonisolated func answer(
        _ goal: State.Goal, _ url: URL, _ ticket: ImageTicket
    ) async throws -> Answer {
        let request = entrance.withLock { entrance in
            entrance.requests += 1
            return entrance.requests
        }
        let began = tracer.now
        do {
            try Task.checkCancellation()
            let answer: Answer
            if goal == .picture, let picture = inMemory(url, request, since: began) {
                answer = .picture(picture)
            } else {
                let looked = goal == .picture ? began..<tracer.now : nil
                answer = try await enqueue(request, goal, url, ticket, looked)
            }
            // It may have been cancelled since it was answered.
            try Task.checkCancellation()
            tracer.tell(.total, url, request: request, since: began, .done)
            return answer
        } catch {
            tracer.tell(.total, url, request: request, since: began, .of(error))
            throw error
        }
    }

    private nonisolated func inMemory(_ url: URL, _ request: State.RequestID, since began: Duration) -> Picture? {
        guard let found = memory.picture(for: url), found.isCurrent else { return nil }
        tracer.tell(.memory, url, request: request, since: began, bytes: decoder.cost(of: found.picture), .done)
        return found.picture
    }

    private nonisolated func enqueue(
        _ request: State.RequestID, _ goal: State.Goal, _ url: URL, _ ticket: ImageTicket,
        _ looked: Range<Duration>?
    ) async throws -> Answer {
        let priority = ticket.attach { priority in
            Task { await self.raise(request, to: priority) }
        }
        defer { ticket.detach() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let arrival = Arrival(
                    request: request, goal: goal, url: url, priority: priority, looked: looked, waiter: waiter)
                let isFirst = entrance.withLock { entrance in
                    entrance.arrivals.append(arrival)
                    return entrance.arrivals.count == 1
                }
                if isFirst { Task { await self.admit() } }
                // A cancellation that came before it arrived found nothing to cancel.
                if Task.isCancelled { Task { await self.cancel(request) } }
            }
        } onCancel: {
            Task { await self.cancel(request) }
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
        let (request, url) = (arrival.request, arrival.url)
        if let looked = arrival.looked {
            // The picture may have come, and its job have ended, since.
            if work[url] == nil, let picture = inMemory(url, request, since: looked.lowerBound) {
                return arrival.waiter.resume(returning: .picture(picture))
            }
            tracer.tell(
                .memory, url, request: request, since: looked.lowerBound, until: looked.upperBound, .notFound)
        }
        waiters[request] = arrival.waiter
        if work[url] == nil { work[url] = Work(waitsSince: tracer.now) }
        perform(state.request(request, url, arrival.goal, arrival.priority))
    }

    private func raise(_ request: State.RequestID, to priority: ImagePriority) {
        admit()
        perform(state.raise(request, to: priority))
    }

    private func cancel(_ request: State.RequestID) {
        admit()
        waiters.removeValue(forKey: request)?.resume(throwing: CancellationError())
        perform(state.cancel(request))
    }
}
