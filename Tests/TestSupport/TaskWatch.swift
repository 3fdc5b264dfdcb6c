import Dispatch
import Glibc
import Synchronization
public import Testing

/// Lets this test's tasks run until each of them waits or has ended.
///
/// Use this to show that something does *not* happen: it would have happened before this returns. A task waits if only
/// the test or the outside can let it continue: an answer held by the test, a ``VirtualClock``, a stream. Needs the
/// trait ``Trait/watchesTasks`` on the test or its suite.
///
/// The watch counts the jobs of the test's tasks on the global executor, on actors without a custom executor, and on
/// the main actor, and the jobs those add in turn. It doesn't count work that waits for a timer, a thread or another
/// executor: wait for an event of that work instead, with an ``EventLog``.
public func letOthersRun(sourceLocation: SourceLocation = #_sourceLocation) async {
    await letOthersRun { Issue.record("letOthersRun() needs the trait .watchesTasks", sourceLocation: sourceLocation) }
}

/// - Parameter onMissingTrait: Runs if the test lacks the trait, so nothing can be waited for.
package func letOthersRun(onMissingTrait: () -> Void) async {
    guard let watch = TaskWatch.current else { return onMissingTrait() }
    await watch.rest()
}

extension Trait where Self == TaskWatchTrait {
    /// Counts the jobs of each test's tasks for ``letOthersRun(sourceLocation:)``.
    public static var watchesTasks: Self { TaskWatchTrait() }
}

public struct TaskWatchTrait: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        JobHooks.install()
        try await TaskWatch.$current.withValue(TaskWatch(), operation: function)
    }
}

/// Counts the queued and running jobs of one test.
private final class TaskWatch: Sendable {
    @TaskLocal static var current: TaskWatch?

    private struct State {
        var jobs = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Returns once no job is queued and none runs.
    func rest() async {
        await withCheckedContinuation { continuation in
            let isAtRest = state.withLock { state in
                if state.jobs > 0 { state.waiters.append(continuation) }
                return state.jobs == 0
            }
            if isAtRest { continuation.resume() }
        }
    }

    func jobIsQueued() {
        state.withLock { $0.jobs += 1 }
    }

    /// Runs a queued job on this thread. The job's new jobs belong to this watch as well.
    func run(_ job: () -> Void) {
        let previous = pthread_getspecific(Self.key)
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        job()
        pthread_setspecific(Self.key, previous)
        let waiters = state.withLock { state in
            state.jobs -= 1
            guard state.jobs == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The watch for a job queued by this thread now: the current task's, or else that of the thread's job. A detached
    /// task has no task-local values, but the thread that starts it has the watch. A test may begin in a job queued by
    /// the end of another test.
    static var ofThisThread: TaskWatch? {
        current ?? pthread_getspecific(key).map { Unmanaged<TaskWatch>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        precondition(pthread_key_create(&key, nil) == 0)
        return key
    }()
}

/// Replaces the global executor and the main actor's executor, through the hooks of the concurrency library. Jobs
/// without a watch run as before.
private enum JobHooks {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias EnqueueGlobal = @convention(thin) (UnownedJob, Original) -> Void
    private typealias GetMain =
        @convention(thin) (@convention(thin) () -> UnownedSerialExecutor) ->
        UnownedSerialExecutor

    static func install() { _ = installation }

    private static let installation: Void = {
        let enqueueGlobal: EnqueueGlobal = { job, original in
            guard let watch = TaskWatch.ofThisThread else { return original(job) }
            watch.jobIsQueued()
            DispatchQueue.global().async { watch.run { job.runSynchronously(on: .generic) } }
        }
        let getMain: GetMain = { _ in MainQueue.shared.asUnownedSerialExecutor() }
        set("swift_task_enqueueGlobal_hook", enqueueGlobal)
        set("swift_task_getMainExecutor_hook", getMain)
    }()

    private static func set<Hook>(_ name: String, _ hook: Hook) {
        guard let address = dlsym(nil, name) else { preconditionFailure("this Swift has no \(name)") }
        address.assumingMemoryBound(to: Optional<Hook>.self).pointee = hook
    }

    /// The main actor's executor: the main queue, as it is by default.
    private final class MainQueue: SerialExecutor {
        static let shared = MainQueue()

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let executor = asUnownedSerialExecutor()
            guard let watch = TaskWatch.ofThisThread else {
                return DispatchQueue.main.async { job.runSynchronously(on: executor) }
            }
            watch.jobIsQueued()
            DispatchQueue.main.async { watch.run { job.runSynchronously(on: executor) } }
        }

        func checkIsolated() {
            dispatchPrecondition(condition: .onQueue(.main))
        }
    }
}

extension UnownedSerialExecutor {
    /// The executor of jobs without an actor.
    fileprivate static var generic: UnownedSerialExecutor {
        unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
    }
}
