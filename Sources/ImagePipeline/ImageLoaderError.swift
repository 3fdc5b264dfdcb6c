/// An error of the image loader itself; those of its source and its decoder are passed on as they are.
public enum ImageLoaderError: Error, Hashable, Sendable {
    /// Decoding the picture would take more memory than it may, even alone. Both are counts of bytes.
    ///
    /// Another try fails as well.
    case overBudget(estimatedBytes: Int, budget: Int)
}
