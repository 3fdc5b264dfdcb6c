/// How soon somebody needs an image (N022).
public enum ImagePriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// It shall be there when it is wanted some day, as without a network (N032).
    case background
    /// It may be seen soon.
    case preload
    /// It is on the screen.
    case visible

    public static func < (left: ImagePriority, right: ImagePriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
