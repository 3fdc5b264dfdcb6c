import EssentialFeed
import Foundation
import ImageFormats

/// The photos of a folder as they were at the start, newest first. What changes afterwards is seen by the next start.
struct PhotoIndex: Sendable {
    /// Newest first; of two with the same date, the one with the smaller id.
    let photos: [Photo]

    /// - Parameters:
    ///   - files: the pictures, by path.
    ///   - document: what the folder's `feed.json` says.
    ///   - zone: the zone of cameras that named none.
    ///   - report: told once of everything that is left out.
    init(
        files: [(entry: FolderListing.Entry, facts: PhotoFacts)], document: FeedDocument, zone: TimeZone,
        report: (IndexNotice) -> Void
    ) {
        var idByPath: [FolderPath: UUID] = [:]
        var firstByID: [UUID: FolderPath] = [:]
        var kept: [(entry: FolderListing.Entry, facts: PhotoFacts)] = []
        // A link comes after the files themselves, so that it never takes their place.
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
                report(.missing(file: entry.file, line: entry.line))
                continue
            }
            if let other = entries[id] {
                report(.sameContent(file: entry.file, line: entry.line, other: other.file))
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
