import EssentialFeed
import Foundation
import ImageFormats
import SystemPackage
import TestSupport

@testable import EssentialFeedServer

/// The catalogs that keep the contract.
enum CatalogKind: CaseIterable {
    case onDisk
    case inMemory

    /// Creates an empty catalog.
    func make(
        _ state: TemporaryFolder, showsLocations: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> any PhotoCatalog {
        try make(state, .knowingKey(showsLocations: showsLocations, now: now))
    }

    func make(_ state: TemporaryFolder, _ settings: CatalogSettings) throws -> any PhotoCatalog {
        let root = FilePath("/photos")
        return switch self {
        case .onDisk: try CatalogFile(in: state.url, root: root).open(root: root, settings: settings)
        case .inMemory: try SQLiteCatalog.inMemory(root: root, settings: settings)
        }
    }
}

/// A photo that no file holds.
struct ImaginaryPhoto: Hashable {
    let number: Int
    /// In seconds since the reference date.
    var date = 0.0
    var location: String?
    var size = PixelSize(width: 1, height: 1)
    var look: PhotoLook?
    var captureTime: CaptureTime?
    var isCaptureTimeLasting = false

    var path: FolderPath { FolderPath("photo-\(number).jpg") }
    var digest: ContentDigest { ContentDigest(of: "\(number)".utf8) }
    var id: UUID { digest.id(with: CatalogSettings.testKey) }

    var stamp: FileStamp {
        let seconds = Int64(Date(timeIntervalSinceReferenceDate: date).timeIntervalSince1970)
        return FileStamp(
            size: 1, inode: UInt64(number), modified: .init(seconds: seconds, nanoseconds: 0),
            changed: .init(seconds: seconds, nanoseconds: 0))
    }

    var facts: PhotoFacts {
        var facts = PhotoFacts(
            digest: digest, format: .jpeg,
            metadata: ImageMetadata(
                caption: "caption \(number)", captureTime: captureTime, isCaptureTimeLasting: isCaptureTimeLasting,
                location: location),
            size: size, animation: .medium)
        facts.look = look
        return facts
    }

    func file(at path: FolderPath? = nil) -> FolderFile {
        FolderFile(path: path ?? self.path, stamp: stamp)
    }
}

extension PhotoLook {
    /// A look with details, which are different for each seed.
    static func imaginary(_ seed: Int) -> PhotoLook {
        PhotoLook(width: 48, height: 48) { x, y in
            let hash = UInt64(x / 3 * 7_919 + y / 3 * 104_729 + seed * 15_485_863) &* 0x9E37_79B9_7F4A_7C15
            return Int(((hash ^ (hash >> 29)) &* 0xBF58_476D_1CE4_E5B9) >> 56)
        }
    }
}

extension PhotoCatalog {
    /// Adds files with these photos, as an import does.
    func add(_ photos: [ImaginaryPhoto], texts: FolderTexts = FolderTexts()) throws {
        try note(photos.map { $0.file() }) { _ in .nothing }
        let byPath = Dictionary(uniqueKeysWithValues: photos.map { ($0.path, $0) })
        let readings = try filesToRead(limit: 1_000).compactMap { file in
            byPath[file.path].map {
                FileReading(ticket: file.ticket, path: file.path, outcome: .photo($0.facts, $0.stamp))
            }
        }
        _ = try record(readings, texts: texts)
    }

    func ids(after cursor: UUID? = nil, limit: Int = 1_000) throws -> [UUID]? {
        try page(after: cursor, limit: limit)?.map(\.id)
    }
}
