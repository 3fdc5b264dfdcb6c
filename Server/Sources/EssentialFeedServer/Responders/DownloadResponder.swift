import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOPosix

/// Responds with a ZIP archive of the photos that a person has selected, as they get them one by one.
///
/// The photos are read one after the other, as fast as the client receives them. If one changes or goes meanwhile, the
/// connection closes, so the client receives an incomplete archive but never a wrong one.
struct DownloadResponder: Sendable {
    /// Returns a photo if the person may see it.
    typealias PhotoLookup = @Sendable (UUID) async throws -> Photo?

    static let maximumCount = 500
    /// The maximum size of the photos, in bytes.
    static let maximumBytes = 2_000_000_000
    /// In bytes.
    private static let chunkSize = 256 * 1024
    /// How often an image is asked for, once a second, while others' images are made first.
    private static let maximumTries = 30

    let source: ServedImages
    /// The time zone of the photos' dates.
    let timeZone: TimeZone
    private let slots = DownloadSlots()

    private struct Selected: Sendable {
        let photo: Photo
        let size: ServedSize
        /// Unique in the archive.
        let name: String
        /// `nil` if the image isn't made yet.
        let count: Int?
    }

    init(source: ServedImages, timeZone: TimeZone) {
        (self.source, self.timeZone) = (source, timeZone)
    }

    /// - Parameter form: Has the ids of the photos in its fields `photo`.
    /// - Throws: ``Problem``, catalog errors.
    func respond(
        to form: FormFields, from requester: Requester, finding lookup: @escaping PhotoLookup
    ) async throws -> Response {
        var known: Set<String> = []
        let ids = form.texts("photo").filter { known.insert($0.uppercased()).inserted }
        guard !ids.isEmpty else { throw Problem.nothingSelected }
        guard ids.count <= Self.maximumCount else { throw Problem.tooManySelected }
        guard let slot = slots.take(for: requester) else { throw Problem.otherDownload }
        var photos: [Photo] = []
        for id in ids {
            guard let id = UUID(exactly: id), let photo = try await lookup(id) else { throw Problem.noSuchPhotos }
            photos.append(photo)
        }
        let selected = try await selected(photos)
        let bytes = selected.reduce(0) { $0 + ($1.count ?? Int($1.photo.stamp.size)) }
        guard bytes <= Self.maximumBytes else { throw Problem.tooManySelected }
        let files = selected.compactMap { one in
            one.count.map { ZipArchive.File(name: one.name, size: $0, date: one.photo.date) }
        }
        let length = files.count == selected.count ? ZipArchive.length(of: files) : nil
        // Without this value, the archive would be compressed as texts are.
        var headers = HTTPFields(mediaType: "application/zip", cacheControl: "no-store")
        headers[.contentDisposition] = #"attachment; filename="photos.zip""#
        let body = ResponseBody(contentLength: length) { [self] writer in
            defer { slot.free() }
            var archive = ZipArchive(timeZone: timeZone)
            for one in selected {
                let image = try await image(one, for: requester, lookup)
                try await writer.write(
                    archive.begin(ZipArchive.File(name: one.name, size: image.count, date: one.photo.date)))
                var rest = 0..<image.count
                while !rest.isEmpty {
                    let chunk = rest.prefix(Self.chunkSize)
                    let bytes = try await source.threads.runIfActive { try image.read(chunk) }
                    archive.add(bytes)
                    try await writer.write(bytes)
                    rest.removeFirst(chunk.count)
                }
                try await writer.write(archive.endFile())
            }
            let end = archive.end()
            // Whoever has the last bytes may come back before the server knows that they have them.
            slot.free()
            try await writer.write(end)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// - Throws: ``Problem``, or `CancellationError`.
    private func selected(_ photos: [Photo]) async throws -> [Selected] {
        let sizes = try photos.map { photo in
            try source.size(photo.sizes.largest(withOriginal: source.servesOriginals), of: photo)
        }
        let counts: [Int?]
        do {
            counts = try await source.threads.runIfActive { [source] in
                try zip(photos, sizes).map { try source.count($1, of: $0) }
            }
        } catch is FileError {
            throw source.isFolderThere ? Problem.noSuchPhotos : .notReady
        }
        var names: Set<String> = []
        var numbers: [String: Int] = [:]
        return photos.indices.map { index in
            let photo = photos[index]
            let mediaType = photo.mediaType(of: sizes[index])
            // Some systems take names for the same that differ only in case.
            func name(_ number: Int) -> String { ImageDisposition.name(of: photo, mediaType, timeZone, number: number) }
            let first = name(1).lowercased()
            var (number, unique) = (numbers[first, default: 0], "")
            repeat {
                number += 1
                unique = name(number)
            } while !names.insert(unique.lowercased()).inserted
            numbers[first] = number
            return Selected(photo: photo, size: sizes[index], name: unique, count: counts[index])
        }
    }

    /// Returns an image whose turn it is.
    /// - Throws: ``FileError/changed`` if the person can't see the photo any more, or its picture is another one.
    private func image(
        _ selected: Selected, for requester: Requester, _ lookup: PhotoLookup
    ) async throws -> ServedImage {
        guard let photo = try await lookup(selected.photo.id), photo.version == selected.photo.version else {
            throw FileError.changed
        }
        var tries = 1
        while true {
            do {
                let image = try await source.image(selected.size, of: photo, for: requester.person?.id)
                guard selected.count == nil || selected.count == image.count else { throw FileError.changed }
                return image
            } catch let problem as Problem where problem == .busy && tries < Self.maximumTries {
                tries += 1
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}

extension Problem {
    static let nothingSelected = badRequest("give the id of at least one photo in photo")
    static let noSuchPhotos = Problem(status: .notFound, detail: "at least one of the photos isn't in the feed")
    static let tooManySelected = Problem(
        status: .contentTooLarge, detail: "these are too many photos at once",
        limit: "\(DownloadResponder.maximumCount) photos, \(DownloadResponder.maximumBytes / 1_000_000_000) GB")
    static let otherDownload = Problem(
        status: .conflict, detail: "an earlier download still runs; wait until it has ended, or cancel it")
}

extension NoticeWebPage {
    /// Creates the page that says why photos can't be downloaded; `nil` if the reason isn't one of downloads alone.
    init?(ofDownload status: HTTPResponse.Status, in frame: PageFrame, _ language: Language) {
        let explanation: Message
        switch status {
        case .badRequest: explanation = Message("Go back and select at least one photo.")
        case .notFound:
            explanation = Message(
                "At least one of these photos isn’t in the feed any more. Go back and load the page again.")
        case .contentTooLarge:
            explanation = Message("You can download up to 500 photos or 2 GB at once. Go back and select fewer photos.")
        case .conflict:
            explanation = Message("Another download is still running. Wait until it has ended, or cancel it.")
        default: return nil
        }
        self.frame = frame
        heading = language.text(Message("Not Downloaded"))
        self.explanation = language.text(explanation)
    }
}
