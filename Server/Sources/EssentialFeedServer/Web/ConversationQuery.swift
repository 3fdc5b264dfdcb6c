import Foundation

/// Which comments a photo's page shows.
struct ConversationQuery: Hashable, Sendable {
    private static let beforeName = "before"
    private static let partName = "part"
    private static let replyName = "reply"
    private static let comments = "comments"

    /// The comment after them; `nil` for the newest ones.
    var before: UUID?
    /// Whether a script asks only for the comments and reactions.
    var isPart = false
    /// The comment to which the person replies; `nil` for none.
    var reply: UUID?

    /// The query with its question mark; empty for the whole page with the newest comments.
    var text: String {
        let parameters = [
            before.map { "\(Self.beforeName)=\($0.uuidString)" },
            reply.map { "\(Self.replyName)=\($0.uuidString)" }, isPart ? "\(Self.partName)=\(Self.comments)" : nil,
        ].compactMap { $0 }
        return parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    }
}

extension ConversationQuery {
    /// - Parameter text: The query of the URL, without the question mark. Unknown parameters are ignored.
    init(_ text: some StringProtocol) throws(Problem) {
        let fields = FormFields(text)
        before = try fields.id(Self.beforeName, or: Problem.badConversation)
        reply = try fields.id(Self.replyName, or: Problem.badConversation)
        let part = try fields.single(Self.partName, or: Problem.badConversation)
        guard part == nil || part == Self.comments else { throw .badConversation }
        isPart = part != nil
    }
}
