import EssentialFeed
import Foundation
import NIOPosix

/// Builds the ``PhotoIndex`` of a folder: lists it, reads what changed since the last start, remembers the rest.
///
/// What was read is kept in parts, so that an import that is ended goes on at the next start where it stopped.
/// The folder is only read. All file access happens on the thread pool.
struct PhotoIndexer: Sendable {
    /// How many files are read at once.
    private static let width = 4
    /// How many files are read between two writes of the index.
    private static let partSize = 64

    let folder: String
    let stateFolder: URL?
    let zone: TimeZone
    let threads: NIOThreadPool
    /// Called before the first of the files that have to be read, and whenever some of them have been kept.
    var onProgress: @Sendable (Progress) -> Void = { _ in }

    struct Progress: Hashable, Sendable {
        /// How many of the files to be read are read, and kept where the index can be.
        var filesRead = 0
        let filesToRead: Int
    }

    struct Result: Sendable {
        let index: PhotoIndex
        let notices: [IndexNotice]
        /// How many files were read and hashed, not remembered.
        let filesRead: Int
    }

    /// - Throws: a ``PhotoServerError``, or `CancellationError`.
    func build() async throws -> Result {
        let (root, listing, document) = try await threads.runIfActive { try open() }
        var notices = listing.unreadable.map { IndexNotice.unreadable($0.path, reason: $0.error.description) }
        notices += listing.empty.map(IndexNotice.empty)
        let memory = stateFile(root: root, notices: &notices)
        let old = try await threads.runIfActive { memory?.load() ?? IndexState() }
        var files: [(entry: FolderListing.Entry, facts: PhotoFacts)] = []
        var known = IndexState()
        var unknown: [FolderListing.Entry] = []
        for entry in listing.entries where entry.path != FolderPath(FeedDocument.name) {
            let key = IndexState.Key(path: entry.path, stamp: entry.stamp)
            if let facts = old.facts[key] {
                files.append((entry, facts))
                known.facts[key] = facts
            } else {
                unknown.append(entry)
            }
        }
        let parts = IndexParts(file: memory, threads: threads)
        if !unknown.isEmpty || known != old { await parts.begin(with: known) }
        var filesRead = 0
        for (entry, reading) in try await read(unknown, keepingIn: parts) {
            switch reading {
            case .photo(let facts):
                files.append((entry, facts))
                filesRead += 1
            case .notAnImage: notices.append(.notAnImage(entry.path))
            case .cutShort: notices.append(.cutShort(entry.path))
            case .unreadable(let reason): notices.append(.unreadable(entry.path, reason: reason))
            }
        }
        if let reason = await parts.failure { notices.append(.stateNotKept(reason: reason)) }
        files.sort { $0.entry.path < $1.entry.path }
        let index = PhotoIndex(files: files, document: document, zone: zone) { notices.append($0) }
        if index.photos.isEmpty { notices.append(.noPhotos) }
        return Result(index: index, notices: notices, filesRead: filesRead)
    }

    private enum Reading: Sendable {
        case photo(PhotoFacts)
        case notAnImage
        case cutShort
        case unreadable(reason: String)
    }

    private func open() throws(PhotoServerError) -> ([UInt8], FolderListing, FeedDocument) {
        guard let root = FolderListing.resolved(Array(folder.utf8)) else {
            throw .folderMissing(folder, FileError.last())
        }
        let listing: FolderListing
        do throws(FileError) {
            listing = try FolderListing(root: root)
        } catch {
            throw .folderMissing(folder, error)
        }
        return (root, listing, try document(root: root))
    }

    private func document(root: [UInt8]) throws(PhotoServerError) -> FeedDocument {
        do {
            let file = try OpenFile(path: root + [UInt8(ascii: "/")] + Array(FeedDocument.name.utf8))
            guard let bytes = try file.bytes(at: 0, count: file.count) else { throw FileError.changed }
            return try FeedDocument(bytes)
        } catch let error as FeedDocumentError {
            throw .document(error)
        } catch let error as FileError {
            if error.code == ENOENT { return FeedDocument() }
            throw .documentUnreadable(error)
        } catch {
            throw .documentUnreadable(FileError(code: nil))
        }
    }

    /// Where the state is kept, unless that is within the photo folder, which is never written.
    private func stateFile(root: [UInt8], notices: inout [IndexNotice]) -> IndexStateFile? {
        guard let stateFolder else {
            notices.append(.stateNotKept(reason: "neither XDG_STATE_HOME nor HOME is set"))
            return nil
        }
        let path = Array((stateFolder.resolvingSymlinksInPath().path(percentEncoded: false) + "/").utf8)
        guard !path.starts(with: root + [UInt8(ascii: "/")]) else {
            notices.append(.stateNotKept(reason: "\(stateFolder.path) is inside the photo folder"))
            return nil
        }
        return IndexStateFile(in: stateFolder, root: root)
    }

    private func read(
        _ entries: [FolderListing.Entry], keepingIn parts: IndexParts
    ) async throws -> [(FolderListing.Entry, Reading)] {
        guard !entries.isEmpty else { return [] }
        var progress = Progress(filesToRead: entries.count)
        onProgress(progress)
        var readings: [(FolderListing.Entry, Reading)] = []
        /// Keeps what has been read since the last time.
        func keep() async {
            let part = readings[progress.filesRead...].compactMap { entry, reading in
                if case .photo(let facts) = reading {
                    (IndexState.Key(path: entry.path, stamp: entry.stamp), facts)
                } else {
                    nil
                }
            }
            await parts.append(part)
            progress.filesRead = readings.count
            onProgress(progress)
        }
        do {
            try await withThrowingTaskGroup(of: (FolderListing.Entry, Reading).self) { group in
                var rest = entries[...]
                func startNext() {
                    guard let entry = rest.popFirst() else { return }
                    group.addTask { (entry, try await threads.runIfActive { Self.read(entry) }) }
                }
                for _ in 0..<Self.width { startNext() }
                while let reading = try await group.next() {
                    readings.append(reading)
                    if readings.count - progress.filesRead >= Self.partSize { await keep() }
                    try Task.checkCancellation()
                    startNext()
                }
            }
        } catch {
            await keep()
            throw error
        }
        await keep()
        return readings.sorted { $0.0.path < $1.0.path }
    }

    private static func read(_ entry: FolderListing.Entry) -> Reading {
        do {
            let file = try OpenFile(path: entry.location)
            guard file.stamp == entry.stamp else { throw FileError.changed }
            file.waitUntilSettled()
            return try PhotoFacts(reading: file).map(Reading.photo) ?? .notAnImage
        } catch is PhotoFacts.CutShort {
            return .cutShort
        } catch {
            return .unreadable(reason: "\(error)")
        }
    }
}
