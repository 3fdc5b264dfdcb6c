public import EssentialFeed
public import Foundation
import SystemPackage

/// The file with a server's tokens: `tokens.json` in its state folder.
///
/// Commands and running servers can change the file at any time without losing each other's changes. A file that can't
/// be read is an error, never an empty list. All calls block.
public struct TokenFile: Sendable {
    static let name = "tokens.json"

    private let file: StateFile

    /// - Parameter stateFolder: The server's state folder, created if needed.
    public init(in stateFolder: URL) {
        file = StateFile(folder: stateFolder, name: Self.name)
    }

    /// Returns the server's state folder: the given path, or by default `$XDG_STATE_HOME/essential-feed`.
    /// - Throws: ``AccessError/noStateFolder``.
    public static func stateFolder(_ path: String?, environment: [String: String]) throws(AccessError) -> URL {
        if let path, !path.isEmpty { return URL(filePath: path, directoryHint: .isDirectory) }
        guard let folder = BaseDirectory.state.url(environment: environment) else { throw .noStateFolder }
        return folder.appending(path: "essential-feed", directoryHint: .isDirectory)
    }

    var folder: URL { file.folder }

    /// Returns the tokens in order of creation; an empty list if the file doesn't exist.
    /// - Throws: ``AccessError`` if the file can't be read.
    public func tokens() throws(AccessError) -> [AccessToken] {
        try read().tokens
    }

    /// Returns whether anyone was ever invited, even if no token is valid now.
    /// - Throws: ``AccessError`` if the file can't be read.
    func exists() throws(AccessError) -> Bool {
        try content() != nil
    }

    /// Returns what distinguishes the file from a later one; `nil` if there is none.
    func stamp() -> FileStamp? {
        do throws(Errno) {
            return FileStamp(try FilePath(file.path).stat())
        } catch {
            return nil
        }
    }

    /// Creates a token and saves it.
    public func invite(
        _ invited: Invited, at time: Date, using generator: inout some RandomNumberGenerator
    ) throws(AccessError) -> Invitation {
        let invitation = try Invitation(to: invited, at: time, using: &generator)
        try save([invitation])
        return invitation
    }

    /// Saves the tokens of new invitations, all or none.
    func save(_ invitations: [Invitation]) throws(AccessError) {
        try change { list throws(AccessError) in
            for invitation in invitations { try list.invite(invitation.token) }
        }
    }

    /// Deletes a token. Running servers notice the change immediately. If the disk is full, smaller images of
    /// photos are removed first; the server makes them again.
    public func revoke(_ name: String) throws(AccessError) {
        try change(makingRoom: true) { list throws(AccessError) in try list.remove(name: name) }
    }

    /// Saves the times when tokens were used, by token id. A missing state folder isn't created: it may only be unmounted.
    func noteUses(_ uses: [String: Date]) throws(AccessError) {
        try change(createsFolder: false) { list in list.noteUses(uses) }
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

    private func read() throws(AccessError) -> TokenList {
        guard let content = try content() else { return TokenList() }
        return try TokenList(decoding: content, of: file.path)
    }

    private func change(
        createsFolder: Bool = true, makingRoom: Bool = false, _ change: (inout TokenList) throws(AccessError) -> Void
    ) throws(AccessError) {
        try file.whileLocked(createsFolder: createsFolder) { () throws(AccessError) in
            var list = try read()
            let old = list
            try change(&list)
            guard list != old else { return }
            do {
                let content = try list.encoded()
                do throws(FileError) {
                    try file.replace(by: content)
                } catch {
                    guard makingRoom, error.isDiskFull, SizeFiles.makeRoom(in: folder) else { throw error }
                    try file.replace(by: content)
                }
            } catch {
                throw .unwritable(path: file.path, reason: "\(error)")
            }
        } orThrow: {
            .unwritable(path: file.path, reason: "\($0)")
        }
    }
}

/// The tokens, prepared for comparison with requests.
struct TokenTable: Sendable {
    struct Entry: Sendable {
        let token: AccessToken
        let signer: ImageSigner

        var requester: Requester {
            Requester(person: Person(id: token.id, name: token.name), scopes: token.scopes, signer: signer)
        }
    }

    private let entries: [Entry]

    init(_ tokens: [AccessToken]) {
        entries = tokens.map { Entry(token: $0, signer: ImageSigner($0)) }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Returns the token that has this secret. Compares the secret with every token in constant time.
    func entry(for secret: TokenSecret) -> Entry? {
        let digest = secret.digest.bytes
        return entries.reduce(nil) { found, entry in
            ConstantTime.areEqual(entry.token.digest.bytes, digest) ? entry : found
        }
    }

    /// Returns the token that signed the URL of an image in a size.
    func entry(for signature: ImageSignature, of image: UUID, _ size: ServedSize) -> Entry? {
        entry(id: signature.tokenID).flatMap { $0.signer.isValid(signature, of: image, size) ? $0 : nil }
    }

    func entry(id: String) -> Entry? {
        entries.first { $0.token.id == id }
    }
}

/// The reason the tokens of a server can't be read or changed.
public enum AccessError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// The name is empty, too long, or contains characters that token names don't allow.
    case invalidName(String)
    /// A token with this name exists.
    case nameTaken(String)
    /// A token with a name exists that differs in case alone.
    case nameTooSimilar(String, to: String)
    /// No token has this name.
    case unknownName(String)
    /// The maximum number of tokens has been reached.
    case tooManyTokens(maximum: Int)
    /// The file isn't a valid list of tokens.
    case damaged(path: String)
    /// A newer version of the program wrote the file.
    case newerVersion(path: String)
    /// The file can't be read.
    case unreadable(path: String, reason: String)
    /// The file can't be written.
    case unwritable(path: String, reason: String)
    /// The environment doesn't name a folder for the file.
    case noStateFolder

    /// One line that says what to do.
    public var description: String { Language.english.text(message) }

    package var message: Message {
        switch self {
        case .invalidName(let name):
            Message(
                "“\(name)” can’t be a person’s name; use 1 to \(AccessToken.maximumNameLength) letters, digits, single spaces, hyphens, underscores, dots and apostrophes, including at least one letter or digit, and no hyphen at the start"
            )
        case .nameTaken(let name):
            Message(
                "\(name) is already invited; choose another name, or end that token first with: essential-feed revoke \"\(name)\""
            )
        case .nameTooSimilar(let name, let other):
            Message("\(other) is already invited, and \(name) is too similar to \(other); choose another name")
        case .unknownName(let name):
            Message("\(name) isn’t invited; list the invited people with: essential-feed people")
        case .tooManyTokens(let maximum):
            Message("there are \(maximum) tokens, which is the maximum; revoke one that is no longer used")
        case .damaged(let path):
            Message(
                "\(path) is damaged, so no token is valid; restore it from a backup, or delete it and invite everyone again"
            )
        case .newerVersion(let path):
            Message("a newer version of this program wrote \(path); use that version")
        case .unreadable(let path, let reason):
            Message("can’t read \(path): \(reason); make it readable to this user")
        case .unwritable(let path, let reason):
            Message("can’t write \(path): \(reason); check the folder and its disk")
        case .noStateFolder:
            Message("there is no folder for the tokens; name one with --state, or set HOME")
        }
    }
}
