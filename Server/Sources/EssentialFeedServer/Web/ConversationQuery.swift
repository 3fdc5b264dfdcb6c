import EssentialFeed
import Foundation

/// Which comments a photo's page shows.
struct ConversationQuery: Hashable, Sendable {
    private static let beforeName = "before"
    private static let partName = "part"
    /// The only part.
    private static let comments = "comments"

    /// The comment before which they are; `nil` for the newest ones.
    var before: UUID?
    /// Whether a script asks only for the comments and reactions.
    var isPart = false

    init(before: UUID? = nil, isPart: Bool = false) {
        (self.before, self.isPart) = (before, isPart)
    }

    /// - Parameter text: The query of the URL, without the question mark. Unknown parameters are ignored.
    init(_ text: some StringProtocol) throws(Problem) {
        var names: Set<Substring> = []
        for parameter in String(text).split(separator: "&") {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(parts[1]) : ""
            guard [Self.beforeName, Self.partName].contains(String(parts[0])) else { continue }
            guard names.insert(parts[0]).inserted else { throw .badConversation }
            if parts[0] == Self.beforeName {
                guard value.utf8.count == UUID().uuidString.utf8.count, let id = UUID(uuidString: value) else {
                    throw .badConversation
                }
                before = id
            } else {
                guard value == Self.comments else { throw .badConversation }
                isPart = true
            }
        }
    }

    /// The query with its question mark; empty for the whole page with the newest comments.
    var text: String {
        let parameters = [
            before.map { "\(Self.beforeName)=\($0.uuidString)" }, isPart ? "\(Self.partName)=\(Self.comments)" : nil,
        ].compactMap { $0 }
        return parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    }
}
