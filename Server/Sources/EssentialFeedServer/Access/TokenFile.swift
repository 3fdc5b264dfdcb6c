import EssentialFeed
public import Foundation
import SystemPackage

/// The file with a server's tokens: `tokens.json` in its state folder.
///
/// Commands and running servers can change the file at any time without losing each other's changes. An unreadable file
/// is an error, never an empty list. All calls block.
public struct TokenFile: TokenStore {
    static let name = "tokens.json"

    private let file: StateFile
    private var isLocked = false

    /// - Parameter stateFolder: The server's state folder, created if needed.
    public init(in stateFolder: URL) {
        file = StateFile(folder: stateFolder, name: Self.name)
    }

    /// Returns the server's state folder: the given path, or by default `$XDG_STATE_HOME/essential-feed`.
    /// - Throws: ``AccessError/noStateFolder``.
    public static func stateFolder(_ path: String?, environment: [String: String]) throws(AccessError) -> URL {
        if let path, !path.isEmpty { return URL(filePath: path, directoryHint: .isDirectory) }
        guard let folder = CatalogFile.folder(environment: environment) else { throw .noStateFolder }
        return folder
    }

    /// Gives access to the operations of every store.
    private var store: any TokenStore { self }

    var folder: URL { file.folder }

    /// Returns the tokens in order of creation; an empty list if the file doesn't exist.
    /// - Throws: ``AccessError`` if the file can't be read.
    public func tokens() throws(AccessError) -> [AccessToken] {
        try list()?.tokens ?? []
    }

    func list() throws(AccessError) -> TokenList? {
        guard let content = try content() else { return nil }
        return try TokenList(decoding: content, of: file.path)
    }

    func whileLocked<Value>(_ work: (any TokenStore) throws -> Value) throws -> Value {
        var locked = self
        locked.isLocked = true
        return try file.whileLocked {
            try work(locked)
        } orThrow: {
            AccessError.unwritable(path: file.path, reason: "\($0)")
        }
    }

    /// Returns whether anyone was ever invited, even if no token is valid now.
    func exists() throws(AccessError) -> Bool {
        try content() != nil
    }

    /// Returns what distinguishes the file from a later one; `nil` if there is none.
    func stamp() -> FileStamp? { FileStamp(atEndOfLinks: FilePath(file.path)) }

    /// Creates a token and saves it.
    public func invite(_ invited: Invited, at time: Date) throws(AccessError) -> Invitation {
        // The owner's id: the owner keeps comments and photos from before the first invitation.
        var id: String?
        if invited.scopes.contains(.admin), try !exists() { id = Person.owner.id }
        let invitation = try Invitation(to: invited, id: id, at: time)
        try save([invitation])
        return invitation
    }

    /// Deletes a token. Running servers notice the change immediately. If the disk is full, smaller images of
    /// photos are removed first; the server makes them again.
    public func revoke(_ name: String) throws(AccessError) {
        try store.revoke(name)
    }

    /// Gives a person another secret, which replaces the previous one. The person keeps their comments and photos.
    /// - Parameters:
    ///   - name: The person's name.
    ///   - may: The new permission; `nil` to keep the current one.
    public func renew(_ name: String, may: AccessScope? = nil) throws(AccessError) -> Invitation {
        try store.renew(name, may: may)
    }

    /// Saves the times until now when tokens were used, by token id. A missing state folder isn't created: it may only be unmounted.
    func noteUses(_ uses: [String: Date], at now: Date) throws(AccessError) {
        try change(createsFolder: false, makingRoom: false) { list in list.noteUses(uses, at: now) }
    }

    func createFolder() throws(FileError) {
        try file.createFolder()
    }

    private func content() throws(AccessError) -> Data? {
        do throws(FileError) {
            return try file.read()
        } catch {
            throw .unreadable(path: file.path, reason: "\(error)")
        }
    }

    func change(makingRoom: Bool, _ change: (inout TokenList) throws(AccessError) -> Void) throws(AccessError) {
        try self.change(createsFolder: true, makingRoom: makingRoom, change)
    }

    private func change(
        createsFolder: Bool, makingRoom: Bool, _ change: (inout TokenList) throws(AccessError) -> Void
    ) throws(AccessError) {
        guard !isLocked else { return try changeLocked(makingRoom: makingRoom, change) }
        try file.whileLocked(createsFolder: createsFolder) { () throws(AccessError) in
            try changeLocked(makingRoom: makingRoom, change)
        } orThrow: {
            .unwritable(path: file.path, reason: "\($0)")
        }
    }

    private func changeLocked(
        makingRoom: Bool, _ change: (inout TokenList) throws(AccessError) -> Void
    ) throws(AccessError) {
        let saved = try self.list()
        var list = saved ?? TokenList()
        try change(&list)
        guard list != saved ?? TokenList() else { return }
        do {
            let content = try list.encoded()
            do throws(FileError) {
                try file.replace(by: content, isUpdate: saved != nil)
            } catch {
                guard makingRoom, error.isDiskFull, SizeFiles.makeRoom(in: folder) else { throw error }
                try file.replace(by: content, isUpdate: saved != nil)
            }
        } catch FileError.system(.noSuchFileOrDirectory) where saved != nil {
            // A file deleted by the owner in the meantime stays deleted.
            try changeLocked(makingRoom: makingRoom, change)
        } catch {
            throw .unwritable(path: file.path, reason: "\(error)")
        }
    }
}

struct TokenTable: Sendable {
    struct Entry: Sendable {
        let token: AccessToken
        let signer: ImageSigner

        var requester: Requester {
            Requester(person: Person(token), scopes: token.scopes, signer: signer, language: token.language)
        }
    }

    private let entries: [Entry]
    let colours: InitialsColours

    init(_ tokens: [AccessToken]) {
        entries = tokens.map { Entry(token: $0, signer: ImageSigner($0)) }
        colours = InitialsColours(tokens.map(\.name))
    }

    /// Returns the token with this secret. Compares the secret with every token in constant time.
    func entry(for secret: TokenSecret) -> Entry? {
        let digest = secret.digest.bytes
        return entries.reduce(nil) { found, entry in
            ConstantTime.areEqual(entry.token.digest.bytes, digest) ? entry : found
        }
    }

    func entry(for signature: ImageSignature, of image: UUID, _ size: ServedSize) -> Entry? {
        entry(id: signature.tokenID).flatMap { $0.signer.isValid(signature, of: image, size) ? $0 : nil }
    }

    func entry(id: String) -> Entry? {
        entries.first { $0.token.id == id }
    }
}
