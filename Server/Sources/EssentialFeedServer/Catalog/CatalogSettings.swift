import Crypto
import EssentialFeed
import Foundation

struct CatalogSettings: Sendable {
    /// The time zone for capture times without one.
    let zone: TimeZone
    var showsLocations = false
    let now: @Sendable () -> Date
    /// The encoding of non-UTF-8 texts in photos, according to the owner's language; `nil` for Western languages.
    var encoding: String.Encoding?
    /// The version of the program: a different version may be able to decode other files.
    var version = Version.current
    /// Returns the lowest rank of the photos that aren't in the folder; blocks.
    var topElsewhere: @Sendable () throws -> Double? = { nil }
    /// Returns the photos hidden or closed for comments; blocks.
    var hiddenAndClosed: @Sendable () throws -> Set<UUID> = { [] }
    /// Hides, or closes for comments, each new photo that may show a hidden or closed one, and returns those photos;
    /// blocks. If it throws, no photo is recorded.
    var succeed: @Sendable ([PhotoSuccession]) throws -> [PhotoSuccession] = { _ in [] }
    /// Keeps the ids not derived from the digests, in case the catalog is lost; blocks.
    var remember: @Sendable ([UUID: ContentDigest]) -> Void = { _ in }
    /// Returns the kept id of a photo with a digest; blocks.
    var remembered: @Sendable (ContentDigest) throws -> UUID? = { _ in nil }
    /// Returns whether people have written about a photo; blocks.
    var isTalkedAbout: @Sendable (UUID) throws -> Bool = { _ in false }
    var newKey: @Sendable () -> SymmetricKey = { SymmetricKey(size: .bits256) }
}

/// A new photo that may show known photos, or has replaced one.
struct PhotoSuccession: Hashable, Sendable {
    let photo: UUID
    let path: FolderPath
    let known: Set<UUID>
}
