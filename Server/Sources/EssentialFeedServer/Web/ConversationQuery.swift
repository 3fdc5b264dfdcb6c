import EssentialFeed
import Foundation

/// Which comments a photo's page shows.
struct ConversationQuery: Hashable, Sendable {
    private static let beforeName = "before"
    private static let partName = "part"
    private static let replyName = "reply"
    /// The only part.
    private static let comments = "comments"

    /// The comment after them; `nil` for the newest ones.
    var before: UUID?
    /// Whether a script asks only for the comments and reactions.
    var isPart = false
    /// The comment to which the person replies; `nil` for none.
    var reply: UUID?

    init(before: UUID? = nil, isPart: Bool = false, reply: UUID? = nil) {
        (self.before, self.isPart, self.reply) = (before, isPart, reply)
    }

    /// - Parameter text: The query of the URL, without the question mark. Unknown parameters are ignored.
    init(_ text: some StringProtocol) throws(Problem) {
        var names: Set<Substring> = []
        for parameter in String(text).split(separator: "&") {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(parts[1]) : ""
            guard [Self.beforeName, Self.partName, Self.replyName].contains(String(parts[0])) else { continue }
            guard names.insert(parts[0]).inserted else { throw .badConversation }
            if parts[0] == Self.partName {
                guard value == Self.comments else { throw .badConversation }
                isPart = true
            } else {
                guard let id = UUID(exactly: value) else { throw .badConversation }
                if parts[0] == Self.beforeName { before = id } else { reply = id }
            }
        }
    }

    /// The query with its question mark; empty for the whole page with the newest comments.
    var text: String {
        let parameters = [
            before.map { "\(Self.beforeName)=\($0.uuidString)" },
            reply.map { "\(Self.replyName)=\($0.uuidString)" }, isPart ? "\(Self.partName)=\(Self.comments)" : nil,
        ].compactMap { $0 }
        return parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    }
}
