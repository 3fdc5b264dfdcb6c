import ImageFormats
import NIOPosix

/// Finds the bytes that a client gets for an image.
///
/// If an image can't be made, the client gets an error, never the photo's file instead.
struct ImageSource: Sendable {
    let threads: NIOThreadPool
    /// Whether clients may have the photos' files, without their metadata.
    let servesOriginals: Bool
    let sizes: MadeSizes
    /// `nil` if no images can be made.
    let maker: SizeMaker?
    private let photos = CleanedPhotos()

    init(threads: NIOThreadPool, servesOriginals: Bool, sizes: MadeSizes, maker: SizeMaker?) {
        self.threads = threads
        self.servesOriginals = servesOriginals
        self.sizes = sizes
        self.maker = maker
    }

    /// Returns the size that answers a request.
    /// - Throws: ``Problem``
    func size(_ requested: ServedSize, of photo: Photo) throws(Problem) -> ServedSize {
        // An earlier version of the program didn't read the size; its file is being read again.
        guard photo.facts.size.pixelCount > 0 else { throw .starting }
        guard requested != .original || servesOriginals && photo.facts.cleaning != .impossible else {
            throw .noSuchImage
        }
        return photo.sizes.served(for: requested)
    }

    /// Returns the entity tag of an image if it is known without reading anything.
    func entityTag(_ size: ServedSize, of photo: Photo) -> String? {
        photo.sizes.isCleaned(size) ? CleanedPhotos.entityTag(photo) : nil
    }

    /// - Throws: ``Problem``, ``FileError``, or `CancellationError`.
    func image(_ size: ServedSize, of photo: Photo) async throws -> ServedImage {
        if photo.sizes.isCleaned(size) {
            if let image = photos.recentImage(of: photo) { return .cleaned(photo, image, photos) }
            return try await threads.runIfActive { [photos] in .cleaned(photo, try photos.image(of: photo), photos) }
        }
        let key = SizeKey(photo: photo.id, size: size)
        if let image = sizes.recentImage(key) { return .made(image) }
        if let image = try await threads.runIfActive({ [sizes] in sizes.image(key) }) { return .made(image) }
        guard let maker else { throw Problem.busy }
        try await maker.make(photo.id)
        guard let image = try await threads.runIfActive({ [sizes] in sizes.image(key) }) else { throw Problem.busy }
        return .made(image)
    }
}

extension Photo {
    var sizes: PhotoSizes { PhotoSizes(facts.size, facts.cleaning) }
}
