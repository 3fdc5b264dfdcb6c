/// A deletion that can be undone until the offer ends.
package struct UndoOffer: Hashable, Sendable, Identifiable {
    /// Identifies the offer.
    package let id: Int
    /// A description of the deletion.
    package let text: String
}
