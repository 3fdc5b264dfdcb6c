/// An error of the image loader itself. Errors of its source and decoder are rethrown unchanged.
public enum ImageLoaderError: Error, Hashable, Sendable {
    /// Decoding the picture would exceed the memory budget even if no other decode is running. Both values are in
    /// bytes.
    ///
    /// Retrying fails again.
    case overBudget(estimatedBytes: Int, budget: Int)
}
