/// Something that has been taken away and can be brought back until the offer ends.
public struct UndoOffer: Hashable, Sendable, Identifiable {
    /// Identifies the offer.
    public let id: Int
    /// What has been taken away.
    public let text: String
}
