/// A deletion that can be undone until the offer ends.
public struct UndoOffer: Hashable, Sendable, Identifiable {
    /// Identifies the offer.
    public let id: Int
    /// A description of the deletion.
    public let text: String
}
