/// The texts of the feed.
package enum FeedStrings: String, TextKey {
    /// The title of the feed.
    case title = "Feed"
    /// All pages of the feed are being loaded. Takes the number of images loaded so far.
    case loadingToEnd = "Loading older photos… %@ loaded|Loading older photos… %@ loaded"
    /// The feed has no images.
    case empty = "There are no photos yet. New photos will appear here."
    /// The button that shows a newer feed.
    case showNewest = "Show Newest"
    /// The same button. Takes the number of new images.
    case newImages = "%@ New Photo|%@ New Photos"
    /// The title for an unknown number of new images.
    case manyNewImages = "New Photos"
    /// The heading of photos without a date.
    case unknownDate = "Unknown Date"
}
