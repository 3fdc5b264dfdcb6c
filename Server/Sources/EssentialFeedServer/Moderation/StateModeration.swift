public import EssentialFeed
public import Foundation
import GRDB
import SystemPackage

/// The owner's commands for moderating friends' comments and photos. Running servers notice the changes within a
/// second.
///
/// Every call blocks. Run as root, a call acts as the owner of the folder.
public struct StateModeration: Sendable {
    private let stateFolder: URL
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - stateFolder: The server's state folder.
    ///   - now: Returns the current time.
    public init(of stateFolder: URL, now: @escaping @Sendable () -> Date) {
        (self.stateFolder, self.now) = (stateFolder, now)
    }

    /// Hides a comment or a photo, or shows it again. A hidden comment stays visible to its author and to everyone
    /// with the scope `admin`.
    public func set(isHidden: Bool, _ id: UUID) throws(ModerationError) {
        try moderate(id, photo: .photo(id, isHidden: isHidden), comment: .comment(id, isHidden: isHidden))
    }

    /// Closes a photo for comments and reactions, or reopens it.
    public func set(areClosed: Bool, on photo: UUID) throws(ModerationError) {
        try moderate(photo, photo: .comments(on: photo, areClosed: areClosed))
    }

    /// Ends a person's access, and optionally deletes the person's photos, comments and reactions, and those
    /// under the name of people who aren't invited any more.
    /// - Throws: ``AccessError``, ``ModerationError``. The access ends even if the deletion fails.
    public func remove(_ name: String, deletingContent: Bool) throws {
        try FolderOwner.acting(in: FilePath(path)) { () throws(any Error) in
            let removePerson = RemovePerson(
                tokens: TokenFile(in: stateFolder), friends: { try files().map(open) }, now: now)
            do {
                for friends in try removePerson(name, deletingContent: deletingContent, by: .owner) {
                    try Erase.wait(for: friends)
                }
            } catch let error as FriendsError {
                throw ModerationError(error, path: path)
            }
        } orThrow: {
            ModerationError.unusable(path: path, reason: $0.description)
        }
    }

    /// Returns the signed-in browsers, oldest first.
    public func devices() throws(ModerationError) -> [SignedInDevice] {
        try collect { friends throws(FriendsError) in try friends.read { try $0.sessions() } }
            .map { SignedInDevice($0, now: now()) }.sorted { $0.signedInAt < $1.signedInAt }
    }

    /// Signs a person's browsers out. The person's invitation stays valid.
    /// - Parameters:
    ///   - device: The ``SignedInDevice/id`` of one browser; `nil` for all.
    ///   - name: The name of the person.
    /// - Throws: ``AccessError``, ``ModerationError``.
    public func signOut(_ device: String?, of name: String) throws {
        guard let token = try TokenFile(in: stateFolder).tokens().first(where: { $0.name == name }) else {
            throw AccessError.unknownName(name)
        }
        let ended = try collect { friends throws(FriendsError) -> [BrowserSession] in
            try friends.write { transaction in
                let sessions = try transaction.sessions().filter {
                    $0.tokenID == token.id && (device == nil || $0.publicID == device)
                }
                for session in sessions { try transaction.end(session: session.digest) }
                return sessions
            }
        }
        if let device, ended.isEmpty { throw ModerationError.unknownDevice(device, of: name) }
    }

    /// Returns the lines of the audit log, oldest first.
    public func log() throws(ModerationError) -> [AuditLine] {
        let lines = try collect { friends throws(FriendsError) in
            try friends.read { try $0.audit(limit: Moderate.maximumLines) }
        }
        return Array(lines.map(AuditLine.init).sorted { $0.date < $1.date }.suffix(Moderate.maximumLines))
    }

    /// Returns the hidden photos and comments, the last hidden first.
    public func hidden() throws(ModerationError) -> [HiddenContent] {
        let hidden: [HiddenContent] = try collect { friends throws(FriendsError) in
            try friends.read { transaction in
                try transaction.hiddenPhotos().map { HiddenContent($0, isPhoto: true) }
                    + transaction.hiddenComments().map { HiddenContent($0, isPhoto: false) }
            }
        }
        return hidden.sorted { $0.hiddenAt ?? .distantPast > $1.hiddenAt ?? .distantPast }
    }

    /// Returns what the work returns for the databases of all photo folders.
    private func collect<Value>(
        _ work: (any FriendsStore) throws(FriendsError) -> [Value]
    ) throws(ModerationError) -> [Value] {
        try acting { () throws(ModerationError) in
            var values: [Value] = []
            for file in try files() {
                let friends = try open(file)
                values += try attempt(file) { () throws(FriendsError) in try work(friends) }
            }
            return values
        }
    }

    private func moderate(_ id: UUID, photo: Moderate.Change, comment: Moderate.Change? = nil) throws(ModerationError) {
        try acting { () throws(ModerationError) in
            for file in try files() {
                let friends = try open(file)
                let change = try attempt(file) { () throws(FriendsError) -> Moderate.Change? in
                    if let comment, try friends.read({ try $0.comment(id) })?.comment != nil { return comment }
                    return try friends.post(id) == nil ? nil : photo
                }
                if let change { return try perform(change, on: friends, of: file) }
            }
            for catalog in try names().filter(CatalogFile.isName).sorted() where try isPhoto(id, of: catalog) {
                let file = FriendsFile(name: FriendsFile.name(ofCatalog: catalog), in: stateFolder)
                return try perform(photo, on: open(file), of: file)
            }
            throw .unknownID(id)
        }
    }

    private func perform(
        _ change: Moderate.Change, on friends: any FriendsStore, of file: FriendsFile
    ) throws(ModerationError) {
        try attempt(file) { () throws(FriendsError) in
            // The photo or comment has been found already.
            try Moderate(isInFolder: { _ in true }, friends: friends, now: now)(change, by: .owner)
        }
    }

    private func isPhoto(_ id: UUID, of catalog: String) throws(ModerationError) -> Bool {
        let path = stateFolder.appending(path: catalog).path(percentEncoded: false)
        do {
            return try DatabaseCopy.source(path).read {
                try Bool.fetchOne($0, sql: "SELECT 1 FROM photo WHERE id = ? AND file IS NOT NULL", arguments: [id])
            } ?? false
        } catch {
            throw .unusable(path: path, reason: (error as? DatabaseError)?.message ?? "\(error)")
        }
    }

    private func files() throws(ModerationError) -> [FriendsFile] {
        try names().filter(FriendsFile.isName).sorted().map { FriendsFile(name: $0, in: stateFolder) }
    }

    private func names() throws(ModerationError) -> [String] {
        do throws(FileError) {
            return try FilePath(path).namesInFolder()
        } catch .system(.noSuchFileOrDirectory) {
            return []
        } catch {
            throw .unusable(path: path, reason: error.description)
        }
    }

    private func open(_ file: FriendsFile) throws(ModerationError) -> any FriendsStore {
        do throws(FriendsFileError) {
            return try file.open()
        } catch {
            throw .file(error)
        }
    }

    private func attempt<Value>(
        _ file: FriendsFile, _ work: () throws(FriendsError) -> Value
    ) throws(ModerationError) -> Value {
        do throws(FriendsError) {
            return try work()
        } catch {
            throw ModerationError(error, path: file.path)
        }
    }

    private var path: String { stateFolder.path(percentEncoded: false) }

    private func acting<Value>(_ work: () throws(ModerationError) -> Value) throws(ModerationError) -> Value {
        try FolderOwner.acting(in: FilePath(path), work) { .unusable(path: path, reason: $0.description) }
    }
}

/// A line of the audit log: who moderated what, and when.
public struct AuditLine: Hashable, Sendable {
    /// The time of the change.
    public let date: Date
    /// The name of the person who made the change.
    public let person: String
    /// The change, in a few words.
    public let action: String
    /// The id of a comment or a photo, or the name of a person.
    public let target: String

    init(_ entry: AuditEntry) {
        (date, person, action, target) = (entry.date, entry.person.name, entry.action.rawValue, entry.target)
    }
}

/// A photo or comment hidden from friends.
public struct HiddenContent: Hashable, Sendable {
    /// The id of the photo or the comment.
    public let id: UUID
    /// Whether it is a photo rather than a comment.
    public let isPhoto: Bool
    /// The time of hiding; `nil` if unknown.
    public let hiddenAt: Date?
    /// The name of the person who hid it; `nil` if unknown.
    public let person: String?

    init(_ item: HiddenItem, isPhoto: Bool) {
        (id, self.isPhoto) = (item.id, isPhoto)
        (hiddenAt, person) = (item.hidden?.date, item.hidden?.person.name)
    }
}

/// A browser signed in with a person's token.
public struct SignedInDevice: Hashable, Sendable {
    /// Identifies the browser in commands. The id doesn't grant access.
    public let id: String
    /// The id of the token.
    public let tokenID: String
    /// The browser's device, in words.
    public let device: String
    /// The time of the sign-in.
    public let signedInAt: Date

    init(_ session: BrowserSession, now: Date) {
        (id, tokenID) = (session.publicID, session.tokenID)
        // Of a time in the future, the clock was wrong.
        (device, signedInAt) = (session.device, min(session.createdAt, now))
    }
}

extension BrowserSession {
    /// Short enough to type, and long enough to be unique among a person's browsers.
    fileprivate var publicID: String {
        Array(digest.prefix(4)).hexadecimal
    }
}

/// The reason a command can't moderate.
public enum ModerationError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// Neither a comment nor a photo has the id.
    case unknownID(UUID)
    /// The person has no such browser.
    case unknownDevice(String, of: String)
    /// The friends' database can't be used.
    case file(FriendsFileError)
    /// A file of the state can't be read or written.
    case unusable(path: String, reason: String)

    init(_ error: FriendsError, path: String) {
        let reason =
            switch error {
            case .full: Errno.noSpace.description
            case .unavailable(let reason): reason
            case .notErased:
                "another program reads it, so deleted texts are still in its log, until the next change"
            case .notRemoved(let photo, let reason):
                """
                everything is deleted, but a file of the photo \(photo.uuidString) can’t be removed, until the next start \
                of the server: \(reason)
                """
            default: "\(error)"
            }
        self = .unusable(path: path, reason: reason)
    }

    package var message: Message {
        switch self {
        case .unknownID(let id):
            Message(
                "no photo or comment has the id \(id.uuidString); list ids with “essential-feed feed --urls” and “essential-feed comments NUMBER --json”, and those of hidden ones with “essential-feed show”"
            )
        case .unknownDevice(let device, let name):
            Message("\(name) has no device \(device); list the devices with: essential-feed people")
        case .file(let error): error.message
        case .unusable(let path, let reason):
            Message("can’t use \(path): \(reason); check the folder and its disk")
        }
    }
}
