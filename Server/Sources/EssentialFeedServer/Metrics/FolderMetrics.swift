import CoreMetrics
import Synchronization

/// The metrics of the folder, updated when the metrics are read.
final class FolderMetrics: Sendable {
    /// The descriptions of the metrics.
    static let descriptions = [
        photos: "Photos in the feed.",
        leftOut: "Files in the folder that are not served, by reason.",
        filesToRead: "Files in the folder that are still to be read.",
        firstImport: "Whether the folder has been read to the end at least once.",
    ]

    private static let photos = "essential_feed_photos"
    private static let leftOut = "essential_feed_files_left_out"
    private static let filesToRead = "essential_feed_files_to_read"
    private static let firstImport = "essential_feed_first_import_complete"
    private static let reasons: [(state: FileState, name: String)] = [
        (.notAnImage, "not_an_image"), (.incomplete, "incomplete"), (.empty, "empty"), (.duplicate, "duplicate"),
        (.unreadable, "unreadable"), (.unsettled, "changing"), (.undecodable, "no_picture"),
    ]

    private let factory: any MetricsFactory
    private let source = Mutex<(@Sendable () throws -> CatalogCounts)?>(nil)

    init(factory: any MetricsFactory) {
        self.factory = factory
    }

    /// Sets the source of the numbers. Without a source, these metrics are missing.
    func observe(_ counts: @escaping @Sendable () throws -> CatalogCounts) {
        source.withLock { $0 = counts }
    }

    /// Updates the metrics from the source; blocks.
    func update() throws {
        guard let counts = try source.withLock({ $0 })?() else { return }
        set(Self.photos, to: counts.photos)
        set(Self.filesToRead, to: counts.filesToRead)
        set(Self.firstImport, to: counts.isFirstImportComplete ? 1 : 0)
        for reason in Self.reasons {
            set(Self.leftOut, [("reason", reason.name)], to: counts.leftOut[reason.state] ?? 0)
        }
    }

    private func set(_ label: String, _ dimensions: [(String, String)] = [], to value: Int) {
        Meter(label: label, dimensions: dimensions, factory: factory).set(value)
    }
}
