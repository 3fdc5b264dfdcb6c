/// How soon an image is needed.
public enum ImagePriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// The image is only cached for offline use.
    case background
    /// The image may soon be on the screen.
    case preload
    /// The image is on the screen.
    case visible

    /// Returns whether the left priority is less urgent than the right one.
    public static func < (left: ImagePriority, right: ImagePriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
