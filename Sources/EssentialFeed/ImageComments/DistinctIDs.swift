import Foundation

/// Creates unique row ids for list elements that may share ids. Always takes time linear in the number of elements.
struct DistinctIDs {
    private let known: Set<UUID>
    private var used: Set<UUID> = []
    private var count: UInt64 = 0

    /// - Parameter ids: The ids of all elements.
    init(_ ids: [UUID]) {
        known = Set(ids)
    }

    /// Returns the id of the next element or, if an earlier element has the same id, a new unique one.
    /// - Parameter id: The id of the next element.
    mutating func next(_ id: UUID) -> UUID {
        if used.insert(id).inserted { return id }
        var new: UUID
        repeat {
            count += 1
            new = Self.id(count)
        } while known.contains(new)
        return new
    }

    private static func id(_ number: UInt64) -> UUID {
        var bytes = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
        withUnsafeMutableBytes(of: &bytes) { $0.storeBytes(of: number.bigEndian, toByteOffset: 8, as: UInt64.self) }
        return UUID(uuid: bytes)
    }
}
