public import ImageFormats
public import ImagePipeline

extension PictureCache {
    /// Returns a picture of a feed image, from any of its variants.
    ///
    /// The picture is exact if it was decoded for the size from a variant that is sharp there. Other pictures may be
    /// shown until an exact one has loaded.
    public func picture(of image: FeedImage, size: PixelSize) -> CachedPicture<Picture>? {
        let choice = image.choice(filling: size)
        for url in choice.best {
            if let exact = picture(for: url, size: size) { return exact }
        }
        for url in choice.best + choice.others {
            if let other = picture(for: url, size: size, fallback: .anySize) {
                return CachedPicture(picture: other.picture, isExact: false)
            }
        }
        return nil
    }
}
