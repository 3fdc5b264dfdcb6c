import ImageFormats

/// What a picture says about itself: its caption, and when it was taken.
///
/// Only the parts that hold metadata are read. Whatever is broken, cut or lies about its length counts as absent.
struct PictureMetadata: Hashable, Sendable {
    var caption: String?
    var captured: CaptureTime?

    init(caption: String? = nil, captured: CaptureTime? = nil) {
        self.caption = caption
        self.captured = captured
    }

    /// - Throws: a ``FileError`` when the source cannot be read.
    init(of source: some ByteSource, format: ImageFormat) throws(FileError) {
        switch format {
        case .jpeg: self = try JPEGMetadata.read(source)
        case .png: self = try PNGMetadata.read(source)
        case .webp: self = try WebPMetadata.read(source)
        case .gif, .tiff, .bmp, .avif, .heic: self.init()
        }
    }

    /// What several blocks say together: the first that says something.
    init(exif: ExifBlock?, texts: [String?]) {
        caption = ([exif?.imageDescription] + texts).lazy.compactMap(Caption.cleaned).first
        captured = exif?.captured
    }
}
