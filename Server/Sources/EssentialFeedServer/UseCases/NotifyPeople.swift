import Foundation
import Logging
import NIOPosix
import Synchronization

/// The use case "Notify people": notifies the browsers of subscribed people about new comments and reactions where they
/// take part.
final class NotifyPeople: Sendable {
    private let photos: PhotosWithFriends
    /// Returns a token as it is now; `nil` if it has ended.
    private let token: @Sendable (_ id: String) -> AccessToken?
    private let queue: PushQueue
    private let threads: NIOThreadPool
    private let logger: Logger
    private let now: @Sendable () -> Date
    /// The last change people were notified of, and its database.
    private let last: Mutex<(name: String, change: Int64)>
    private let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init(
        photos: PhotosWithFriends, sender: PushSender, threads: NIOThreadPool, logger: Logger,
        token: @escaping @Sendable (_ id: String) -> AccessToken?
    ) {
        (self.photos, self.token, self.threads, self.logger) = (photos, token, threads, logger)
        now = sender.now
        let friends = photos.friends
        queue = PushQueue(sender, logger: logger) { item in
            do {
                return try await threads.runIfActive {
                    let endpoint = try friends.read { try $0.endpoint(ofSession: item.session) }
                    return endpoint == item.subscription.endpoint.absoluteString
                        && token(item.tokenID)?.scopes.contains(.read) == true
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
        let listed = try Set(events.map(\.photo)).reduce(into: [UUID: ListedPhoto]()) { $0[$1] = try photos.listed($1) }
        guard !listed.isEmpty else { return [] }
        return subscriptions.compactMap { tokenID, session, subscription in
            guard let token = self.token(tokenID), token.scopes.contains(.read) else { return nil }
            let messages = events.lazy.compactMap { event in
                listed[event.photo].flatMap { event.kind(for: token, on: $0) }
                    .map { PushMessage(kind: $0, number: event.number) }
            }
            return messages.first.map {
                PushQueue.Item(tokenID: tokenID, session: session, subscription: subscription, message: $0)
            }
        }
    }
}

extension NewEvent {
    /// Returns what the event is for the person with a token; `nil` if it doesn't concern them.
    fileprivate func kind(for token: AccessToken, on photo: ListedPhoto) -> PushMessage.Kind? {
        guard author != token.id else { return nil }
        let isOnOwn = poster.map { $0 == token.id } ?? token.scopes.contains(.admin)
        if isOnOwn, photo.photographer(otherThan: token.name) != nil {
            return earlier == nil ? .folderReaction : .folderComment
        }
        guard let earlier else { return isOnOwn ? .reaction : nil }
        return isOnOwn ? .comment : earlier.contains(token.id) ? .answer : nil
    }
}
