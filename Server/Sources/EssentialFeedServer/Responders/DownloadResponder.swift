import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import ImageFormats
import NIOCore
import NIOPosix

/// Responds with a ZIP archive of the photos selected by a person, as in single downloads.
///
/// The photos are read one after the other, as fast as the client receives them. If a photo changes or is removed in the
/// meantime, or the person may no longer see it, the connection closes, so the client receives an incomplete archive
/// but never a wrong one.
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
        guard try await isPermitted(requester) else { throw Problem.unauthorized }
        guard let slot = slots.take(for: requester) else { throw Problem.otherDownloads }
        var photos: [Photo] = []
        for id in ids {
            guard let id = UUID(exactly: id), let photo = try await lookup(id) else { throw Problem.noSuchPhotos }
            photos.append(photo)
        }
        let selected = try await selected(photos)
        let files = selected.compactMap { one in
            one.count.map { ZipArchive.File(name: one.name, size: $0, date: one.photo.date) }
        }
        let length = files.count == selected.count ? ZipArchive.length(of: files) : nil
        var headers = HTTPFields(mediaType: ZipArchive.mediaType, cacheControl: "no-store")
        headers[.contentDisposition] = #"attachment; filename="photos.zip""#
        let body = ResponseBody(contentLength: length) { [self] writer in
            defer { slot.free() }
            var archive = ZipArchive(timeZone: timeZone)
            for one in selected {
                let image = try await image(one, for: requester, lookup)
                let chunks = stride(from: 0, to: image.count, by: Self.chunkSize).map {
                    $0..<min($0 + Self.chunkSize, image.count)
                }
                // Read twice, because the checksum precedes the bytes.
                let checksum = try await checksum(of: image, chunks)
                try await writer.write(
                    archive.begin(
                        ZipArchive.File(name: one.name, size: image.count, date: one.photo.date, checksum: checksum)))
                var sent: UInt32 = 0
                for chunk in chunks {
                    let bytes: ByteBuffer
                    (bytes, sent) = try await source.threads.runIfActive { [sent] in
                        let bytes = try image.read(chunk)
                        return (bytes, ZipArchive.checksum(of: bytes, after: sent))
                    }
                    try await writer.write(bytes)
                }
                guard sent == checksum else { throw FileError.changed }
            }
            let end = archive.end()
            // A client with the last bytes may ask again before the server learns of their arrival.
            slot.free()
            try await writer.write(end)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    private func checksum(of image: ServedImage, _ chunks: [Range<Int>]) async throws -> UInt32 {
        var checksum: UInt32 = 0
        for chunk in chunks {
            checksum = try await source.threads.runIfActive { [checksum] in
                ZipArchive.checksum(of: try image.read(chunk), after: checksum)
            }
        }
        return checksum
    }

    /// Returns whether the requester may see as much now as when the request came.
    private func isPermitted(_ requester: Requester) async throws -> Bool {
        guard let scopesNow = requester.scopesNow else { return true }
        do {
            return try await source.threads.runIfActive { try scopesNow().isSuperset(of: requester.scopes) }
        } catch is TokensUnreadableError {
            throw Problem.tokensUnreadable
        }
    }

    /// - Throws: ``Problem``, or `CancellationError`.
    private func selected(_ photos: [Photo]) async throws -> [Selected] {
        let sizes = try photos.map { photo in
            try source.size(photo.sizes.largest(withOriginal: source.servesOriginals), of: photo)
        }
        let counts = try await counts(of: photos, sizes)
        return try await source.threads.runIfActive { [timeZone] in
            let names = Self.names(of: photos, sizes, in: timeZone)
            return photos.indices.map { index in
                Selected(photo: photos[index], size: sizes[index], name: names[index], count: counts[index])
            }
        }
    }

    /// Returns the lengths of the images, `nil` for images not yet made.
    /// - Throws: ``Problem``, or `CancellationError`.
    private func counts(of photos: [Photo], _ sizes: [ServedSize]) async throws -> [Int?] {
        // The exact length of an animation is known only after its file has been read.
        let animations = zip(photos, sizes).lazy.filter { $0.sizes.isAnimation($1) }
        guard animations.reduce(0, { $0 + Int($1.0.stamp.size) }) <= Self.maximumBytes else {
            throw Problem.tooManySelected
        }
        var counts: [Int?] = []
        var bytes = 0
        for (photo, size) in zip(photos, sizes) {
            let count: Int?
            do {
                // One at a time, to read others' files in between.
                count = try await source.threads.runIfActive { [source] in try source.count(size, of: photo) }
            } catch let error as FileError {
                throw !source.isFolderThere ? Problem.notReady : error.isTransient ? .internalError : .noSuchPhotos
            }
            counts.append(count)
            bytes += count ?? Self.estimate(size, of: photo)
            guard bytes <= Self.maximumBytes else { throw Problem.tooManySelected }
        }
        return counts
    }

    /// Returns about how long an image will be, in bytes.
    private static func estimate(_ size: ServedSize, of photo: Photo) -> Int {
        let count = Int(photo.stamp.size)
        return size == .original ? count : min(count, photo.sizes.pixels(size).pixelCount / 2)
    }

    /// Returns unique names of the images' files.
    private static func names(of photos: [Photo], _ sizes: [ServedSize], in timeZone: TimeZone) -> [String] {
        var names: Set<String> = []
        var numbers: [String: Int] = [:]
        return zip(photos, sizes).map { photo, size in
            let mediaType = photo.mediaType(of: size)
            // Some systems don't distinguish names that differ only in case.
            func name(_ number: Int) -> String { ImageDisposition.name(of: photo, mediaType, timeZone, number: number) }
            let first = name(1).lowercased()
            var (number, unique) = (numbers[first, default: 0], "")
            repeat {
                number += 1
                unique = name(number)
            } while !names.insert(unique.lowercased()).inserted
            numbers[first] = number
            return unique
        }
    }

    /// Returns the next image.
    /// - Throws: ``FileError/changed`` if the person can't see the photo any more, or its picture is another one.
    private func image(
        _ selected: Selected, for requester: Requester, _ lookup: PhotoLookup
    ) async throws -> ServedImage {
        guard try await isPermitted(requester), let photo = try await lookup(selected.photo.id),
            photo.version == selected.photo.version
        else { throw FileError.changed }
        var tries = 1
        while true {
            do {
                let image = try await source.image(selected.size, of: photo, for: requester.person?.id)
                guard selected.count == nil || selected.count == image.count else { throw FileError.changed }
                return image
            } catch let problem as Problem where problem == .queueFull && tries < Self.maximumTries {
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
    static let otherDownloads = Problem(
        status: .conflict, detail: "two earlier downloads still run; wait until one has ended, or cancel one",
        retryAfter: 30)
}

extension NoticeWebPage {
    /// Creates the page that explains why photos can't be downloaded; `nil` if the reason isn't specific to downloads.
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
            explanation = Message("Two downloads are still running. Wait until one has ended, or cancel one.")
        default: return nil
        }
        self.frame = frame
        heading = language.text(Message("Not Downloaded"))
        self.explanation = language.text(explanation)
    }
}
