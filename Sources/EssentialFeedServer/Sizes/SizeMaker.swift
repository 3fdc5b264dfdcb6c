import EssentialFeed
import Foundation
import ImageFormats
import Logging
import NIOPosix

/// Makes the sizes of photos, one photo after the other: first of those that somebody waits for, then ahead of need, the
/// newest first.
///
/// All sizes of a photo are made at once, and each photo once, however many wait for it.
actor SizeMaker {
    /// The most photos that are waited for at a time.
    private static let maximumRequested = 64
    /// The number of results that are recorded together.
    private static let recordedTogether = 16
    /// The most photos that are remembered because the encoder gave them up, and the most errors.
    private static let maximumFailures = 10_000

    /// The largest file that is read, in bytes.
    private let maximumFileSize: Int64
    private let catalog: any PhotoCatalog
    private let encoder: any SizeEncoder
    private let sizes: MadeSizes
    private let threads: NIOThreadPool
    private let logger: Logger
    private let files = ServedFiles()
    private let wake = Signal()

    private var queue = SizeQueue(maximumRequested: maximumRequested)
    private var waiters: [UUID: [CheckedContinuation<Void, any Error>]] = [:]
    private var results: [SizingResult] = []
    /// Photos that the encoder gave up once. They are tried once more, when somebody asks for them.
    private var givenUp: Set<UUID> = []
    private var reported: Set<String> = []
    /// Whether nothing is made ahead until there is something new, because making it failed.
    private var isHeld = false
    private var hasEnded = false

    init(
        catalog: any PhotoCatalog, encoder: any SizeEncoder, sizes: MadeSizes, threads: NIOThreadPool, logger: Logger,
        maximumFileSize: Int64 = 512 << 20
    ) {
        self.maximumFileSize = maximumFileSize
        self.catalog = catalog
        self.encoder = encoder
        self.sizes = sizes
        self.threads = threads
        self.logger = logger
    }

    /// Makes the sizes of a photo, or waits until they are made.
    /// - Throws: ``Problem`` if nothing can be made of the photo, or too much is to be done before.
    func make(_ photo: UUID) async throws {
        guard !hasEnded, queue.request(photo) else { throw Problem.busy }
        try await withCheckedThrowingContinuation { waiter in
            waiters[photo, default: []].append(waiter)
            wake.send()
        }
    }

    /// Says that there may be photos whose sizes haven't been made.
    nonisolated func lookForWork() {
        wake.send()
    }

    /// Works until the task is cancelled.
    func run() async {
        await attempt { [catalog, sizes] in
            if !sizes.areThere { try catalog.sizeAgain() }
        }
        while !Task.isCancelled {
            if let photo = await next() {
                await work(on: photo)
            } else {
                await record()
                isHeld = false
                await wake.wait()
            }
        }
        hasEnded = true
        await record()
        for (_, waiters) in waiters {
            for waiter in waiters { waiter.resume(throwing: Problem.busy) }
        }
        waiters = [:]
    }

    private func next() async -> UUID? {
        if let photo = queue.next() { return photo }
        guard !isHeld else { return nil }
        // What has been made, but isn't recorded yet, comes again.
        let known = givenUp.union(results.map(\.photo))
        let ahead = await attempt { [catalog, sizes] in
            sizes.areFull ? [] : try catalog.photosToSize(limit: known.count + 1)
        }
        // Somebody may have asked meanwhile.
        if let photo = queue.next() { return photo }
        guard let photo = ahead?.first(where: { !known.contains($0) }) else { return nil }
        queue.begin(ahead: photo)
        return photo
    }

    private func work(on photo: UUID) async {
        let result: Result<Void, any Error>
        do {
            try await makeSizes(of: photo)
            result = .success(())
        } catch is CancellationError {
            result = .failure(Problem.busy)
        } catch {
            result = .failure(error)
        }
        queue.end()
        for waiter in waiters.removeValue(forKey: photo) ?? [] { waiter.resume(with: result) }
        if results.count >= Self.recordedTogether { await record() }
    }

    private func makeSizes(of id: UUID) async throws {
        let read = try await read(id)
        guard let (photo, content) = read else { throw Problem.noSuchImage }
        guard let data = content else {
            await fail(photo, "the file is too large")
            throw Problem.noSuchImage
        }
        let made = PhotoSizes(photo.facts.size, photo.facts.cleaning).made
        guard !made.isEmpty else { return }
        let encoded: EncodedPhoto
        do {
            encoded = try await encoder.images(of: data, longEdges: made.map(\.longEdge))
        } catch SizeEncoderError.undecodable(let error) {
            await fail(photo, "\(error)")
            throw Problem.noSuchImage
        } catch SizeEncoderError.gaveUp(let error) {
            guard givenUp.count < Self.maximumFailures, givenUp.insert(id).inserted else {
                await fail(photo, "\(error)")
                throw Problem.noSuchImage
            }
            throw Problem.busy
        } catch let error as SizeEncoderError {
            isHeld = true
            report("cannot make smaller images: \(error)")
            throw Problem.busy
        }
        let isAwaited = waiters[id] != nil
        // An unstructured task writes even if the calling task is cancelled.
        let saving = Task {
            await attempt { [sizes] in
                for (size, image) in zip(made, encoded.images) {
                    let key = SizeKey(photo: id, size: size)
                    guard let error = sizes.insert(image, for: key, isAwaited: isAwaited) else { continue }
                    return Optional(error)
                }
                return nil
            }
        }
        guard let error = await saving.value else { throw Problem.busy }
        if let error {
            isHeld = true
            report("cannot save smaller images: \(error)")
        }
        results.append(SizingResult(photo: id, outcome: .made(placeholder: encoded.placeholder)))
    }

    /// Reads a photo's file, unless it's too large.
    private func read(_ id: UUID) async throws -> (Photo, Data?)? {
        do {
            return try await threads.runIfActive { [catalog, files, maximumFileSize] in
                guard let photo = try catalog.photo(id) else { return nil }
                guard photo.stamp.size <= maximumFileSize else { return (photo, nil) }
                let file = try files.open(photo)
                var data = Data(count: file.count)
                let count = try data.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
                try file.checkUnchanged()
                guard count == data.count else { throw FileError.changed }
                return (photo, data)
            }
        } catch is FileError {
            // It changes or is gone, which the import notes.
            isHeld = true
            return nil
        }
    }

    /// Leaves out a photo of which no picture can be made.
    private func fail(_ photo: Photo, _ reason: String) async {
        results.append(SizingResult(photo: photo.id, outcome: .failed(reason: reason)))
        await record()
        for line in IndexNotice.lines([.undecodable(photo.path, reason: reason)]) { logger.notice("\(line)") }
    }

    private func record() async {
        let done = results
        guard !done.isEmpty else { return }
        results = []
        // An unstructured task writes even if the calling task is cancelled.
        await Task { await attempt { [catalog] in try catalog.record(done) } }.value
    }

    @discardableResult
    private func attempt<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async -> Value? {
        do {
            return try await threads.runIfActive(work)
        } catch is CancellationError {
            return nil
        } catch {
            report("cannot make smaller images: \(error)")
            isHeld = true
            return nil
        }
    }

    /// Logs an error, each one once.
    private func report(_ text: String) {
        if reported.count < Self.maximumFailures, reported.insert(text).inserted {
            logger.error("\(PlainText.line(text))")
        }
    }
}
