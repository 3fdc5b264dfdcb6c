import EssentialFeed
import Foundation
import HTTPTransport
import Logging
import NIOPosix

/// Notifies people's browsers of events where they take part.
struct PushMessages: Sendable {
    let notifyPeople: NotifyPeople
    private let key: VAPIDKey
    private let isPermitted: @Sendable (Origin) -> Bool
    private let now: @Sendable () -> Date

    /// Reads the server's key for push services, which is made at the first start; blocks. Returns `nil` if no messages
    /// are sent.
    init?(
        _ configuration: PhotoServerConfiguration, _ source: PhotoSource, _ access: AccessControl,
        threads: NIOThreadPool, logger: Logger
    ) throws {
        guard let client = configuration.pushClient, let folder = configuration.stateFolder,
            let friends = source.friends, friends.isWritable, !configuration.isPublic
        else { return nil }
        key = try VAPIDKeyFile(in: folder).key()
        now = configuration.now
        let (address, pushesPrivately) = (configuration.publicAddress, configuration.pushesPrivately)
        isPermitted = {
            pushesPrivately || ($0.port == 443 && $0.addressSpace == .global && $0.host != address?.origin?.host)
        }
        notifyPeople = NotifyPeople(
            photos: PhotosWithFriends(folder: source.catalog, friends: friends),
            sender: PushSender(
                client: client, key: key, contact: Self.contact(of: address), clock: ContinuousClock(), now: now),
            threads: threads, logger: logger
        ) { access.token(id: $0) }
    }

    /// Returns the URL by which push services may identify the server. Some refuse messages without a public one.
    static func contact(of address: ServerAddress?) -> String {
        guard let address, let origin = address.origin, origin.isSecure, origin.addressSpace == .global else {
            return "mailto:essential-feed@example.com"
        }
        return address.displayText
    }

    func adding(
        to useCases: FriendsUseCases, _ friends: any FriendsStore, _ limiter: WriteLimiter
    ) -> FriendsUseCases {
        var useCases = useCases
        useCases.receiveMessages = ReceiveMessages(
            key: key.publicText, isPermitted: isPermitted, friends: friends, limiter: limiter, now: now)
        useCases.onWritten = { [notifyPeople] in notifyPeople.notice() }
        return useCases
    }
}
