import EssentialFeed
import Foundation
import Logging
import Synchronization
import SystemPackage

/// A reason the system doesn't report all changes of a folder.
enum WatchError: Hashable, Sendable {
    case system(FileError)
    /// A part of the folder is on a file system that others may change.
    case fileSystem(FolderPath, type: String)
}

/// Reports a folder's files to its catalog: first all of them, then the changes.
///
/// All calls block and must not overlap. Catalog errors are thrown; folder errors are reported.
final class FolderFollower: Sendable {
    private static let partSize = 256
    private static let maximumUnreadable = 256

    private let root: FilePath
    private let catalog: any PhotoCatalog
    private let condition: FolderStatus
    private let inbox: ChangeInbox
    private let report: @Sendable ([FolderNotice]) -> Void
    /// `nil` if the system provides no watch.
    private let watch: FolderWatch?
    private let onWatchError: @Sendable (WatchError) -> Void
    private let hasWatchError = Atomic(false)
    /// Whether files were deleted since the document's entries were last checked.
    let hasForgotten = Atomic(false)
    private let isEnding = Atomic(false)
    private let state: Mutex<State>

    private struct State {
        /// The followed folder; `nil` while it is missing.
        var identity: FolderIdentity?
        var last: FolderIdentity?
        /// Whether the folder has been read since the start.
        var isKnown = false
        /// The exclusions as of the last changes.
        var exclusion = Exclusion()
        /// The known reasons for leaving items out. Each is reported once.
        var excluded: Set<Exclusion.Reason> = []
        /// The reported folders and files that can't be examined. Each is reported once.
        var unreadable: Set<FolderPath> = []
    }

    /// - Parameters:
    ///   - inbox: Receives the system's reports of changes.
    ///   - report: Receives notices for the folder's owner.
    ///   - onWatchError: Receives each reason not all changes are reported.
    init(
        catalog: any PhotoCatalog, condition: FolderStatus, inbox: ChangeInbox,
        report: @escaping @Sendable ([FolderNotice]) -> Void, onWatchError: @escaping @Sendable (WatchError) -> Void
    ) {
        root = catalog.root
        self.catalog = catalog
        self.condition = condition
        self.inbox = inbox
        self.report = report
        self.onWatchError = onWatchError
        let identity = FolderIdentity(root)
        state = Mutex(State(identity: identity, last: identity))
        do throws(FileError) {
            watch = try FolderWatch(root: root) { inbox.add($0) }
        } catch {
            watch = nil
            reportWatchError(error)
        }
    }

    func end() {
        isEnding.store(true, ordering: .relaxed)
    }

    private var mustEnd: Bool { isEnding.load(ordering: .relaxed) }

    /// Watches a folder. Reports only a lack of watches or memory; any other error means this one folder can't be
    /// watched.
    private func addWatch(_ folder: FolderPath) {
        do throws(FileError) {
            try watch?.add(folder)
        } catch {
            if [.system(.noSpace), .system(.noMemory)].contains(error) { reportWatchError(error) }
        }
    }

    private func reportWatchError(_ error: FileError) {
        if !hasWatchError.exchange(true, ordering: .relaxed) { onWatchError(.system(error)) }
    }

    /// Reports the parts of the folder whose changes the system may not report.
    private func reportUnwatched() {
        for (path, type) in watch?.unwatched ?? [] { onWatchError(.fileSystem(path, type: type)) }
        let annex = FolderPath(".git/annex")
        // Adding or removing content doesn't change the links to it.
        if FolderItem(annex, in: root).isFolder { onWatchError(.fileSystem(annex, type: "git-annex")) }
    }

    // MARK: Changes

    func note(_ changes: FolderChanges, excluding exclusion: Exclusion = Exclusion()) throws {
        report(changes.unmounted.sorted().map { .unmounted($0) })
        let (isGone, isExcludedAnew) = state.withLock { ($0.identity == nil, $0.exclusion != exclusion) }
        if changes.everything || isGone || isExcludedAnew || changes.root && !isSameFolder {
            return try noteEverything(excluding: exclusion)
        }
        if changes.root { watch?.watchAbove() }
        // A deleted folder may have been moved, and its watches would report changes at its new place. Another folder
        // may have its path now; it is walked below.
        for folder in changes.goneFolders { watch?.remove(folder) }
        let successors = changes.goneFolders.filter {
            if case .folder = FolderItem($0, in: root) { true } else { false }
        }
        for folder in changes.folders.union(successors).sorted() where !mustEnd {
            guard exclusion.reason(for: folder, isFolder: true) == nil else { continue }
            do {
                _ = try note(below: folder)
            } catch is FileError {
                return try noteEverything(excluding: exclusion)
            }
        }
        // Notes existing files before deleted ones, to keep a renamed photo published.
        var gone: [FolderPath] = []
        var files: [FolderFile] = []
        for path in changes.files.sorted() {
            switch look(path) {
            case .file(let file): files.append(file)
            case .nothing, .folder: gone.append(path)
            case .leftOut(let reason):
                gone.append(path)
                if [.leadsOut, .leadsNowhere].contains(reason) { report([.excluded(reason, first: [path], count: 1)]) }
            case .unknown: continue
            }
            if files.count >= Self.partSize {
                try note(files)
                files = []
            }
        }
        try note(files)
        do {
            guard gone.isEmpty || isSameFolder else { throw FileError.changed }
            let hadForgotten = hasForgotten.load(ordering: .relaxed)
            try forget(gone)
            for folder in changes.goneFolders.sorted() { try forgetGone(below: folder) }
            // They return with their disk.
            if !changes.unmounted.isEmpty { hasForgotten.store(hadForgotten, ordering: .relaxed) }
        } catch is FileError {
            try noteEverything(excluding: exclusion)
        }
    }

    // MARK: Everything

    /// Notes all files in the folder and forgets the deleted ones.
    ///
    /// If the folder itself is missing, its photos stay published until it returns. The same applies to the empty mount
    /// point of an unmounted disk.
    func noteEverything(excluding exclusion: Exclusion = Exclusion()) throws {
        let (before, last) = state.withLock { state in
            if state.exclusion != exclusion { (state.exclusion, state.excluded) = (exclusion, []) }
            return (state.identity, state.isKnown ? state.last : nil)
        }
        guard let identity = FolderIdentity(root) else { return lose(isMissing: true) }
        let expected = try last ?? catalog.folder() ?? identity
        if last != nil, identity != last { watch?.remove(.root) }
        watch?.watchAbove()
        reportUnwatched()
        do {
            try catalog.retryLeftOut()
            let count = try note(below: .root)
            if count == 0, identity != expected, try catalog.photoCount() > 0 { return lose(isMissing: false) }
            guard FolderIdentity(root) == identity else { return lose(isMissing: true) }
            state.withLock { ($0.identity, $0.last, $0.isKnown) = (identity, identity, true) }
            if count > 0 { try catalog.record(identity) }
            try forgetGone()
        } catch is FileError {
            return lose(isMissing: FolderIdentity(root) == nil)
        }
        condition.change { $0.isFolderReadable = true }
        if before == nil { report([.folderBack]) }
    }

    private func lose(isMissing: Bool) {
        let (isNew, isKnown) = state.withLock { state in
            defer { state.identity = nil }
            return (state.identity != nil, state.isKnown)
        }
        condition.change { $0.isFolderReadable = false }
        if isNew { report([isKnown || isMissing ? .folderGone : .folderEmpty]) }
        watch?.watchAbove()
        // The folder may have returned before the watch was added.
        if isMissing, FolderIdentity(root) != nil { inbox.add(.all) }
    }

    /// Returns the item at a path; nothing if it is left out.
    private func look(_ path: FolderPath) -> FolderItem {
        let exclusion = state.withLock { $0.exclusion }
        return exclusion.reason(for: path).map(FolderItem.leftOut) ?? FolderItem(path, in: root)
    }

    private var isSameFolder: Bool {
        let identity = FolderIdentity(root)
        return identity != nil && identity == state.withLock { $0.identity }
    }

    private func note(below folder: FolderPath) throws -> Int {
        let walk = FolderWalk(folder, in: root, excluding: state.withLock { $0.exclusion }) { self.addWatch($0) }
        var count = 0
        while !mustEnd, let files = try walk.next(limit: Self.partSize) {
            count += files.count
            try note(files)
        }
        let unreadable = walk.unreadable.filter { item in
            state.withLock { $0.unreadable.count < Self.maximumUnreadable && $0.unreadable.insert(item.path).inserted }
        }
        report(unreadable.map { .leftOut($0.path, .unreadable, detail: $0.error.description) })
        let excluded = walk.excluded
        let reasons = state.withLock { state in excluded.counts.keys.filter { state.excluded.insert($0).inserted } }
        report(
            reasons.map { .excluded($0, first: (excluded.first[$0] ?? []).sorted(), count: excluded.counts[$0] ?? 0) })
        return count
    }

    private func note(_ files: [FolderFile]) throws {
        let photos = files.filter { !DocumentFile.paths.contains($0.path) }
        guard !photos.isEmpty else { return }
        try catalog.note(photos) { look($0) }
    }

    private func isGone(_ path: FolderPath) -> Bool {
        switch look(path) {
        case .nothing, .folder, .leftOut: true
        case .file, .unknown: false
        }
    }

    private func forgetGone(below folder: FolderPath = .root) throws {
        // A folder's path with a slash sorts before the paths below the folder.
        var last = folder == .root ? nil : folder.appending([])
        while !mustEnd {
            let paths = try catalog.paths(after: last, limit: Self.partSize).prefix { $0.isBelow(folder) }
            guard let next = paths.last else { return }
            last = next
            let gone = paths.filter(isGone)
            guard gone.isEmpty || isSameFolder else { throw FileError.changed }
            try forget(gone)
        }
    }

    private func forget(_ paths: [FolderPath]) throws {
        guard !paths.isEmpty else { return }
        try catalog.forget(paths)
        hasForgotten.store(true, ordering: .relaxed)
    }
}

struct ImportProgress: Hashable, Sendable {
    var filesRead = 0
    var filesLeft: Int

    mutating func count(_ files: Int, left: Int) {
        filesRead += files
        filesLeft = left
    }

    /// Returns a line with the count, the rate and the time left.
    func line(after elapsed: Duration) -> String {
        let seconds = elapsed / .seconds(1)
        let rate = seconds > 0 ? Double(filesRead) / seconds : 0
        let count = "read \(filesRead) of \(filesRead + filesLeft) files"
        guard rate > 0 else { return count }
        return "\(count), \(Int(rate.rounded())) a second, \(Duration.seconds(Double(filesLeft) / rate).plainText) left"
    }

    func end(after elapsed: Duration) -> String {
        "read \(filesRead) files in \(elapsed.plainText)"
    }
}

final class NoticeLog: Sendable {
    /// The number of notices, and of errors, to remember. Beyond this number, they may repeat.
    private static let maximum = 10_000

    private let logger: Logger
    private let written = Mutex<Set<FolderNotice>>([])
    private let errors = Mutex<Set<String>>([])

    init(logger: Logger) {
        self.logger = logger
    }

    func write(_ notices: [FolderNotice]) {
        let new = written.withLock { written in
            if written.count > Self.maximum { written = [] }
            return notices.filter { $0.isRepeatable || written.insert($0).inserted }
        }
        for line in FolderNotice.lines(new.filter(\.isWarning)) { logger.warning("\(line)") }
        for line in FolderNotice.lines(new.filter { !$0.isWarning }) { logger.notice("\(line)") }
    }

    func write(_ line: String) {
        logger.notice("\(line)")
    }

    func write(_ error: any Error) {
        let line = "can’t update the index: \(PlainText.line("\(error)"))"
        let isNew = errors.withLock { errors in
            if errors.count > Self.maximum { errors = [] }
            return errors.insert(line).inserted
        }
        if isNew { logger.error("\(line)") }
    }
}

extension FolderNotice {
    /// Whether the event can recur.
    fileprivate var isRepeatable: Bool {
        switch self {
        case .folderGone, .folderEmpty, .folderBack, .unmounted, .documentNotRead: true
        default: false
        }
    }

    /// Whether something fails until the owner acts.
    fileprivate var isWarning: Bool {
        switch self {
        case .folderGone, .folderEmpty, .unmounted, .documentNotRead, .indexNotSaved: true
        default: false
        }
    }
}
