import CDecoderProcess
import Foundation
import ImageFormats
import Synchronization

/// The thread that starts decoders and waits for them. Decoders end with this thread, so it lives as long as its pool.
final class DecoderThread: Sendable {
    typealias Waiter = CheckedContinuation<DecoderJob.Outcome, any Error>

    enum Order: Sendable {
        case prepare
        case decode(DecoderJob, Waiter)
        case cancel(number: Int)
        case close
    }

    private struct Inbox {
        var orders: [Order] = []
        var hasStarted = false
        /// Whether the thread has ended or will end without reading further orders.
        var isClosed = false
        var waitsForEnd: [CheckedContinuation<Void, Never>] = []
        /// Whether the bell is closed.
        var isSilent = false
    }

    private let inbox = Mutex(Inbox())
    /// The event that signals new orders; -1 if the process has run out of descriptors.
    let bell: Int32
    private let program: DecoderProgram
    private let limits: DecoderLimits
    private let report: @Sendable (any Error) -> Void

    init(program: DecoderProgram, limits: DecoderLimits, report: @escaping @Sendable (any Error) -> Void) {
        self.program = program
        self.limits = limits
        self.report = report
        bell = decoder_event_create()
    }

    deinit {
        if !inbox.withLock(\.isSilent) { decoder_event_end(bell) }
    }

    /// Gives an order to the thread; the first order starts the thread. Returns `false` if the thread is closed.
    @discardableResult
    func give(_ order: Order) -> Bool {
        let (isOpen, isFirst) = inbox.withLock { inbox in
            // The thread would never see an order without a bell.
            guard !inbox.isClosed, bell >= 0 else { return (false, false) }
            if case .close = order {
                inbox.isClosed = true
                guard inbox.hasStarted else { return (false, false) }
            }
            inbox.orders.append(order)
            defer { inbox.hasStarted = true }
            if inbox.hasStarted { decoder_event_signal(bell) }
            return (true, !inbox.hasStarted)
        }
        guard isOpen else { return false }
        if isFirst {
            let thread = Thread { DecoderLoop(self, self.program, self.limits, self.report).run() }
            thread.name = "decoders"
            thread.start()
        }
        return true
    }

    /// Ends the decoders. Returns when all decoders have ended.
    func close() async {
        give(.close)
        await withCheckedContinuation { waiter in
            let isOver = inbox.withLock { inbox in
                if inbox.hasStarted { inbox.waitsForEnd.append(waiter) }
                return !inbox.hasStarted
            }
            if isOver { waiter.resume() }
        }
    }

    /// Takes all orders. Called on the thread.
    func orders() -> [Order] {
        decoder_event_clear(bell)
        return inbox.withLock { inbox in
            defer { inbox.orders = [] }
            return inbox.orders
        }
    }

    /// Marks the thread as ended and resumes the callers of ``close()``. Called on the thread.
    func hasEnded() {
        let waiters = inbox.withLock { inbox in
            inbox.hasStarted = false
            inbox.isSilent = true
            decoder_event_end(bell)
            return inbox.waitsForEnd
        }
        for waiter in waiters { waiter.resume() }
    }
}
