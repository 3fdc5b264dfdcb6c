import Foundation
import Logging
import NIOPosix
import Synchronization

/// The use case "Notify people": notifies the browsers of subscribed people about new comments and reactions where they
/// take part.
final class NotifyPeople: Sendable {
    /// A new comment or reaction, before the affected people are known.
    struct Event: Hashable, Sendable {
        let number: Int64
        let photo: UUID
        let author: String
        /// The id of the person who has posted the photo; `nil` if it is in the folder.
        let poster: String?
        /// The people who have commented on the photo before; `nil` for a reaction.
        let earlier: Set<String>?

        /// Returns what the event is for a person; `nil` if it doesn't concern them.
        /// - Parameters:
        ///   - ownsFolder: Whether the photos in the folder are the person's.
        ///   - namesAuthor: Whether the folder's document says who took the photo.
        func kind(for person: String, ownsFolder: Bool, namesAuthor: Bool) -> PushMessage.Kind? {
            guard author != person else { return nil }
            let isOnOwn = poster.map { $0 == person } ?? ownsFolder
            if isOnOwn, poster == nil, namesAuthor { return earlier == nil ? .folderReaction : .folderComment }
            guard let earlier else { return isOnOwn ? .reaction : nil }
            return isOnOwn ? .comment : earlier.contains(person) ? .answer : nil
        }
    }

    private let photos: PhotosWithFriends
    /// Returns what the person with a token may do now.
    private let scopes: @Sendable (_ tokenID: String) -> Set<AccessScope>
    private let queue: PushQueue
    private let threads: NIOThreadPool
    private let logger: Logger
    private let now: @Sendable () -> Date
    /// The last change people were notified of, and its database.
    private let last: Mutex<(name: String, change: Int64)>
    private let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// - Parameter sender: Sends the messages.
    init(
        photos: PhotosWithFriends, sender: PushSender, threads: NIOThreadPool, logger: Logger,
        scopes: @escaping @Sendable (_ tokenID: String) -> Set<AccessScope>
    ) {
        (self.photos, self.scopes, self.threads, self.logger) = (photos, scopes, threads, logger)
        now = sender.now
        let friends = photos.friends
        queue = PushQueue(sender, logger: logger) { item in
            do {
                return try await threads.runIfActive {
                    let endpoint = try friends.read { try $0.endpoint(ofSession: item.session) }
                    return endpoint == item.subscription.endpoint.absoluteString && scopes(item.tokenID).contains(.read)
                }
            } catch {
                // In doubt, the person doesn't want it.
                return false
            }
        } onGone: { item in
            do {
                try await threads.runIfActive {
                    try friends.write { try $0.end(item.subscription, session: item.session) }
                }
            } catch {
                // The next message tries again.
            }
        }
        let state = friends.state
        last = Mutex((state.name, state.change))
        (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Notes a new event; returns at once.
    func notice() { continuation.yield() }

    /// Sends the messages until ``end()``, which cancels those being sent.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.queue.run() }
            for await _ in changes {
                do {
                    queue.add(try await threads.runIfActive { try self.items() })
                } catch is CancellationError {
                    break
                } catch {
                    logger.warning("can’t find out whom to notify: \(error)")
                }
            }
            group.cancelAll()
        }
    }

    func end() { continuation.finish() }

    /// Returns the newest message for each browser.
    private func items() throws -> [PushQueue.Item] {
        let state = photos.friends.state
        // A restored database has other numbers.
        let start = last.withLock { $0.name == state.name ? $0.change : state.change }
        let items = try start < state.change ? items(since: start, until: state.change) : []
        // The next call looks again at what couldn't be read.
        last.withLock { $0 = (state.name, state.change) }
        return items
    }

    private func items(since start: Int64, until end: Int64) throws -> [PushQueue.Item] {
        let (events, subscriptions) = try photos.friends.read { transaction in
            let subscriptions = try transaction.subscriptions(at: now())
            return (subscriptions.isEmpty ? [] : try transaction.events(in: start + 1...end), subscriptions)
        }
        // Not in the transaction above: a photo may be in the same database.
        let seen = try Set(events.map(\.photo)).compactMap { try photos.listed($0) }
        let ids = Set(seen.map(\.id))
        let named = Set(seen.filter { $0.author != nil }.map(\.id))
        let news = events.filter { ids.contains($0.photo) }
        guard !news.isEmpty else { return [] }
        return subscriptions.compactMap { tokenID, session, subscription in
            let scopes = self.scopes(tokenID)
            guard scopes.contains(.read) else { return nil }
            let messages = news.lazy.compactMap { event in
                event.kind(
                    for: tokenID, ownsFolder: scopes.contains(.admin), namesAuthor: named.contains(event.photo)
                ).map { PushMessage(kind: $0, number: event.number) }
            }
            return messages.first.map {
                PushQueue.Item(tokenID: tokenID, session: session, subscription: subscription, message: $0)
            }
        }
    }
}
