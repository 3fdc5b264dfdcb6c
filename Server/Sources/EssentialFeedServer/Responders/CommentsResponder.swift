import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Responds with all comments on an image. The readers of one list share its bytes.
struct CommentsResponder: Sendable {
    private static let cachedBytes = 32 << 20

    let loadConversation: LoadConversation
    let threads: FairThreads
    let logger: Logger
    private let recent = RecentAnswers<String, Key, PreparedAnswer>(maximum: cachedBytes)

    /// Readers with equal keys get the same comments.
    private struct Key: Hashable {
        let image: UUID
        let isAdmin: Bool
        let isPrivate: Bool
        /// `nil` for admins, who see the same; others may have their own hidden comments.
        let person: String?
    }

    func comments(of image: UUID, conditions: HTTPFields, for requester: Requester) async throws -> Response {
        try await Problem.wrapping(logger) { try await answer(image, requester).response(to: conditions) }
    }

    private func answer(_ image: UUID, _ requester: Requester) async throws -> PreparedAnswer {
        let isAdmin = requester.scopes.contains(.admin)
        let key = Key(
            image: image, isAdmin: isAdmin, isPrivate: requester.signer != nil,
            person: isAdmin ? nil : requester.person?.id)
        if let answer = recent.answer(for: key, at: loadConversation.version) { return answer }
        return try await threads.run(for: requester.person?.id) { [loadConversation, recent] in
            // Read first, so the answer is at least as new.
            let version = loadConversation.version
            // Another request of the person may have made the answer in the meantime.
            if let answer = recent.answer(for: key, at: version) { return answer }
            let comments = try loadConversation(of: image, for: requester).comments.map(\.comment)
            let answer = PreparedAnswer(
                ByteBuffer(bytes: ImageCommentsPayload.encode(comments)),
                cacheControl: CacheControl.list(isPrivate: requester.signer != nil))
            recent.insert(answer, for: key, at: version, size: answer.count)
            return answer
        }
    }
}
