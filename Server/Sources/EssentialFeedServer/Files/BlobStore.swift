import Foundation

/// Bytes that the server keeps under the ids of photos.
///
/// They are put before the row that names them, and deleted after it. A killed server leaves at most bytes without a
/// row, which a start at least an hour later sweeps. All calls block.
protocol BlobStore: Sendable {
    /// Saves bytes and replaces earlier ones. When the call returns, they survive a power loss.
    func put(_ bytes: Data, for id: UUID) throws(FileError)

    /// - Throws: ``FileError``; `noSuchFileOrDirectory` without bytes.
    func open(_ id: UUID) throws(FileError) -> OpenFile

    /// Returns whether there are bytes, or may be: an error doesn't say that they are missing. A link in their place
    /// has none.
    func has(_ id: UUID) -> Bool

    /// Deletes bytes if there are any. When the call returns, there are none; if it throws, a later sweep tries again.
    func delete(_ id: UUID) throws(FileError)

    /// Deletes what killed processes have left: unfinished bytes, and those without a row. Call this only while this
    /// process puts nothing.
    /// - Parameters:
    ///   - ids: The ids in the rows.
    ///   - date: Bytes put after this date stay: another process may be about to save their row.
    func sweep(keeping ids: Set<UUID>, putBefore date: Date) throws(FileError)
}
