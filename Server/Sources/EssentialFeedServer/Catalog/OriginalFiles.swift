public import Foundation
import Synchronization
import SystemPackage

/// The files of the photos in the folder that a running ``PhotoServer`` serves.
public final class OriginalFiles: Sendable, Equatable {
    private let catalog = Mutex<SQLiteCatalog?>(nil)

    /// Creates files that are found once a server runs with them.
    public init() {}

    /// Returns the path of a photo's file; `nil` if the folder doesn't have the photo. Blocks.
    /// - Throws: `CatalogError` or `DatabaseError` if the index can't be read.
    public func path(of id: UUID) throws -> String? {
        let photo = try catalog.withLock { $0 }?.photo(id)
        return photo.map { $0.path.location(in: $0.root).string }
    }

    /// Whether both are the same object.
    public static func == (one: OriginalFiles, other: OriginalFiles) -> Bool { one === other }

    func serve(from catalog: SQLiteCatalog?) { self.catalog.withLock { $0 = catalog } }
}
