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
/// Photos that have gone, or that the person may not see, are left out. The photos are read one after the other, as fast
/// as the client receives them. If one of them goes in the meantime, it is left out, too, unless the archive's length has
/// been sent. Then, and if a photo changes or the person's access ends, the connection closes, so the client receives an
/// incomplete archive but never a wrong one.
struct DownloadResponder: Sendable {
    typealias PhotoLookup = @Sendable (UUID) async throws -> Photo?

    static let maximumCount = 500
    static let maximumBytes = 2_000_000_000
    /// In bytes.
    private static let chunkSize = 256 * 1024
    /// How often an image is asked for, once a second, while others' images are made first.
    private static let maximumTries = 30

    let source: ServedImages
    let timeZone: TimeZone
    /// Two for each person, or each address of people without a name: the server may not notice at once that a client
    /// has cancelled a download.
    private let downloads = Shares(maximumByClient: 2)

    private struct Selected: Sendable {
        let photo: Photo
        let size: ServedSize
        /// `nil` if the image isn't made yet.
        let count: Int?
        /// Unique in the archive.
        var name = ""
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
        let client = requester.person?.id ?? requester.address.map { "\($0.network)" } ?? ""
        guard let slot = downloads.take(1, for: client) else { throw Problem.otherDownloads }
        requester.connection?.closeFuture.whenComplete { [weak slot] _ in slot?.end() }
        var photos: [Photo] = []
        for id in ids {
            if let id = UUID(exactly: id), let photo = try await lookup(id) { photos.append(photo) }
        }
        let selected = try await selected(photos)
        guard !selected.isEmpty else { throw Problem.noSuchPhotos }
        let files = selected.compactMap { one in
            one.count.map { ZipArchive.File(name: one.name, size: $0, date: one.photo.date) }
        }
        let length = files.count == selected.count ? ZipArchive.length(of: files) : nil
        var headers = HTTPFields(mediaType: ZipArchive.mediaType, cacheControl: "no-store")
        headers[.contentDisposition] = #"attachment; filename="photos.zip""#
        let body = ResponseBody(contentLength: length) { [self] writer in
            defer { slot.end() }
            var archive = ZipArchive(timeZone: timeZone)
            for one in selected {
                guard let image = try await image(one, for: requester, lookup) else {
                    guard length == nil else { throw FileError.changed }
                    continue
                }
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
            slot.end()
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

    private func selected(_ photos: [Photo]) async throws -> [Selected] {
        let sized = try photos.map { photo in
            (photo, try source.size(photo.sizes.largest(withOriginal: source.servesOriginals), of: photo))
        }
        // The exact length of an animation is known only after its file has been read.
        let animations = sized.filter { photo, size in photo.sizes.isAnimation(size) }
        guard animations.reduce(0, { $0 + Int($1.0.stamp.size) }) <= Self.maximumBytes else {
            throw Problem.tooManySelected
        }
        var selected: [Selected] = []
        var bytes = 0
        for (photo, size) in sized {
            do {
                // One at a time, to read others' files in between.
                let count = try await source.threads.runIfActive { [source] in try source.count(size, of: photo) }
                selected.append(Selected(photo: photo, size: size, count: count))
                bytes += count ?? Self.estimate(size, of: photo)
            } catch let error as FileError {
                guard source.isFolderThere else { throw Problem.notReady }
                guard !error.isTransient else { throw Problem.internalError }
            }
            guard bytes <= Self.maximumBytes else { throw Problem.tooManySelected }
        }
        return try await source.threads.runIfActive { [selected, timeZone] in Self.named(selected, in: timeZone) }
    }

    private static func estimate(_ size: ServedSize, of photo: Photo) -> Int {
        let count = Int(photo.stamp.size)
        return size == .original ? count : min(count, photo.sizes.pixels(size).pixelCount / 2)
    }

    private static func named(_ selected: [Selected], in timeZone: TimeZone) -> [Selected] {
        var names: Set<String> = []
        var numbers: [String: Int] = [:]
        return selected.map { one in
            let mediaType = one.photo.mediaType(of: one.size)
            // Some systems don't distinguish names that differ only in case.
            func name(_ number: Int) -> String {
                ImageDisposition.name(of: one.photo, mediaType, timeZone, number: number)
            }
            let first = name(1).lowercased()
            var (number, named) = (numbers[first, default: 0], one)
            repeat {
                number += 1
                named.name = name(number)
            } while !names.insert(named.name.lowercased()).inserted
            numbers[first] = number
            return named
        }
    }

    /// Returns the next image, or `nil` if the person can't see the photo any more.
    /// - Throws: ``FileError/changed`` if the person's access has ended, or the picture is another one.
    private func image(
        _ selected: Selected, for requester: Requester, _ lookup: PhotoLookup
    ) async throws -> ServedImage? {
        guard try await isPermitted(requester) else { throw FileError.changed }
        guard let photo = try await lookup(selected.photo.id) else { return nil }
        guard photo.version == selected.photo.version else { throw FileError.changed }
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
    static let noSuchPhotos = Problem(status: .notFound, detail: "none of the photos is in the feed")
    static let tooManySelected = Problem(
        status: .contentTooLarge, detail: "these are too many photos at once",
        limit: "\(DownloadResponder.maximumCount) photos, \(DownloadResponder.maximumBytes / 1_000_000_000) GB")
    static let otherDownloads = Problem(
        status: .conflict, detail: "two earlier downloads still run; wait until one has ended, or cancel one",
        retryAfter: 30)
}
