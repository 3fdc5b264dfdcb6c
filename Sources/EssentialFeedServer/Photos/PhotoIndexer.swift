import EssentialFeed
import Foundation
import NIOPosix
import SystemPackage

/// Builds the ``PhotoIndex`` of a folder from the files that changed since the last start and the saved facts about the
/// others.
///
/// The facts are saved part by part, so that the start after a cancelled one continues from there. The folder is never
/// written to. All file access happens on the thread pool.
struct PhotoIndexer: Sendable {
    /// The number of files that are read at once.
    private static let width = 4
    /// The number of files that are read between two writes of the index.
    private static let partSize = 64

    let folder: String
    let stateFolder: URL?
    let zone: TimeZone
    let threads: NIOThreadPool
    /// Called before the first file is read and after each part is saved.
    var onProgress: @Sendable (Progress) -> Void = { _ in }

    struct Progress: Hashable, Sendable {
        /// The number of files that have been read and, if possible, saved.
        var filesRead = 0
        let filesToRead: Int
    }

    struct Result: Sendable {
        let index: PhotoIndex
        let notices: [IndexNotice]
        /// The number of photos that were read because no facts about them were saved.
        let filesRead: Int
    }

    /// - Throws: ``PhotoFolderError`` or `CancellationError`.
    func build() async throws -> Result {
        let (root, listing, document, ignoredDocuments) = try await threads.runIfActive { try open() }
        var notices = ignoredDocuments.map { IndexNotice.ignoredDocument($0, for: document.name) }
        notices += listing.unreadable.map { IndexNotice.unreadable($0.path, reason: $0.error.description) }
        notices += listing.empty.filter { !Self.documentPaths.contains($0) }.map(IndexNotice.empty)
        let stateFile = stateFile(root: root, notices: &notices)
        let old = try await threads.runIfActive { stateFile?.load() ?? IndexState() }
        var files: [(entry: FolderListing.Entry, facts: PhotoFacts)] = []
        var known = IndexState()
        var unknown: [FolderListing.Entry] = []
        for entry in listing.entries where !Self.documentPaths.contains(entry.path) {
            let key = IndexState.Key(path: entry.path, stamp: entry.stamp)
            if let facts = old.facts[key] {
                files.append((entry, facts))
                known.facts[key] = facts
            } else {
                unknown.append(entry)
            }
        }
        let parts = IndexParts(file: stateFile, threads: threads)
        if !unknown.isEmpty || known != old { await parts.begin(with: known) }
        var filesRead = 0
        for (entry, reading) in try await read(unknown, savingIn: parts) {
            switch reading {
            case .photo(let facts):
                files.append((entry, facts))
                filesRead += 1
            case .notAnImage: notices.append(.notAnImage(entry.path))
            case .incomplete: notices.append(.incomplete(entry.path))
            case .unreadable(let reason): notices.append(.unreadable(entry.path, reason: reason))
            }
        }
        if let reason = await parts.errorDescription { notices.append(.indexNotSaved(reason: reason)) }
        files.sort { $0.entry.path < $1.entry.path }
        let index = PhotoIndex(files: files, document: document, zone: zone) { notices.append($0) }
        if index.photos.isEmpty { notices.append(.noPhotos) }
        return Result(index: index, notices: notices, filesRead: filesRead)
    }

    private enum Reading: Sendable {
        case photo(PhotoFacts)
        case notAnImage
        case incomplete
        case unreadable(reason: String)
    }

    private static let documentPaths = Set(FeedDocument.names.map(FolderPath.init))

    private func open() throws(PhotoFolderError) -> (
        root: FilePath, listing: FolderListing, document: FeedDocument, ignoredDocuments: [String]
    ) {
        guard let root = FilePath(folder).resolved() else { throw .unreadable(folder, FileError.last()) }
        let listing: FolderListing
        do throws(FileError) {
            listing = try FolderListing(root: root)
        } catch {
            throw .unreadable(folder, error)
        }
        let (document, ignored) = try document(root: root)
        return (root, listing, document, ignored)
    }

    /// Returns the document with the first of the names, and the names of the other documents in the folder.
    private func document(root: FilePath) throws(PhotoFolderError) -> (FeedDocument, ignored: [String]) {
        let names = FeedDocument.names.filter { Self.isThere(root.appending($0)) }
        guard let name = names.first else { return (FeedDocument(), []) }
        do {
            return (
                try FeedDocument(of: try OpenFile(path: root.appending(name)), named: name), Array(names.dropFirst())
            )
        } catch let error as FeedDocumentError {
            throw .invalidDocument(error)
        } catch {
            throw .unreadableDocument(name, error)
        }
    }

    private static func isThere(_ path: FilePath) -> Bool {
        do throws(Errno) {
            _ = try path.stat(followTargetSymlink: false)
            return true
        } catch {
            return error != .noSuchFileOrDirectory
        }
    }

    /// Returns the file that holds the state. Returns `nil` and adds a notice if no folder is set for it, or if it would be
    /// inside the photo folder, which is never written to.
    private func stateFile(root: FilePath, notices: inout [IndexNotice]) -> IndexStateFile? {
        guard let stateFolder else {
            notices.append(.indexNotSaved(reason: "no folder for it is set (XDG_STATE_HOME, or HOME)"))
            return nil
        }
        guard !FilePath(stateFolder.resolvingSymlinksInPath().path(percentEncoded: false)).starts(with: root) else {
            notices.append(.indexNotSaved(reason: "\(stateFolder.path) is inside the photo folder"))
            return nil
        }
        return IndexStateFile(in: stateFolder, root: root)
    }

    private func read(
        _ entries: [FolderListing.Entry], savingIn parts: IndexParts
    ) async throws -> [(FolderListing.Entry, Reading)] {
        guard !entries.isEmpty else { return [] }
        var progress = Progress(filesToRead: entries.count)
        onProgress(progress)
        var readings: [(FolderListing.Entry, Reading)] = []
        /// Saves the facts that were read since the last call.
        func save() async {
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
                    if readings.count - progress.filesRead >= Self.partSize { await save() }
                    try Task.checkCancellation()
                    startNext()
                }
            }
        } catch {
            await save()
            throw error
        }
        await save()
        return readings.sorted { $0.0.path < $1.0.path }
    }

    private static func read(_ entry: FolderListing.Entry) -> Reading {
        do {
            let file = try OpenFile(path: entry.location)
            guard file.stamp == entry.stamp else { throw FileError.changed }
            file.waitUntilSettled()
            return try PhotoFacts(reading: file).map(Reading.photo) ?? .notAnImage
        } catch is IncompletePictureError {
            return .incomplete
        } catch {
            return .unreadable(reason: "\(error)")
        }
    }
}
