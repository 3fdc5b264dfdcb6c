public import EssentialFeed
public import Foundation
import GRDB
import SystemPackage

/// The owner's commands over what friends have written in a state folder. Servers may keep running, and notice the
/// changes within a second.
///
/// Every call blocks, and works as the owner of the folder if an administrator runs it.
public struct StateModeration: Sendable {
    private let stateFolder: URL
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - stateFolder: The server's state folder.
    ///   - now: Returns the current time.
    public init(of stateFolder: URL, now: @escaping @Sendable () -> Date) {
        (self.stateFolder, self.now) = (stateFolder, now)
    }

    /// Hides a comment or a photo from everyone, or shows it again.
    /// - Throws: ``ModerationError``.
    public func set(isHidden: Bool, _ id: UUID) throws(ModerationError) {
        try acting { () throws(ModerationError) in
            for file in try files() {
                let friends = try open(file)
                let found = try attempt(file) { () throws(FriendsError) in try friends.read { try $0.comment(id) } }
                if found?.comment != nil { return try moderate(.comment(id, isHidden: isHidden), in: file) }
            }
            try moderatePhoto(.photo(id, isHidden: isHidden), id)
        }
    }

    /// Ends or permits writing comments and reactions on a photo.
    /// - Throws: ``ModerationError``.
    public func set(areClosed: Bool, on photo: UUID) throws(ModerationError) {
        try acting { () throws(ModerationError) in
            try moderatePhoto(.comments(on: photo, areClosed: areClosed), photo)
        }
    }

    /// Deletes the photos, comments and reactions of everyone of a name.
    /// - Returns: Whether there were any.
    /// - Throws: ``ModerationError``.
    public func removeWritings(of name: String) throws(ModerationError) -> Bool {
        try acting { () throws(ModerationError) in
            var isFound = false
            for file in try files() {
                let friends = try open(file)
                let isHere = try attempt(file) { () throws(FriendsError) in
                    try RemovePerson(friends: friends, now: now)(name, by: .owner)
                }
                isFound = isFound || isHere
            }
            return isFound
        }
    }

    /// Returns the lines of the audit log, oldest first.
    /// - Throws: ``ModerationError``.
    public func log() throws(ModerationError) -> [AuditLine] {
        try acting { () throws(ModerationError) in
            var lines: [AuditLine] = []
            for file in try files() {
                let moderate = Moderate(isInFolder: { _ in false }, friends: try open(file), now: now)
                lines += try attempt(file) { () throws(FriendsError) in try moderate.log(for: .owner) }
                    .map(AuditLine.init)
            }
            return lines.sorted { $0.date < $1.date }
        }
    }

    private func moderatePhoto(_ change: Moderate.Change, _ id: UUID) throws(ModerationError) {
        for file in try files() {
            let friends = try open(file)
            let post = try attempt(file) { () throws(FriendsError) in try friends.post(id) }
            if post != nil { return try moderate(change, in: file) }
        }
        for catalog in try names().filter(CatalogFile.isName).sorted() where try isPhoto(id, of: catalog) {
            let file = FriendsFile(name: FriendsFile.name(ofCatalog: catalog), in: stateFolder)
            return try moderate(change, in: file)
        }
        throw .unknownID(id)
    }

    private func moderate(_ change: Moderate.Change, in file: FriendsFile) throws(ModerationError) {
        let friends = try open(file)
        try attempt(file) { () throws(FriendsError) in
            try Moderate(isInFolder: { _ in true }, friends: friends, now: now)(change, by: .owner)
        }
    }

    private func isPhoto(_ id: UUID, of catalog: String) throws(ModerationError) -> Bool {
        let path = stateFolder.appending(path: catalog).path(percentEncoded: false)
        do {
            return try CatalogCopy.source(path).read {
                try Bool.fetchOne($0, sql: "SELECT 1 FROM photo WHERE id = ? AND file IS NOT NULL", arguments: [id])
            } ?? false
        } catch {
            throw .unusable(path: path, reason: (error as? DatabaseError)?.message ?? "\(error)")
        }
    }

    /// Returns the files of all photo folders about which anything is written.
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

    private func open(_ file: FriendsFile) throws(ModerationError) -> FriendsDatabase {
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
            let reason =
                switch error {
                case .full: Errno.noSpace.description
                case .unavailable(let reason): reason
                default: "\(error)"
                }
            throw .unusable(path: file.path, reason: reason)
        }
    }

    private var path: String { stateFolder.path(percentEncoded: false) }

    private func acting<Value>(_ work: () throws(ModerationError) -> Value) throws(ModerationError) -> Value {
        try FolderOwner.acting(in: FilePath(path), work) { .unusable(path: path, reason: $0.description) }
    }
}

/// What the owner has changed.
public struct AuditLine: Hashable, Sendable {
    /// The time of the change.
    public let date: Date
    /// The name of the person who made it.
    public let person: String
    /// The change, in a few words.
    public let action: String
    /// The id of a comment or a photo, or the name of a person.
    public let target: String

    init(_ entry: AuditEntry) {
        (date, person, action, target) = (entry.date, entry.person.name, entry.action.rawValue, entry.target)
    }
}

/// The reason a command can't moderate. Nothing has changed then.
public enum ModerationError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// Neither a comment nor a photo has the id.
    case unknownID(UUID)
    /// The file with what friends have written can't be used.
    case file(FriendsFileError)
    /// A file of the state can't be read or written.
    case unusable(path: String, reason: String)

    /// One line that says what to do.
    public var description: String { Language.english.text(message) }

    package var message: Message {
        switch self {
        case .unknownID(let id):
            Message(
                "no photo or comment has the id \(id.uuidString); list ids with “essential-feed feed --urls” and “essential-feed comments NUMBER --json”, and those of hidden ones with “essential-feed log”"
            )
        case .file(let error): error.message
        case .unusable(let path, let reason):
            Message("can’t use \(path): \(reason); check the folder and its disk")
        }
    }
}
