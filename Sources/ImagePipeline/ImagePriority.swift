/// How soon an image is needed.
public enum ImagePriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// The image is only to be saved, so that it is available offline.
    case background
    /// The image may be on the screen soon.
    case preload
    /// The image is on the screen.
    case visible

    /// Returns whether the left priority is less urgent.
    public static func < (left: ImagePriority, right: ImagePriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
