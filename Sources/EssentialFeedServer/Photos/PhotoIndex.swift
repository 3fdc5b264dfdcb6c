import EssentialFeed
import Foundation
import ImageFormats

/// The photos of a folder as they were when the server started.
struct PhotoIndex: Sendable {
    /// Newest first; photos of the same date are ordered by id.
    let photos: [Photo]

    /// - Parameters:
    ///   - files: The photos, sorted by path.
    ///   - document: The folder's own description of its photos.
    ///   - zone: The time zone of capture times that have none.
    ///   - report: Receives a notice about each file and each entry that is left out.
    init(
        files: [(entry: FolderListing.Entry, facts: PhotoFacts)], document: FeedDocument, zone: TimeZone,
        report: (IndexNotice) -> Void
    ) {
        var idByPath: [FolderPath: UUID] = [:]
        var firstByID: [UUID: FolderPath] = [:]
        var kept: [(entry: FolderListing.Entry, facts: PhotoFacts)] = []
        // Files come before links, so that a link never takes a file's place.
        for file in files.filter({ !$0.entry.isLink }) + files.filter(\.entry.isLink) {
            let id = file.facts.digest.id
            idByPath[file.entry.path] = id
            if let first = firstByID[id] {
                if !file.entry.isLink { report(.duplicate(file.entry.path, of: first)) }
            } else {
                firstByID[id] = file.entry.path
                kept.append(file)
            }
        }
        var entries: [UUID: FeedDocument.Entry] = [:]
        for entry in document.entries {
            guard let id = idByPath[FolderPath(entry.file)] else {
                report(.missing(file: entry.file, document: document.name, line: entry.line))
                continue
            }
            if let other = entries[id] {
                report(
                    .sameContent(
                        file: entry.file, document: document.name, line: entry.line, other: other.file))
            } else {
                entries[id] = entry
            }
        }
        photos = kept.map { Self.photo($0.entry, $0.facts, entries[$0.facts.digest.id], zone) }
            .sorted(by: Self.precedes)
    }

    private static func precedes(_ first: Photo, _ second: Photo) -> Bool {
        first.date == second.date ? first.id.uuidString < second.id.uuidString : first.date > second.date
    }

    private static func photo(
        _ file: FolderListing.Entry, _ facts: PhotoFacts, _ entry: FeedDocument.Entry?, _ zone: TimeZone
    ) -> Photo {
        Photo(
            path: file.path, location: file.location, stamp: file.stamp, facts: facts,
            date: entry?.date ?? facts.metadata.captureTime?.date(in: zone) ?? file.stamp.modificationDate,
            description: (entry?.description ?? facts.metadata.caption).flatMap { $0.isEmpty ? nil : $0 },
            place: (entry?.location).flatMap { $0.isEmpty ? nil : $0 },
            comments: entry.map { CommentIDs.comments($0.comments, imageID: facts.digest.id) } ?? [])
    }
}
