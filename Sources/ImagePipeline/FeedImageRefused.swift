/// The picture is not decoded: that would take more than the whole budget (N029).
public struct FeedImageRefused: Error, Hashable, Sendable {
    public let estimatedBytes: Int
    public let budget: Int

    public init(estimatedBytes: Int, budget: Int) {
        self.estimatedBytes = estimatedBytes
        self.budget = budget
    }

    /// The same bytes will be refused later, too.
    public var isTransient: Bool { false }
}
