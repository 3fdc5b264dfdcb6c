/// Decides which decoder decodes what, and when decoders start and end. Each event returns the actions to perform.
struct DecoderPoolState {
    typealias Instant = SuspendingClock.Instant

    enum Action: Equatable {
        /// Start a decoder, and report when it has sent its hello or couldn't be started.
        case start(decoder: Int)
        /// Send a request to a decoder, and report if the decoder has gone.
        case send(request: Int, decoder: Int)
        case end(decoder: Int)
        case deliver(request: Int)
        case fail(request: Int, DecoderError)
        case report(DecoderError)
    }

    private enum Stage {
        case starting
        case idle
        case working(request: Int)
    }

    private struct Decoder {
        var stage = Stage.starting
        /// The decoder is ended at this time unless it sends a message earlier.
        var deadline: Instant?
        var answered = 0
    }

    private let limits: DecoderLimits
    private var decoders: [Int: Decoder] = [:]
    private var waiting: [(request: Int, timeout: Duration)] = []
    private var nextDecoder = 0
    /// The number of decoders in a row that ended without having answered a request.
    private var failures = 0
    /// The last of these decoders, and the reason why it ended.
    private var lastFailure = 0
    private var reason = ""
    /// The earliest time for the next start after a failure.
    private var nextStart: Instant?

    init(limits: DecoderLimits) { self.limits = limits }

    var deadline: Instant? { decoders.values.compactMap(\.deadline).min() }

    func isWorking(_ decoder: Int, on number: Int) -> Bool {
        if case .working(number)? = decoders[decoder]?.stage { true } else { false }
    }

    mutating func prepare(now: Instant) -> [Action] { fill(now) }

    mutating func request(_ request: Int, timeout: Duration, now: Instant) -> [Action] {
        waiting.append((request, timeout))
        return assign(now) + fill(now)
    }

    /// Drops a waiting request. Returns whether the request was waiting.
    mutating func cancel(_ request: Int) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.request == request }) else { return false }
        waiting.remove(at: index)
        return true
    }

    mutating func started(_ decoder: Int, now: Instant) -> [Action] {
        guard case .starting? = decoders[decoder]?.stage else {
            return violatedProtocol(decoder, "it greeted twice", now: now)
        }
        decoders[decoder]?.stage = .idle
        decoders[decoder]?.deadline = nil
        return assign(now)
    }

    mutating func answered(_ decoder: Int, _ number: Int, now: Instant) -> [Action] {
        guard let answering = decoders[decoder] else { return [] }
        guard case .working(let request) = answering.stage, request == number else {
            return violatedProtocol(decoder, "it answered what wasn't asked", now: now)
        }
        if decoder > lastFailure { failures = 0 }
        var actions = [Action.deliver(request: request)]
        if answering.answered + 1 >= limits.imagesPerDecoder {
            decoders[decoder] = nil
            actions.append(.end(decoder: decoder))
        } else {
            decoders[decoder] = Decoder(stage: .idle, answered: answering.answered + 1)
        }
        return actions + assign(now) + fill(now)
    }

    mutating func violatedProtocol(_ decoder: Int, _ reason: String, now: Instant) -> [Action] {
        ended(decoder, .protocolViolation(reason), now)
    }

    /// A decoder has ended, or couldn't be started.
    mutating func ended(_ decoder: Int, _ reason: String, now: Instant) -> [Action] {
        guard case .starting? = decoders[decoder]?.stage else { return ended(decoder, .ended, now) }
        return ended(decoder, .unavailable(reason), now)
    }

    /// A decoder ended before it received a request. Another decoder gets the request.
    mutating func undelivered(_ request: Int, timeout: Duration, _ decoder: Int, now: Instant) -> [Action] {
        decoders[decoder]?.stage = .idle
        waiting.insert((request, timeout), at: 0)
        return ended(decoder, .ended, now)
    }

    mutating func timePassed(now: Instant) -> [Action] {
        let late = decoders.filter { $0.value.deadline.map { $0 <= now } ?? false }.sorted { $0.key < $1.key }
        return late.flatMap { id, decoder in
            if case .starting = decoder.stage {
                return ended(id, .unavailable("the decoder doesn't start in time"), now)
            }
            return ended(id, .tookTooLong, now)
        }
    }

    mutating func close() -> [Action] {
        let working = decoders.values.compactMap { if case .working(let request) = $0.stage { request } else { nil } }
        let requests = (working + waiting.map { $0.request }).sorted()
        let ended = decoders.keys.sorted()
        (decoders, waiting) = ([:], [])
        return ended.map { .end(decoder: $0) } + requests.map { .fail(request: $0, .closed) }
    }

    private mutating func ended(_ decoder: Int, _ error: DecoderError, _ now: Instant) -> [Action] {
        guard let ended = decoders.removeValue(forKey: decoder) else { return [] }
        var actions = [Action.end(decoder: decoder)]
        if case .working(let request) = ended.stage {
            actions.append(.fail(request: request, error))
        } else {
            actions.append(.report(error))
            if ended.answered == 0 {
                startFailed(decoder, error, now)
                actions += failWithoutDecoders()
            }
        }
        return actions + assign(now) + fill(now)
    }

    private mutating func startFailed(_ decoder: Int, _ error: DecoderError, _ now: Instant) {
        failures += 1
        lastFailure = max(lastFailure, decoder)
        if case .unavailable(let reason) = error { self.reason = reason } else { reason = error.description }
        nextStart = now + limits.pause(after: failures)
    }

    private mutating func assign(_ now: Instant) -> [Action] {
        var actions: [Action] = []
        for (id, decoder) in decoders.sorted(by: { $0.key < $1.key }) {
            guard case .idle = decoder.stage, !waiting.isEmpty else { continue }
            let next = waiting.removeFirst()
            decoders[id]?.stage = .working(request: next.request)
            decoders[id]?.deadline = now + next.timeout
            actions.append(.send(request: next.request, decoder: id))
        }
        return actions
    }

    /// Starts decoders in advance. After a failure, waits for a pause and then starts a single decoder for the waiting
    /// requests.
    private mutating func fill(_ now: Instant) -> [Action] {
        guard failures > 0 else {
            return (decoders.count..<max(decoders.count, limits.decoders)).map { _ in start(now) }
        }
        guard let nextStart, now >= nextStart else { return failWithoutDecoders() }
        let isStarting = decoders.values.contains { if case .starting = $0.stage { true } else { false } }
        return waiting.isEmpty || isStarting || decoders.count >= limits.decoders ? [] : [start(now)]
    }

    /// Fails the waiting requests if the last decoder has failed, because another start now would fail too.
    private mutating func failWithoutDecoders() -> [Action] {
        guard decoders.isEmpty else { return [] }
        defer { waiting = [] }
        return waiting.map { .fail(request: $0.request, .unavailable(reason)) }
    }

    private mutating func start(_ now: Instant) -> Action {
        nextDecoder += 1
        nextStart = now + limits.pause(after: failures)
        decoders[nextDecoder] = Decoder(deadline: now + limits.startTime)
        return .start(decoder: nextDecoder)
    }
}
