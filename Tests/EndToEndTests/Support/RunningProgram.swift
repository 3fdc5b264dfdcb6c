import Foundation
import Synchronization
import TestSupport

/// A process of the program's, with what it has written so far.
final class RunningProgram: Sendable {
    private struct State {
        var output = Data()
        var errors = Data()
        var openStreams = 2
        var status: Int32?
        var waiters: [(isReady: @Sendable (Data, Data, Bool) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
            []

        var hasEnded: Bool { status != nil && openStreams == 0 }
    }

    private let state = Mutex(State())
    let processID: Int32

    init(executable: URL, arguments: [String], environment: [String: String]) throws {
        let (output, errors) = (try Subprocess.pipe(), try Subprocess.pipe())
        let process = try Subprocess.start(
            [executable.path] + arguments, environment: environment, output: output.writing.fileDescriptor,
            errors: errors.writing.fileDescriptor)
        processID = process
        try output.writing.close()
        try errors.writing.close()
        read(output.reading) { $0.output.append($1) }
        read(errors.reading) { $0.errors.append($1) }
        Thread.detachNewThread { [self] in
            let status = Subprocess.wait(for: process)
            update { $0.status = status }
        }
    }

    /// What it left behind, once it has ended.
    func result() async -> Program.Result {
        await wait { _, _, hasEnded in hasEnded }
        return state.withLock {
            Program.Result(
                status: $0.status ?? -1, output: $0.output, errors: String(decoding: $0.errors, as: UTF8.self))
        }
    }

    /// The same, once it has ended or was killed after that time.
    func result(within limit: Duration) async -> Program.Result {
        let killing = Task {
            try await Task.sleep(for: limit)
            kill()
        }
        defer { killing.cancel() }
        return await result()
    }

    /// The first line of its standard output, or what there is of one when it ends.
    func firstLine() async -> String {
        await wait { output, _, hasEnded in output.contains(UInt8(ascii: "\n")) || hasEnded }
        let output = state.withLock { $0.output }
        return String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Waits until its standard error contains the text, or it ends.
    func errors(containing text: String) async -> String {
        await wait { _, errors, hasEnded in String(decoding: errors, as: UTF8.self).contains(text) || hasEnded }
        return state.withLock { String(decoding: $0.errors, as: UTF8.self) }
    }

    func send(_ signal: Int32) {
        Foundation.kill(processID, signal)
    }

    func kill() {
        send(SIGKILL)
    }

    private func wait(until isReady: @escaping @Sendable (Data, Data, Bool) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isReadyNow = state.withLock { state in
                if isReady(state.output, state.errors, state.hasEnded) { return true }
                state.waiters.append((isReady, continuation))
                return false
            }
            if isReadyNow { continuation.resume() }
        }
    }

    private func update(_ change: (inout State) -> Void) {
        let ready = state.withLock { state in
            change(&state)
            let (output, errors, hasEnded) = (state.output, state.errors, state.hasEnded)
            let ready = state.waiters.filter { $0.isReady(output, errors, hasEnded) }
            state.waiters.removeAll { $0.isReady(output, errors, hasEnded) }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    private func read(_ handle: FileHandle, _ append: @escaping @Sendable (inout State, Data) -> Void) {
        Thread.detachNewThread { [self] in
            while true {
                let data = handle.availableData
                guard !data.isEmpty else { break }
                update { append(&$0, data) }
            }
            update { $0.openStreams -= 1 }
        }
    }
}
