/// The state of a catalog: a catalog that shows anything else than before has another version.
struct CatalogVersion: Hashable, Sendable {
    /// Tells this catalog from one that was made anew, whose numbers begin again.
    let catalog: String
    let number: Int

    /// The version as a part of an entity tag.
    var text: String { "\(catalog)-\(number)" }
}
