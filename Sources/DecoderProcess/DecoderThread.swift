import CDecoderProcess
import Dispatch
import Foundation
import ImageFormats
import Synchronization
import SystemPackage

/// The thread that starts decoders and waits for them. Decoders end with this thread, so it lives as long as its pool.
final class DecoderThread: Sendable {
    typealias Waiter = CheckedContinuation<EncodedSizes?, any Error>

    enum Command: Sendable {
        case prepare
        case decode(number: Int, DecoderJob, Waiter)
        case cancel(number: Int)
        case close
    }

    private struct Inbox {
        var commands: [Command] = []
        var isClosed = false
    }

    private let inbox = Mutex(Inbox())
    private let running = DispatchGroup()
    /// The event that signals new commands; -1 if the process has run out of descriptors.
    let wakeupFD: Int32

    init(program: DecoderProgram, limits: DecoderLimits, report: @escaping @Sendable (any Error) -> Void) {
        wakeupFD = decoder_event_create()
        // The thread would never see a command without its event.
        guard wakeupFD >= 0 else { return }
        running.enter()
        let thread = Thread { DecoderLoop(self, program, limits, report).run() }
        thread.name = "decoders"
        thread.start()
    }

    /// Queues a command for the thread. Returns `false` if the thread is closed.
    @discardableResult
    func enqueue(_ command: Command) -> Bool {
        inbox.withLock { inbox in
            guard !inbox.isClosed, wakeupFD >= 0 else { return false }
            if case .close = command { inbox.isClosed = true }
            inbox.commands.append(command)
            var one: UInt64 = 1
            write(wakeupFD, &one, MemoryLayout<UInt64>.size)
            return true
        }
    }

    func close() async {
        enqueue(.close)
        await withCheckedContinuation { waiter in
            running.notify(queue: .global()) { waiter.resume() }
        }
    }

    func commands() -> [Command] {
        var count: UInt64 = 0
        read(wakeupFD, &count, MemoryLayout<UInt64>.size)
        return inbox.withLock { inbox in
            defer { inbox.commands = [] }
            return inbox.commands
        }
    }

    func hasEnded() {
        Foundation.close(wakeupFD)
        running.leave()
    }
}

/// Performs the actions of the pool's state on the decoders' thread. Only this thread uses the decoder processes.
struct DecoderLoop {
    private typealias State = DecoderPoolState

    private struct Work {
        let job: DecoderJob
        let waiter: DecoderThread.Waiter
        var result = Result<EncodedSizes?, any Error>.failure(PictureError.noMemory)
    }

    private let thread: DecoderThread
    private let program: DecoderProgram
    private let report: @Sendable (any Error) -> Void
    private let clock = SuspendingClock()
    private var state: DecoderPoolState
    private var decoders: [Int: RunningDecoder] = [:]
    private var work: [Int: Work] = [:]
    private var isClosed = false

    init(
        _ thread: DecoderThread, _ program: DecoderProgram, _ limits: DecoderLimits,
        _ report: @escaping @Sendable (any Error) -> Void
    ) {
        self.thread = thread
        self.program = program
        self.report = report
        state = DecoderPoolState(limits: limits)
    }

    consuming func run() {
        while !isClosed {
            for command in thread.commands() { take(command) }
            guard !isClosed else { break }
            wait()
        }
        thread.hasEnded()
    }

    private mutating func take(_ command: DecoderThread.Command) {
        switch command {
        case .prepare: perform(state.prepare(now: clock.now))
        case .decode(let number, let job, let waiter):
            work[number] = Work(job: job, waiter: waiter)
            perform(state.request(number, timeout: job.timeout, now: clock.now))
        case .cancel(let number):
            if state.cancel(number) { work.removeValue(forKey: number)?.waiter.resume(throwing: CancellationError()) }
        case .close:
            perform(state.close())
            isClosed = true
        }
    }

    private mutating func wait() {
        let ids = decoders.keys.sorted()
        var polled = ([thread.wakeupFD] + ids.compactMap { decoders[$0]?.socket }).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&polled, nfds_t(polled.count), timeout) > 0 else { return perform(state.timePassed(now: clock.now)) }
        for (index, id) in ids.enumerated() where polled[index + 1].revents != 0 { receive(from: id) }
        perform(state.timePassed(now: clock.now))
    }

    /// The milliseconds until the next deadline, rounded up; -1 if there is none.
    private var timeout: Int32 {
        guard let deadline = state.deadline else { return -1 }
        let (seconds, attoseconds) = max(.zero, clock.now.duration(to: deadline)).components
        return Int32(clamping: min(seconds, 1 << 20) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
    }

    private mutating func receive(from id: Int) {
        guard let decoder = decoders[id] else { return }
        switch decoder.receive() {
        case .nothing: break
        case .end: perform(state.ended(id, "the decoder ends when it starts", now: clock.now))
        case .garbage: perform(state.violatedProtocol(id, "it sent what isn't an answer", now: clock.now))
        case .message(.hello(let confinement)):
            if !confinement.isSuperset(of: .all) { report(DecoderError.lessConfined(confinement)) }
            perform(state.started(id, now: clock.now))
        case .message(.answer(let number, let answer)): take(answer, number, from: id)
        }
    }

    private mutating func take(_ answer: DecoderAnswer, _ number: Int, from id: Int) {
        // The state rejects an answer that this decoder wasn't asked for.
        if state.isWorking(id, on: number), let job = work[number]?.job {
            do {
                work[number]?.result = .success(try job.sizes(in: answer))
            } catch DecoderError.protocolViolation(let reason) {
                return perform(state.violatedProtocol(id, reason, now: clock.now))
            } catch {
                work[number]?.result = .failure(error)
            }
        }
        perform(state.answered(id, number, now: clock.now))
    }

    private mutating func perform(_ actions: [State.Action]) {
        var actions = actions[...]
        // Performing an action can append further actions.
        while let action = actions.popFirst() { actions += perform(action) }
    }

    private mutating func perform(_ action: State.Action) -> [State.Action] {
        switch action {
        case .start(let id):
            do throws(Errno) {
                decoders[id] = try RunningDecoder(program)
            } catch {
                return state.ended(id, "\(program.path) can't be started (\(error))", now: clock.now)
            }
        case .send(let number, let id):
            guard var job = work[number]?.job, let decoder = decoders[id] else { return [] }
            job.request.number = number
            guard decoder.send(job.request, [job.encoded.descriptor, job.result.descriptor]) else {
                return state.undelivered(number, timeout: job.timeout, id, now: clock.now)
            }
        case .end(let id): decoders.removeValue(forKey: id)?.end()
        case .deliver(let number):
            guard let work = work.removeValue(forKey: number) else { return [] }
            work.waiter.resume(with: work.result)
        case .fail(let number, let error): work.removeValue(forKey: number)?.waiter.resume(throwing: error)
        case .report(let error): report(error)
        }
        return []
    }
}
