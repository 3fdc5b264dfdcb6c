import Foundation
import Testing

@testable import DecoderProcess

/// Which decoder decodes what, and when decoders are started and ended.
@Suite struct DecoderPoolStateTests {
    private let now = SuspendingClock().now
    private let timeout = Duration.seconds(8)

    @Test func `Decoders are started ahead of need, and each takes the request that has waited longest`() {
        var state = DecoderPoolState(limits: DecoderLimits())
        #expect(state.prepare(now: now) == [.start(decoder: 1), .start(decoder: 2)])
        #expect(state.prepare(now: now) == [])
        for request in 1...3 { #expect(state.request(request, timeout: timeout, now: now) == []) }
        #expect(state.started(2, now: now) == [.send(request: 1, decoder: 2)])
        #expect(state.started(1, now: now) == [.send(request: 2, decoder: 1)])
        #expect(state.answered(1, 2, now: now) == [.deliver(request: 2), .send(request: 3, decoder: 1)])
    }

    @Test func `A decoder that ends while it decodes fails that request alone, and is replaced at once`() {
        var state = ready(decoders: 1)
        _ = state.request(1, timeout: timeout, now: now)
        _ = state.request(2, timeout: timeout, now: now)
        #expect(state.ended(1, "", now: now) == [.end(decoder: 1), .fail(request: 1, .ended), .start(decoder: 2)])
        #expect(state.started(2, now: now) == [.send(request: 2, decoder: 2)])
        #expect(state.ended(1, "", now: now) == [])
    }

    @Test func `A decoder that doesn't answer is ended at its deadline, which counts from when it was asked`() {
        var state = ready(decoders: 1)
        _ = state.request(1, timeout: timeout, now: now)
        #expect(state.deadline == now + timeout)
        #expect(state.timePassed(now: now + timeout - .nanoseconds(1)) == [])
        #expect(
            state.timePassed(now: now + timeout) == [
                .end(decoder: 1), .fail(request: 1, .tookTooLong), .start(decoder: 2),
            ])
    }

    @Test func `A request that a decoder didn't receive goes to the next one`() {
        var state = ready(decoders: 2)
        _ = state.request(1, timeout: timeout, now: now)
        let actions = state.undelivered(1, timeout: timeout, 1, now: now)
        #expect(actions == [.end(decoder: 1), .report(.ended), .send(request: 1, decoder: 2)])
    }

    @Test func `After a failed start the next is tried after a pause, which doubles each time; nothing waits for it`() {
        var limits = DecoderLimits()
        limits.decoders = 1
        var state = DecoderPoolState(limits: limits)
        let missing = DecoderError.unavailable("it is missing")
        var moment = now
        #expect(state.prepare(now: now) == [.start(decoder: 1)])
        #expect(state.ended(1, "it is missing", now: now) == [.end(decoder: 1), .report(missing)])
        for failure in 1...10 {
            let pause = limits.pause(after: failure)
            #expect(pause == min(.seconds(30), .milliseconds(250) * (1 << (failure - 1))))
            #expect(
                state.request(1, timeout: timeout, now: moment + pause - .nanoseconds(1))
                    == [.fail(request: 1, missing)])
            moment += pause
            let next = failure + 1
            #expect(state.request(2, timeout: timeout, now: moment) == [.start(decoder: next)])
            #expect(
                state.ended(next, "it is missing", now: moment)
                    == [.end(decoder: next), .report(missing), .fail(request: 2, missing)])
        }
    }

    @Test func `A decoder that answers ends the pauses`() {
        var state = DecoderPoolState(limits: DecoderLimits())
        _ = state.prepare(now: now)
        _ = state.ended(1, "", now: now)
        _ = state.started(2, now: now)
        #expect(state.request(1, timeout: timeout, now: now) == [.send(request: 1, decoder: 2)])
        #expect(state.answered(2, 1, now: now) == [.deliver(request: 1), .start(decoder: 3)])
    }

    @Test func `A decoder that has decoded its share of images is replaced`() {
        var limits = DecoderLimits()
        (limits.decoders, limits.imagesPerDecoder) = (1, 2)
        var state = DecoderPoolState(limits: limits)
        _ = state.prepare(now: now)
        _ = state.started(1, now: now)
        for request in 1...2 { _ = state.request(request, timeout: timeout, now: now) }
        #expect(state.answered(1, 1, now: now) == [.deliver(request: 1), .send(request: 2, decoder: 1)])
        #expect(state.answered(1, 2, now: now) == [.deliver(request: 2), .end(decoder: 1), .start(decoder: 2)])
    }

    @Test func `Closing ends every decoder and fails every request; a request can be cancelled while it waits`() {
        var state = ready(decoders: 1)
        for request in 1...3 { _ = state.request(request, timeout: timeout, now: now) }
        let areCancelled = [state.cancel(2), state.cancel(1)]
        #expect(areCancelled == [true, false])
        #expect(state.close() == [.end(decoder: 1), .fail(request: 1, .closed), .fail(request: 3, .closed)])
        #expect(state.deadline == nil)
    }

    private func ready(decoders: Int) -> DecoderPoolState {
        var limits = DecoderLimits()
        limits.decoders = decoders
        var state = DecoderPoolState(limits: limits)
        _ = state.prepare(now: now)
        for decoder in 1...decoders { _ = state.started(decoder, now: now) }
        return state
    }
}
