public import Foundation
public import ImageFormats
import Synchronization

/// Loads pictures from memory, the cache or the server, decoded for their display size.
///
/// Requests for the same URL share one cache lookup and one download; requests for the same URL and size share one
/// decode. The work stops when the last request is cancelled. Cancelled requests receive no result. Visible images have
/// priority, and a memory budget limits decoding. `ImageLoaderState` decides what happens and when; this actor performs
/// it.
public actor ImageLoader<Picture: Sendable> {
    typealias State = ImageLoaderState

    enum Answer {
        case picture(Picture)
        case cached(ImageCaching)
    }

    struct Work {
        var data: Data?
        var error: (any Error)?
        var task: Task<Void, Never>?
        var decodes: [PixelSize: DecodeWork] = [:]
    }

    struct DecodeWork {
        let prepared: PreparedDecode<Picture>
        var picture: Picture?
        var task: Task<Void, Never>?
    }

    private struct Arrival {
        let id: State.RequestID
        let request: ImageRequest
        let waiter: CheckedContinuation<Answer, any Error>
    }

    /// A queue where requests wait until the actor admits them all at once.
    ///
    /// A hop to the actor and back for each request would cost twice as much as a shared task.
    private struct Entrance {
        var requests = 0
        var arrivals: [Arrival] = []
    }

    let memory: PictureCache<Picture>
    let source: any ImageSource
    let decoder: any ImageDecoder<Picture>
    let limits: ImageLoaderLimits
    let report: @Sendable (any Error) -> Void
    var state: ImageLoaderState
    var work: [URL: Work] = [:]
    var waiters: [State.RequestID: CheckedContinuation<Answer, any Error>] = [:]
    private let entrance = Mutex(Entrance())

    /// Creates a loader.
    /// - Parameters:
    ///   - source: The source of the encoded bytes. The loader removes bytes that can't be decoded.
    ///   - decoder: Decodes the bytes to pictures.
    ///   - memory: The cache for decoded pictures, which may be shared.
    ///   - limits: The limits on concurrent work.
    ///   - report: Receives errors that don't fail a request, and all errors of the decoder. Called on the loader.
    public init(
        source: any ImageSource, decoder: any ImageDecoder<Picture>,
        memory: PictureCache<Picture> = PictureCache(), limits: ImageLoaderLimits = ImageLoaderLimits(),
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.memory = memory
        self.source = source
        self.decoder = decoder
        self.limits = limits
        self.report = report
        state = ImageLoaderState(limits: limits)
    }

    /// Loads the picture of a URL, decoded for a size, at the priority of a visible image.
    /// - Throws: An error of the source or the decoder, ``ImageLoaderError``, or `CancellationError`.
    public nonisolated func picture(for url: URL, size: PixelSize) async throws -> Picture {
        try await picture(for: ImageRequest(url, size: size))
    }

    /// Loads the picture of an image, decoded for the size of the request.
    /// - Parameters:
    ///   - request: The image, the size and the priority.
    ///   - ticket: Can raise the priority of the running request.
    /// - Precondition: The request has a size.
    /// - Throws: An error of the source or the decoder, ``ImageLoaderError``, or `CancellationError`.
    public nonisolated func picture(for request: ImageRequest, ticket: ImageTicket? = nil) async throws -> Picture {
        precondition(request.size != nil, "a picture of \(request.url) without a size")
        guard case .picture(let picture) = try await answer(to: request, ticket) else {
            preconditionFailure("bytes were delivered where a picture was wanted, for \(request.url)")
        }
        return picture
    }

    /// Makes sure that the encoded bytes of an image are cached. Doesn't decode them.
    /// - Throws: An error of the source, or `CancellationError`.
    @discardableResult
    public nonisolated func cacheData(
        of url: URL, priority: ImagePriority = .background
    ) async throws -> ImageCaching {
        guard case .cached(let caching) = try await answer(to: ImageRequest(url, priority: priority), nil) else {
            preconditionFailure("a picture was delivered where bytes were wanted, for \(url)")
        }
        return caching
    }

    private nonisolated func answer(to request: ImageRequest, _ ticket: ImageTicket?) async throws -> Answer {
        let id = entrance.withLock { entrance in
            entrance.requests += 1
            return entrance.requests
        }
        try Task.checkCancellation()
        let answer =
            if let picture = pictureInMemory(for: request) {
                Answer.picture(picture)
            } else {
                try await enqueue(id, request, ticket)
            }
        // The request may have been cancelled after it was answered.
        try Task.checkCancellation()
        return answer
    }

    private nonisolated func pictureInMemory(for request: ImageRequest) -> Picture? {
        request.size.flatMap { memory.picture(for: request.url, size: $0)?.picture }
    }

    private nonisolated func enqueue(
        _ id: State.RequestID, _ request: ImageRequest, _ ticket: ImageTicket?
    ) async throws -> Answer {
        var request = request
        if let raised = ticket?.attach({ priority in Task { await self.raise(id, to: priority) } }) {
            request.priority = max(request.priority, raised)
        }
        defer { ticket?.detach() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { [request] waiter in
                let arrival = Arrival(id: id, request: request, waiter: waiter)
                let isFirst = entrance.withLock { entrance in
                    entrance.arrivals.append(arrival)
                    return entrance.arrivals.count == 1
                }
                if isFirst { Task { await self.admit() } }
                // An earlier cancellation didn't find the request.
                if Task.isCancelled { Task { await self.cancel(id) } }
                // A priority that was raised earlier didn't find the request, either.
                if let raised = ticket?.priority, raised > request.priority {
                    Task { await self.raise(id, to: raised) }
                }
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
        if !isBeingLoaded(request) {
            // The picture may have been cached since the lookup.
            if let picture = pictureInMemory(for: request) {
                return arrival.waiter.resume(returning: .picture(picture))
            }
            if work[request.url] == nil { work[request.url] = Work() }
        }
        waiters[id] = arrival.waiter
        perform(state.request(id, request))
    }

    /// Returns whether the image is being loaded, in which case it can't be in memory.
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

/// An error of the image loader itself. Errors of its source and decoder are rethrown unchanged.
public enum ImageLoaderError: Error, Hashable, Sendable {
    /// Decoding the picture would exceed the memory budget even if no other decode is running. Both values are in
    /// bytes.
    ///
    /// Retrying fails again.
    case overBudget(estimatedBytes: Int, budget: Int)
}

extension ImageLoaderError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .overBudget(let bytes, let budget):
            "decoding the picture would need \(bytes) bytes of memory, more than the \(budget) that are allowed"
        }
    }
    public var errorDescription: String? { description }
}

/// Raises the priority of a running request. A ticket serves one request at a time.
public final class ImageTicket: Sendable {
    private struct State {
        var priority: ImagePriority?
        var onRaise: (@Sendable (ImagePriority) -> Void)?
    }

    private let state = Mutex(State())

    /// Creates a ticket that doesn't change its request's priority yet.
    public init() {}

    /// The priority that the ticket has been raised to, or `nil`.
    public var priority: ImagePriority? { state.withLock { $0.priority } }

    /// Raises the request's priority, but never lowers it.
    ///
    /// May be called from any thread at any time, even before the request begins and after it has ended.
    public func raise(to priority: ImagePriority) {
        let onRaise = state.withLock { state -> (@Sendable (ImagePriority) -> Void)? in
            guard state.priority.map({ priority > $0 }) ?? true else { return nil }
            state.priority = priority
            return state.onRaise
        }
        onRaise?(priority)
    }

    /// Connects the ticket to its request.
    /// - Returns: The raised priority, or `nil` if the priority hasn't been raised.
    func attach(_ onRaise: @escaping @Sendable (ImagePriority) -> Void) -> ImagePriority? {
        state.withLock { state in
            state.onRaise = onRaise
            return state.priority
        }
    }

    func detach() { state.withLock { $0.onRaise = nil } }
}
