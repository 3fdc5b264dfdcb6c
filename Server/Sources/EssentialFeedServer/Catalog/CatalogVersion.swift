/// The version of a catalog, which differs whenever the visible content differs.
struct CatalogVersion: Hashable, Sendable {
    /// Distinguishes this catalog from a recreated one, whose numbers start over.
    let catalog: String
    let number: Int

    /// The version for use in an entity tag.
    var text: String { "\(catalog)-\(number)" }
}
