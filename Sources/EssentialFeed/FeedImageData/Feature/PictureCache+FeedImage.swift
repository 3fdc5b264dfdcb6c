public import ImageFormats
public import ImagePipeline

extension PictureCache {
    /// Returns a picture of an image of the feed, whichever variant it was made from.
    ///
    /// The picture is exact if it was decoded for the size from a variant that is sharp there. Otherwise it may be shown
    /// until an exact one has been loaded.
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
