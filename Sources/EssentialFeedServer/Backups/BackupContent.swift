/// What a backup holds, in numbers.
public struct BackupContent: Hashable, Sendable {
    /// The number of photo folders whose catalogs it has.
    public internal(set) var folders = 0
    /// The number of photos in their feeds.
    public internal(set) var photos = 0
    /// The number of tokens.
    public internal(set) var tokens = 0
}

/// What restoring a backup did.
public struct RestoredState: Hashable, Sendable {
    /// What the state has now.
    public let content: BackupContent
    /// The folder in which the state is kept that was there before; `nil` if there was none.
    public let kept: String?
}

/// The names of the files in a backup. Except for the first and the last one, they are the names in a state folder.
enum BackupName {
    /// The first file: what wrote the backup.
    static let head = "backup.json"
    /// The last file: the digests of all others.
    static let digests = "SHA256SUMS"

    /// Returns whether a file of the state belongs into a backup: it can't be made again.
    static func isKept(_ name: String) -> Bool {
        name == TokenFile.name || name == PublicAddressFile.name || CatalogFile.isName(name)
    }
}

/// The first file of a backup.
struct BackupHead: Codable {
    static let currentVersion = 1

    /// The version of the format.
    let version: Int
    let program: String
    let made_at: String
}
