import EssentialFeed
import Foundation
import ImageFormats
import Logging
import NIOPosix
import Synchronization
import SystemPackage

/// Keeps a catalog up to date with its folder: reads the folder at the start, then follows its changes.
///
/// Two loops run in parallel: one records which files exist, the other reads the files requested by the catalog. A
/// deletion thus doesn't wait for reading. The folder is never written to.
final class PhotoImport: Sendable {
    /// The number of files read per transaction. The first page can be served after the first transaction.
    static let partSize = 64
    /// With this many known photos, the server starts immediately. With this many files to read, progress is logged.
    static let manyFiles = 1_000
    /// The interval between full scans if the folder can't be watched.
    static let defaultInterval = Duration.seconds(300)
    /// The interval between full scans if the folder can be watched.
    private static let longestInterval = Duration.seconds(86_400)
    /// The delays before a retry after a catalog error.
    private static let retryDelays = Duration.seconds(1)...Duration.seconds(60)
    /// How long an empty folder being filled must be quiet before its photos are ordered by arrival.
    static let quietTime = Duration.seconds(30)
    private static let progressInterval = Duration.seconds(5)
    private static let parallelReads = 4
    private static let parallelLooks = 2

    enum Event: Hashable, Sendable {
        case firstPart
        case upToDate(filesRead: Int)
    }

    let condition = FolderStatus()

    private let catalog: any PhotoCatalog
    private let document: FolderDocument
    private let follower: FolderFollower
    private let interval: Duration?
    private let encoder: DecoderSizes?
    private let log: NoticeLog
    private let clock: any Clock<Duration>
    private let inbox = ChangeInbox()
    private let askToRead = Signal()
    private let watchFails = Signal()
    private let isFilling = Signal()
    /// Counts the events in the folder since the start.
    private let activity = Atomic(0)
    /// Whether the catalog has the texts of the document.
    private let isDescribed = Atomic(false)

    /// - Parameters:
    ///   - interval: The interval between full scans; `nil` for the defaults.
    ///   - encoder: Decodes pictures if only their look identifies their photos.
    ///   - clock: Measures the interval.
    init(
        catalog: any PhotoCatalog, document: FolderDocument, interval: Duration?, encoder: DecoderSizes? = nil,
        logger: Logger, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.catalog = catalog
        self.document = document
        self.interval = interval
        self.encoder = encoder
        self.clock = clock
        let log = NoticeLog(logger: logger)
        self.log = log
        follower = FolderFollower(catalog: catalog, condition: condition, inbox: inbox) {
            log.write($0)
        } onWatchError: { [watchFails] error in
            let interval = interval ?? Self.defaultInterval
            switch error {
            case .system(let error): log.write([.notWatched(reason: error.description, interval: interval)])
            case .fileSystem(let path, let type): log.write([.unreported(path, type: type, interval: interval)])
            }
            watchFails.send()
        }
    }

    func run(onEvent: @escaping @Sendable (Event) -> Void) async throws {
        // Two extra threads record files and handle changes, so these never wait for files to be read.
        let threads = NIOThreadPool(numberOfThreads: Self.parallelReads + 2)
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
            guard try catalog.photoCount() >= Self.manyFiles else { return }
            Self.publish(condition, onEvent)
        }
        let noted: Void? = await attempt(threads) { [self] in
            try follower.noteEverything(excluding: document.exclusion)
            try catalog.describe(with: document.texts)
            isDescribed.store(true, ordering: .relaxed)
        }
        if noted == nil { inbox.add(.all) }
        await withTaskGroup { group in
            group.addTask { await self.follow(threads) }
            group.addTask { await self.rescan(every: self.interval ?? Self.longestInterval) }
            group.addTask {
                guard self.interval == nil else { return }
                await self.watchFails.wait()
                await self.rescan(every: Self.defaultInterval)
            }
            group.addTask { await self.endFirstImportWhenQuiet(threads) }
            await self.read(threads, onEvent)
            group.cancelAll()
        }
    }

    private static func publish(_ condition: FolderStatus, _ onEvent: (Event) -> Void) {
        if condition.publishFirstPart() { onEvent(.firstPart) }
    }

    /// Runs blocking work and logs its error.
    /// - Returns: `nil` if the work threw an error.
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
        var pause = Self.retryDelays.lowerBound
        while let changes = await inbox.next(), !Task.isCancelled {
            if !changes.namesNothing { activity.add(1, ordering: .relaxed) }
            let noted: Void? = await attempt(threads) { [self] in
                let mayConcernDocument =
                    changes.everything || changes.root || !changes.files.isDisjoint(with: DocumentFile.paths)
                if mayConcernDocument, document.reload() { isDescribed.store(false, ordering: .relaxed) }
                try follower.note(changes, excluding: document.exclusion)
                if !isDescribed.load(ordering: .relaxed) { try describe() }
            }
            askToRead.send()
            guard noted == nil else {
                pause = Self.retryDelays.lowerBound
                continue
            }
            // The recorded changes are unknown, so note everything again.
            guard await wait(&pause) else { return }
            inbox.add(.all)
        }
    }

    /// Waits before a retry.
    /// - Parameter pause: The delay, doubled for the next retry.
    /// - Returns: `false` if the task is cancelled.
    private func wait(_ pause: inout Duration) async -> Bool {
        do {
            try await clock.sleep(for: pause)
        } catch {
            return false
        }
        pause = min(pause * 2, Self.retryDelays.upperBound)
        return true
    }

    private func describe() throws {
        let texts = document.texts
        log.write(document.notices)
        try catalog.describe(with: texts)
        isDescribed.store(true, ordering: .relaxed)
        if condition.value.isComplete { log.write(try catalog.notices(about: texts)) }
    }

    /// Requests a full scan at regular intervals until the task is cancelled.
    private func rescan(every interval: Duration) async {
        do {
            while !Task.isCancelled {
                try await clock.sleep(for: interval)
                inbox.add(.all)
            }
        } catch {
            // The task was cancelled.
        }
    }

    // MARK: Reading

    private func read(_ threads: NIOThreadPool, _ onEvent: @escaping @Sendable (Event) -> Void) async {
        var pause = Self.retryDelays.lowerBound
        repeat {
            let filesRead = await readAll(threads, onEvent)
            var isDone = filesRead != nil
            if condition.value.isComplete, filesRead != 0 { activity.add(1, ordering: .relaxed) }
            if isDone, condition.value.isComplete {
                await checkEntries(threads)
            } else if isDone {
                isDone = await complete(threads)
            }
            if !Task.isCancelled { Self.publish(condition, onEvent) }
            if let filesRead { onEvent(.upToDate(filesRead: filesRead)) }
            if isDone {
                pause = Self.retryDelays.lowerBound
                await askToRead.wait()
            } else if await !wait(&pause) {
                return
            }
        } while !Task.isCancelled
    }

    /// Reads the requested files, part by part.
    /// - Returns: The number of files, or `nil` if the task was cancelled or the catalog failed.
    private func readAll(_ threads: NIOThreadPool, _ onEvent: @escaping @Sendable (Event) -> Void) async -> Int? {
        guard let count = await attempt(threads, { [catalog] in try catalog.filesToReadCount() }) else { return nil }
        var progress = ImportProgress(filesLeft: count)
        let isLong = count >= Self.manyFiles
        if isLong { log.write("reading \(count) files") }
        let start = ContinuousClock.now
        var lastLine = start
        // The part that is recorded while the next one is read.
        var last: (files: [FileToRead], recording: Task<Int?, Never>)?
        while !Task.isCancelled {
            let known = Set(last?.files.map(\.ticket) ?? [])
            let listed = await attempt(threads) { [catalog] in
                try catalog.filesToRead(limit: Self.partSize + known.count).filter { !known.contains($0.ticket) }
            }
            guard let listed else { break }
            let files = Array(listed.prefix(Self.partSize))
            if files.isEmpty, last == nil {
                if isLong { log.write(progress.end(after: start.duration(to: .now))) }
                return progress.filesRead
            }
            async let reading = readings(of: files, threads)
            if let part = last {
                guard let left = await part.recording.value else { break }
                progress.count(part.files.count, left: left)
                last = nil
                if !files.isEmpty { Self.publish(condition, onEvent) }
                if isLong, !Task.isCancelled, lastLine.duration(to: .now) >= Self.progressInterval {
                    lastLine = .now
                    log.write(progress.line(after: start.duration(to: .now)))
                }
            }
            guard let identifiable = await looked(reading, threads) else { break }
            if !files.isEmpty { last = (files: files, recording: record(identifiable, threads)) }
        }
        if let part = last, let left = await part.recording.value { progress.count(part.files.count, left: left) }
        if isLong, Task.isCancelled {
            let total = progress.filesRead + progress.filesLeft
            log.write("read \(progress.filesRead) of \(total) files; the next start continues from there")
        }
        return nil
    }

    /// Reads files. If the task is cancelled, returns those already read.
    private func readings(of files: [FileToRead], _ threads: NIOThreadPool) async -> [FileReading] {
        let (root, encoding) = (catalog.root, catalog.settings.encoding)
        let read = await each(of: Array(files.indices), atOnce: Self.parallelReads) { [self] index in
            await attempt(threads) { FileReader.read(files[index], in: root, encoding: encoding) }
        }
        return files.indices.compactMap { read[$0] }
    }

    /// Records files, in a task that isn't cancelled with the calling one.
    /// - Returns: The number of files left to read; `nil` if the catalog failed.
    private func record(_ readings: [FileReading], _ threads: NIOThreadPool) -> Task<Int?, Never> {
        for reading in readings { log.write(reading.refused) }
        return Task {
            await attempt(threads) { [self] in
                let notices = try catalog.record(readings, texts: document.texts)
                log.write(condition.value.isComplete ? notices : notices.filter(\.isAboutHiding))
                return try catalog.filesToReadCount()
            }
        }
    }

    /// Adds the looks of pictures that nothing else identifies. If the task is cancelled, those without a look are left
    /// out and read again at the next start.
    /// - Returns: `nil` if the catalog failed. Without a look, they might be taken for new photos.
    private func looked(_ readings: [FileReading], _ threads: NIOThreadPool) async -> [FileReading]? {
        guard let encoder, !readings.isEmpty else { return readings }
        // An unstructured task isn't cancelled with this one.
        let lacking = Task { [self] in
            await attempt(threads) { [catalog] in try catalog.lackLook(readings) }
        }
        guard let indices = await lacking.value else { return nil }
        let found = await each(of: indices, atOnce: Self.parallelLooks) { [self] index in
            await looked(readings[index], encoder, threads)
        }
        let lackingLook = Set(indices)
        return readings.indices.compactMap { index in
            guard lackingLook.contains(index) else { return readings[index] }
            return Task.isCancelled ? nil : found[index]
        }
    }

    /// Does work for each index, a few at a time, and begins no more once the task is cancelled.
    private func each<Value: Sendable>(
        of indices: [Int], atOnce count: Int, _ work: @escaping @Sendable (Int) async -> Value?
    ) async -> [Int: Value] {
        await withTaskGroup(of: (Int, Value?).self) { group in
            var (rest, values) = (indices[...], [Int: Value]())
            func startNext() {
                guard !Task.isCancelled, let index = rest.popFirst() else { return }
                group.addTask { (index, await work(index)) }
            }
            for _ in 0..<count { startNext() }
            while let (index, value) = await group.next() {
                values[index] = value
                startNext()
            }
            return values
        }
    }

    /// Decodes a picture that only its look can identify. Without its look, it may be a new photo.
    private func looked(
        _ reading: FileReading, _ encoder: DecoderSizes, _ threads: NIOThreadPool
    ) async -> FileReading {
        guard case .photo(var facts, let stamp) = reading.outcome else { return reading }
        let data = await attempt(threads) { [root = catalog.root] () -> Data? in
            do throws(FileError) {
                let file = try OpenFile(reading.path, in: root)
                guard file.stamp == stamp, stamp.size <= encoder.maximumFileSize else { return nil }
                return try file.data()
            } catch {
                // The file has changed again, which will be noticed.
                return nil
            }
        }
        guard let data = data ?? nil else { return reading }
        do {
            facts.look = try await encoder.look(of: data)
        } catch {
            log.write(
                "can’t compare \(reading.path.displayText) with the photo that was there: \(PlainText.line("\(error)"))"
            )
        }
        return FileReading(ticket: reading.ticket, path: reading.path, outcome: .photo(facts, stamp))
    }

    /// Ends the first import of a folder being filled, once it has been quiet for a while.
    private func endFirstImportWhenQuiet(_ threads: NIOThreadPool) async {
        await isFilling.wait()
        var isDone = false
        while !isDone, !Task.isCancelled {
            let before = activity.load(ordering: .relaxed)
            do {
                try await clock.sleep(for: Self.quietTime)
            } catch {
                return
            }
            isDone =
                await attempt(threads) { [self] in
                    guard try catalog.photoCount() > 0, try catalog.filesToReadCount() == 0,
                        activity.load(ordering: .relaxed) == before
                    else { return false }
                    try catalog.endFirstImport()
                    return true
                } ?? false
        }
    }

    /// Ends the first import, unless the folder is being filled, and logs the findings, after everything has been read.
    /// - Returns: `false` after an error.
    private func complete(_ threads: NIOThreadPool) async -> Bool {
        let completed: Void? = await attempt(threads) { [self] in
            if try catalog.isFirstImport() {
                if try catalog.photoCount() > 0, activity.load(ordering: .relaxed) == 0 {
                    try catalog.endFirstImport()
                } else {
                    isFilling.send()
                }
            }
            condition.change { $0.isComplete = true }
            log.write(document.notices)
            for line in try catalog.leftOut().lines { log.write(line) }
            log.write(try catalog.notices(about: document.texts))
            if try catalog.photoCount() == 0 {
                log.write([.noPhotos(isExcluding: !document.exclusion.patterns.isEmpty)])
            }
        }
        return completed != nil
    }

    /// Logs the document's entries that have lost their photos to deletions. Not before everything has been read: an
    /// entry follows a photo that was edited and renamed.
    private func checkEntries(_ threads: NIOThreadPool) async {
        guard follower.hasForgotten.exchange(false, ordering: .relaxed) else { return }
        let isChecked = await attempt(threads) { [self] in
            guard try catalog.filesToReadCount() == 0 else { return false }
            log.write(try catalog.notices(about: document.texts))
            return true
        }
        if isChecked != true { follower.hasForgotten.store(true, ordering: .relaxed) }
    }
}

enum FileReader {
    static func read(_ file: FileToRead, in root: FilePath, encoding: String.Encoding? = nil) -> FileReading {
        var reading = FileReading(ticket: file.ticket, path: file.path, outcome: outcome(file.path, in: root, encoding))
        guard case .photo(var facts, let stamp) = reading.outcome else { return reading }
        for path in file.sidecars {
            do throws(FileError) {
                try add(path, in: root, to: &facts.metadata)
            } catch .changed, .system(.noSuchFileOrDirectory) {
                // Its change or its removal will be reported separately.
            } catch {
                reading.refused.append(.sidecarRefused(path, reason: error.description))
            }
        }
        reading.outcome = .photo(facts, stamp)
        return reading
    }

    private static func add(
        _ path: FolderPath, in root: FilePath, to metadata: inout ImageMetadata
    ) throws(FileError) {
        let file = try OpenFile(path, in: root)
        guard file.count <= ImageMetadata.maximumSidecarSize else { throw .system(.fileTooLarge) }
        guard let kind = SidecarName(path.name)?.kind else { return }
        try metadata.add(file.data(), kind)
    }

    private static func outcome(
        _ path: FolderPath, in root: FilePath, _ encoding: String.Encoding?
    ) -> FileReading.Outcome {
        do throws(FileError) {
            let file = try OpenFile(path, in: root)
            file.waitUntilSettled()
            return try outcome(file, encoding)
        } catch {
            switch error {
            case .changed, .system(.noSuchFileOrDirectory), .system(.notDirectory),
                .system(.tooManySymbolicLinkLevels), .system(.invalidArgument):
                return .changed
            case .system: return .unreadable(reason: error.description)
            }
        }
    }

    private static func outcome(
        _ file: OpenFile, _ encoding: String.Encoding?
    ) throws(FileError) -> FileReading.Outcome {
        do {
            return try PhotoFacts(reading: file, encoding: encoding).map { .photo($0, file.stamp) }
                ?? .notAnImage(file.stamp)
        } catch let error as FileError {
            throw error
        } catch is IncompletePictureError {
            return .incomplete(file.stamp)
        } catch let error as PictureTooLargeError {
            return .unreadable(reason: "its picture is too large, \(error.size.width) × \(error.size.height) pixels")
        } catch {
            return .unreadable(reason: "\(error)")
        }
    }
}
