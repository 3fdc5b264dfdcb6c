import EssentialFeed
import Logging
import NIOPosix
import Synchronization
import SystemPackage

/// Keeps a catalog up to date with its folder: reads it when it starts, and follows what changes.
///
/// Two loops run beside each other, so that a deletion doesn't wait for photos to be read: one notes which files are
/// there, the other reads those that the catalog asks for. The folder is never written to.
final class PhotoImport: Sendable {
    /// The number of files that are read before the first page can be served, and between two transactions.
    static let partSize = 64
    /// The number of photos with which the server starts at once, and from which on progress is logged.
    static let many = 1_000
    /// How often the folder is read through if it can't be watched.
    static let defaultInterval = Duration.seconds(300)
    private static let progressInterval = Duration.seconds(5)
    /// The number of files that are read at once.
    private static let width = 4

    enum Event: Hashable, Sendable {
        /// The first page can be served.
        case firstPart
        /// All that was to be read has been read.
        case upToDate(filesRead: Int)
    }

    let condition = FolderCondition()

    private let root: FilePath
    private let catalog: any PhotoCatalog
    private let document: FolderDocument
    private let follower: FolderFollower
    private let interval: Duration?
    private let log: NoticeLog
    private let clock: any Clock<Duration>
    private let inbox = ChangeInbox()
    private let askToRead = Signal()
    private let watchFails = Signal()

    /// - Parameters:
    ///   - root: The folder, with links resolved.
    ///   - interval: How often the folder is read through; `nil` if only where it can't be watched.
    ///   - clock: Measures that interval.
    init(
        root: FilePath, catalog: any PhotoCatalog, document: FolderDocument, interval: Duration?, logger: Logger,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.root = root
        self.catalog = catalog
        self.document = document
        self.interval = interval
        self.clock = clock
        let log = NoticeLog(logger: logger)
        self.log = log
        follower = FolderFollower(root: root, catalog: catalog, condition: condition, inbox: inbox) {
            log.write($0)
        } onWatchError: { [watchFails] error in
            log.write([.notWatched(reason: error.description, interval: interval ?? Self.defaultInterval)])
            watchFails.send()
        }
    }

    /// Runs until the task is cancelled.
    func run(onEvent: @escaping @Sendable (Event) -> Void) async throws {
        // One thread is for what changes, so that it never waits for files to be read.
        let threads = NIOThreadPool(numberOfThreads: Self.width + 1)
        threads.start()
        await withTaskCancellationHandler {
            await run(threads, onEvent)
        } onCancel: {
            follower.end()
        }
        try await threads.shutdownGracefully()
    }

    private func run(_ threads: NIOThreadPool, _ onEvent: @escaping @Sendable (Event) -> Void) async {
        await attempt(threads) { [catalog, condition] in
            guard try catalog.photoCount() >= Self.many else { return }
            Self.publish(condition, onEvent)
        }
        await attempt(threads) { [follower, catalog, document] in
            try follower.noteEverything()
            try catalog.describe(with: document.texts)
        }
        await withTaskGroup { group in
            group.addTask { await self.follow(threads) }
            group.addTask { await self.rescan() }
            await self.read(threads, onEvent)
            group.cancelAll()
        }
    }

    private static func publish(_ condition: FolderCondition, _ onEvent: (Event) -> Void) {
        if condition.publishFirstPart() { onEvent(.firstPart) }
    }

    /// Does blocking work, and logs its error.
    /// - Returns: `nil` if it threw.
    @discardableResult
    private func attempt<Value: Sendable>(
        _ threads: NIOThreadPool, _ work: @escaping @Sendable () throws -> Value
    ) async -> Value? {
        do {
            return try await threads.runIfActive(work)
        } catch is CancellationError {
            return nil
        } catch {
            log.write(error)
            return nil
        }
    }

    // MARK: Following

    private func follow(_ threads: NIOThreadPool) async {
        while let changes = await inbox.next(), !Task.isCancelled {
            await attempt(threads) { [self] in
                try follower.note(changes)
                let mayConcernDocument =
                    changes.everything || changes.root || !changes.files.isDisjoint(with: DocumentFile.paths)
                if mayConcernDocument, document.reload() { try describe() }
            }
            askToRead.send()
        }
    }

    private func describe() throws {
        let texts = document.texts
        log.write(document.notices)
        try catalog.describe(with: texts)
        if condition.value.isComplete { log.write(try catalog.notices(about: texts)) }
    }

    /// Asks for everything to be read through from time to time, if that is set or not everything is watched.
    private func rescan() async {
        if interval == nil { await watchFails.wait() }
        do {
            while !Task.isCancelled {
                try await clock.sleep(for: interval ?? Self.defaultInterval)
                inbox.add(.all)
            }
        } catch {
            // The task was cancelled.
        }
    }

    // MARK: Reading

    private func read(_ threads: NIOThreadPool, _ onEvent: @escaping @Sendable (Event) -> Void) async {
        repeat {
            let filesRead = await readAll(threads, onEvent)
            if filesRead != nil, !condition.value.isComplete { await complete(threads) }
            if !Task.isCancelled { Self.publish(condition, onEvent) }
            if let filesRead { onEvent(.upToDate(filesRead: filesRead)) }
            await askToRead.wait()
        } while !Task.isCancelled
    }

    /// Reads what is to be read, part by part.
    /// - Returns: The number of files, or `nil` if the task was cancelled or the catalog can't be used.
    private func readAll(_ threads: NIOThreadPool, _ onEvent: @escaping @Sendable (Event) -> Void) async -> Int? {
        guard let count = await attempt(threads, { [catalog] in try catalog.filesToReadCount() }) else { return nil }
        var progress = ImportProgress(filesLeft: count)
        let isLong = count >= Self.many
        if isLong { log.write("reading \(count) files") }
        let start = ContinuousClock.now
        var lastLine = start
        while !Task.isCancelled {
            let files = await attempt(threads) { [catalog] in try catalog.filesToRead(limit: Self.partSize) }
            guard let files else { break }
            if files.isEmpty {
                if isLong { log.write(progress.end(after: start.duration(to: .now))) }
                return progress.filesRead
            }
            if progress.filesRead > 0 { Self.publish(condition, onEvent) }
            let (left, isRecorded) = await readPart(files, threads)
            progress.filesRead += files.count
            progress.filesLeft = left
            guard isRecorded else { break }
            if isLong, !Task.isCancelled, lastLine.duration(to: .now) >= Self.progressInterval {
                lastLine = .now
                log.write(progress.line(after: start.duration(to: .now)))
            }
        }
        if isLong, Task.isCancelled {
            let total = progress.filesRead + progress.filesLeft
            log.write(
                "read \(progress.filesRead) of \(total) files; the next start continues from there")
        }
        return nil
    }

    /// Reads and records files. If the task is cancelled meanwhile, those that have been read are recorded.
    private func readPart(
        _ files: [FileToRead], _ threads: NIOThreadPool
    ) async -> (filesLeft: Int, isRecorded: Bool) {
        let root = root
        let readings = await withTaskGroup(of: FileReading?.self) { group in
            var rest = files[...]
            func startNext() {
                guard !Task.isCancelled, let file = rest.popFirst() else { return }
                group.addTask { await self.attempt(threads) { FileReader.read(file, in: root) } }
            }
            for _ in 0..<Self.width { startNext() }
            var readings: [FileReading] = []
            while let reading = await group.next() {
                if let reading { readings.append(reading) }
                startNext()
            }
            return readings
        }
        // An unstructured task writes even if the calling task is cancelled.
        let recording = Task { [self] in
            await attempt(threads) { [self] in
                let notices = try catalog.record(readings, texts: document.texts)
                if condition.value.isComplete { log.write(notices) }
                return try catalog.filesToReadCount()
            }
        }
        let left = await recording.value
        return (left ?? 0, left != nil)
    }

    /// Says once what was found when everything has been read.
    private func complete(_ threads: NIOThreadPool) async {
        await attempt(threads) { [self] in
            if try catalog.isFirstImport() { try catalog.endFirstImport() }
            condition.change { $0.isComplete = true }
            log.write(document.notices)
            for line in try catalog.leftOut().lines { log.write(line) }
            log.write(try catalog.notices(about: document.texts))
            if try catalog.photoCount() == 0 { log.write([.noPhotos]) }
        }
    }
}
