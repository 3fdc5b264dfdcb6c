import EssentialFeed
import Foundation
import Logging
import NIOPosix
import Synchronization

/// The sources of sizes: the folder's photos, and friends' posted photos.
struct SizeSources: Sendable {
    let catalog: any PhotoCatalog
    /// Returns a posted photo, or `nil` if none has the id; blocks.
    var posted: @Sendable (UUID) throws -> Photo? = { _ in nil }

    /// Returns a photo with its file, even a hidden photo; blocks.
    func photo(_ id: UUID) throws -> Photo? {
        try catalog.photo(id) ?? posted(id)
    }
}

/// Makes the sizes of photos, a few photos at a time: first for waiting clients, then in advance, newest first.
///
/// The sizes of a photo are made together, and only once for any number of waiting clients. The full size is made only
/// for a waiting client.
actor SizeMaker {
    private static let maximumRequested = 64
    /// A browser may ask for all images of a page of the feed at once.
    private static let maximumPerPerson = 32
    private static let recordBatchSize = 16
    private static let maximumErrors = 10_000

    private let catalog: any PhotoCatalog
    private let photos: SizeSources
    private let encoder: any SizeEncoder
    private let sizes: SizeCache
    private let threads: NIOThreadPool
    private let logger: Logger
    private let files = ServedFiles()
    private let wake = Signal()
    private let hasNewWork = Atomic(false)

    private var queue = SizeQueue(maximumRequested: maximumRequested, maximumPerPerson: maximumPerPerson)
    private var waiters: [SizeRequest: [CheckedContinuation<[ServedSize: SizedImage], any Error>]] = [:]
    private var results: [SizingResult] = []
    private var recording: [SizingResult] = []
    private var reported: Set<String> = []
    /// Whether making sizes in advance is paused after an error, until there is new work.
    private var isPaused = false
    private var hasEnded = false

    init(
        photos: SizeSources, encoder: any SizeEncoder, sizes: SizeCache, threads: NIOThreadPool, logger: Logger
    ) {
        self.photos = photos
        catalog = photos.catalog
        self.encoder = encoder
        self.sizes = sizes
        self.threads = threads
        self.logger = logger
    }

    /// Makes the sizes of a photo and waits for them.
    /// - Parameters:
    ///   - isOriginal: Whether to make only the full size.
    ///   - person: The id of the person who waits; `nil` for anyone.
    /// - Returns: The sizes, unless they are only in files.
    /// - Throws: ``Problem`` if the photo can't be decoded, or if too many photos are waiting.
    @discardableResult
    func make(
        _ photo: UUID, isOriginal: Bool = false, for person: String? = nil
    ) async throws -> [ServedSize: SizedImage] {
        let request = SizeRequest(photo: photo, isOriginal: isOriginal)
        guard !hasEnded else { throw Problem.busy }
        guard queue.request(request, for: person) else { throw Problem.queueFull }
        return try await withCheckedThrowingContinuation { waiter in
            waiters[request, default: []].append(waiter)
            lookForWork()
        }
    }

    nonisolated func lookForWork() {
        hasNewWork.store(true, ordering: .relaxed)
        wake.send()
    }

    func run() async {
        await attempt { [catalog, sizes] in
            if !sizes.areThere { try catalog.sizeAgain() }
        }
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                if queue.running.count < encoder.maximumPhotos {
                    if let request = await next() {
                        group.addTask { await self.work(on: request) }
                        continue
                    }
                    await record()
                }
                await wake.wait()
                if hasNewWork.exchange(false, ordering: .relaxed) { isPaused = false }
            }
        }
        hasEnded = true
        await record()
        for (_, waiters) in waiters {
            for waiter in waiters { waiter.resume(throwing: Problem.busy) }
        }
        waiters = [:]
    }

    private func next() async -> SizeRequest? {
        if let request = queue.next() { return request }
        guard !isPaused else { return nil }
        // The catalog still lists photos in progress and unrecorded ones.
        let known = (results + recording).map(\.photo) + queue.running.map(\.photo)
        let ahead = await attempt { [catalog, sizes] in
            sizes.areFull ? [] : try catalog.photosToSize(limit: known.count + 1)
        }
        // A client may have requested a photo in the meantime.
        if let request = queue.next() { return request }
        guard let photo = ahead?.first(where: { !known.contains($0) }) else { return nil }
        return queue.begin(ahead: photo)
    }

    private func work(on request: SizeRequest) async {
        let result: Result<[ServedSize: SizedImage], any Error>
        do {
            result = .success(try await makeSizes(request))
        } catch is CancellationError {
            result = .failure(Problem.busy)
        } catch {
            result = .failure(error)
        }
        queue.end(request)
        for waiter in waiters.removeValue(forKey: request) ?? [] { waiter.resume(with: result) }
        if results.count >= Self.recordBatchSize { await record() }
        wake.send()
    }

    private func makeSizes(_ request: SizeRequest) async throws -> [ServedSize: SizedImage] {
        let id = request.photo
        let read = try await read(id)
        guard let (photo, content) = read else { throw Problem.noSuchImage }
        guard let data = content else {
            throw await problem(photo, .failed(reason: "the file is too large"))
        }
        let sizes = photo.sizes
        let made = request.isOriginal ? [.original] : sizes.made
        guard !made.isEmpty else { return [:] }
        let encoded: EncodedPhoto
        do {
            encoded =
                request.isOriginal && photo.isDrawn
                ? EncodedPhoto(images: [data], placeholder: [])
                : try await encoder.images(of: data, longEdges: made.map(sizes.longEdge))
        } catch SizeEncoderError.undecodable(let error) where !request.isOriginal {
            throw await problem(photo, .failed(reason: "\(error)"))
        } catch SizeEncoderError.gaveUp(let error) where !request.isOriginal {
            throw await problem(photo, .gaveUp(reason: "\(error)"))
        } catch SizeEncoderError.undecodable(let error) {
            // The smaller sizes need less memory, so the photo stays.
            report("can’t make the full size of \(photo.path.displayText): \(error)")
            throw Problem.noSuchImage
        } catch SizeEncoderError.gaveUp(let error) {
            report("can’t make the full size of \(photo.path.displayText) for now: \(error)")
            throw Problem.busy
        } catch let error as SizeEncoderError {
            isPaused = true
            report("can’t make smaller images: \(error)")
            throw Problem.busy
        }
        let isAwaited = waiters[request] != nil
        // An unstructured task saves the result even if the calling task is cancelled.
        let saving = Task {
            await attempt { [self] in
                let images = Dictionary(uniqueKeysWithValues: zip(made, encoded.images))
                let saved = self.sizes.insert(images, of: id, version: photo.version, isAwaited: isAwaited)
                // The photo may have been deleted in the meantime.
                if try photos.photo(id) == nil { self.sizes.remove([id]) }
                return saved
            }
        }
        guard let saved = await saving.value else { throw Problem.busy }
        if let error = saved.error {
            isPaused = true
            report("can’t save smaller images: \(error)")
        }
        if !request.isOriginal {
            let outcome = SizingResult.Outcome.made(placeholder: encoded.placeholder, look: encoded.look)
            results.append(SizingResult(photo: id, version: photo.version, outcome: outcome))
        }
        return saved.images
    }

    /// Reads a photo's file. Returns `nil` if the photo is unknown or its file is changing or gone; the data is `nil` if the
    /// file is too large.
    private func read(_ id: UUID) async throws -> (Photo, Data?)? {
        do {
            return try await threads.runIfActive {
                [catalog, photos, files, maximumFileSize = encoder.maximumFileSize] in
                guard let photo = try photos.photo(id) else { return nil }
                guard try catalog.mayBeSized(id) else { throw Problem.busy }
                guard photo.stamp.size <= maximumFileSize else { return (photo, nil) }
                let file = try files.open(photo)
                let data = try file.data()
                try file.checkUnchanged()
                return (photo, data)
            }
        } catch is FileError {
            // The file is changing or gone; the import will notice.
            isPaused = true
            return nil
        }
    }

    /// Records that a photo's sizes weren't made. The photo may then be left out.
    /// - Returns: The problem for the waiting clients.
    private func problem(_ photo: Photo, _ outcome: SizingResult.Outcome) async -> Problem {
        results.append(SizingResult(photo: photo.id, version: photo.version, outcome: outcome))
        await record()
        let reason =
            switch outcome {
            case .made: ""
            case .failed(let reason), .gaveUp(let reason): reason
            }
        guard await attempt({ [photos] in try photos.photo(photo.id) == nil }) == true else {
            report("can’t make smaller images of \(photo.path.displayText) for now: \(reason)")
            return .busy
        }
        let notice = FolderNotice.leftOut(photo.path, .undecodable, detail: reason)
        for line in FolderNotice.lines([notice]) { logger.notice("\(line)") }
        return .noSuchImage
    }

    private func record() async {
        let done = results
        guard !done.isEmpty else { return }
        results = []
        recording += done
        // An unstructured task saves the result even if the calling task is cancelled.
        let saving = Task { await attempt { [catalog] in try catalog.record(done) } }
        if await saving.value == nil { results = done + results }
        let photos = Set(done.map(\.photo))
        recording.removeAll { photos.contains($0.photo) }
    }

    @discardableResult
    private func attempt<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async -> Value? {
        do {
            return try await threads.runIfActive(work)
        } catch is CancellationError {
            return nil
        } catch {
            report("can’t make smaller images: \(error)")
            isPaused = true
            return nil
        }
    }

    private func report(_ text: String) {
        if reported.count < Self.maximumErrors, reported.insert(text).inserted {
            logger.error("\(PlainText.line(text))")
        }
    }
}
