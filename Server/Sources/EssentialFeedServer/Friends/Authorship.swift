import GRDB

/// The authors whose photos, comments and reactions are meant: a person, and, under the person's name, people who are
/// no longer invited.
struct Authorship: Sendable {
    let name: String
    /// The id of the person's token; `nil` if the person isn't invited.
    let id: String?
    /// The ids of the tokens of all who are invited. One of them may have had the name before.
    let invited: Set<String>

    var condition: String {
        // Only SQLite permits an empty list.
        let others = invited.isEmpty ? "" : " AND person NOT IN (\(databaseQuestionMarks(count: invited.count)))"
        return "(person = ? OR author = ?\(others))"
    }

    var arguments: StatementArguments {
        let person: StatementArguments = [id, name]
        return person + StatementArguments(invited)
    }
}
