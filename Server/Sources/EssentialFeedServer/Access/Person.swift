/// A person who takes part, as comments, reactions and photos record their author.
struct Person: Hashable, Sendable {
    /// The id of the person's token.
    let id: String
    let name: String

    /// The owner of the folder, until a person is invited.
    static let owner = Person(id: "owner", name: "owner")
}

extension Person {
    init(_ token: AccessToken) { self.init(id: token.id, name: token.name) }
}
