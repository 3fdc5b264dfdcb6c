package import EssentialFeed
import EssentialFeedStore
package import HTTPTransport

/// The app's settings, kept across starts. The terminal program reads the server's address from them.
package struct AppSettings: Codable, Equatable, Sendable {
    /// The last used server with an address, without user info, or the last one in the list if that was removed.
    package var address: String?
    package var servers: [String] = []
    package var currentServer: String?
    package var serverNames: [String: String] = [:]
    package var imageLimit = ServerCache.defaultImageLimit
    /// Whether the app notifies the user of new photos while the window is in the background.
    package var notifiesOfNewPhotos = false
    /// Without user info. Other servers aren't looked up, because a keyring may ask to be unlocked.
    package var signedInServers: Set<String> = []
    /// The servers in ``signedInServers`` whose name and password are from an invitation.
    package var invitingServers: Set<String> = []
    package var trustedCertificates: [String: String] = [:]
    package var width = 1_000
    package var height = 700
    package var isMaximized = false
    package var isFullScreen = false
    package var feedStyle = FeedStyle()
    /// In application pixels; for cards, at most the width of the widest card.
    package var feedWidth = 1_000
    /// The number of screen pixels per application pixel at that time, in each direction.
    package var pictureScale = 1
    package var offlineChoice = OfflineChoice.newest200
    package var seenFeeds = SeenFeeds()

    package init() {}

    /// Reads each value separately: an unreadable one gets its default, and one out of range the nearest valid one.
    /// Errors go to the closure that ``AppSettingsFile`` gives the decoder.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let report = decoder.userInfo[.report] as? @Sendable (any Error) -> Void
        func value<Value: Decodable>(_ key: CodingKeys, _ type: Value.Type) -> Value? {
            do {
                return try values.decodeIfPresent(type, forKey: key)
            } catch {
                report?(error)
                return nil
            }
        }
        func number(_ key: CodingKeys, _ range: ClosedRange<Double>) -> Int? {
            // JSON doesn't have infinite numbers, so a clamped number fits an `Int`.
            value(key, Double.self).map { Int(min(max($0, range.lowerBound), range.upperBound).rounded()) }
        }
        address = value(.address, String.self).flatMap { $0.utf8.count <= TypedServerAddress.maximumBytes ? $0 : nil }
        servers = (value(.servers, [TextOrNot].self)?.map(\.text) ?? [address]).prefix(Self.maximumServers)
            .compactMap(\.self).compactMap { Self.server($0, report)?.text }
        currentServer = (value(.currentServer, String.self) ?? address).flatMap { Self.server($0, report)?.text }
        serverNames = value(.serverNames, [String: String].self) ?? serverNames
        imageLimit = number(.imageLimit, Self.imageLimits) ?? imageLimit
        notifiesOfNewPhotos = value(.notifiesOfNewPhotos, Bool.self) ?? notifiesOfNewPhotos
        signedInServers = value(.signedInServers, Set<String>.self) ?? signedInServers
        invitingServers = value(.invitingServers, Set<String>.self) ?? invitingServers
        trustedCertificates = value(.trustedCertificates, [String: String].self) ?? trustedCertificates
        width = number(.width, Self.widths) ?? width
        height = number(.height, Self.heights) ?? height
        isMaximized = value(.isMaximized, Bool.self) ?? isMaximized
        isFullScreen = value(.isFullScreen, Bool.self) ?? isFullScreen
        feedStyle = value(.feedStyle, FeedStyle.self) ?? feedStyle
        feedWidth = number(.feedWidth, Self.widths) ?? width
        pictureScale = number(.pictureScale, Self.pictureScales) ?? pictureScale
        offlineChoice = try value(.offlineChoice, OfflineChoice.self) ?? Self.oldChoice(decoder) ?? offlineChoice
        seenFeeds = value(.seenFeeds, SeenFeeds.self) ?? seenFeeds
    }

    private enum OldKeys: CodingKey {
        case keepsImagesOffline
    }

    private static func oldChoice(_ decoder: any Decoder) throws -> OfflineChoice? {
        let values = try decoder.container(keyedBy: OldKeys.self)
        guard values.contains(.keepsImagesOffline) else { return nil }
        do {
            return try values.decode(Bool.self, forKey: .keepsImagesOffline) ? .newest200 : .off
        } catch {
            return nil
        }
    }

    /// From the smallest window that fits the screens to more than any display has.
    private static let widths = 360.0...8_192
    private static let heights = 294.0...8_192
    private static let pictureScales = 1.0...4
    /// From a few photos to more than any disk has.
    private static let imageLimits = 10e6...1e15
    /// More servers than any user needs.
    private static let maximumServers = 1_000

    private static func server(_ text: String, _ report: (@Sendable (any Error) -> Void)? = nil) -> RememberedServer? {
        do {
            return try RememberedServer(text)
        } catch {
            report?(error)
            return nil
        }
    }
}

private struct TextOrNot: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
        do { text = try decoder.singleValueContainer().decode(String.self) } catch { text = nil }
    }
}

extension AppSettings {
    /// The certificates trusted by the user, by server origin. Unreadable certificates aren't trusted.
    package var certificatesByOrigin: [Origin: CertificateFingerprint] {
        var certificates: [Origin: CertificateFingerprint] = [:]
        for (server, text) in trustedCertificates {
            guard let origin = Self.server(server)?.address?.origin else { continue }
            certificates[origin] = CertificateFingerprint(text)
        }
        return certificates
    }

    /// Remembers the width of the feed and the scale of the screen for the first pictures of the next start.
    package mutating func remember(_ sizing: PictureSizing) {
        switch sizing {
        case .cards(let width, let scale): (feedWidth, pictureScale) = (width + 4 * FeedArrangement.margin, scale)
        case .rows(_, let width, let scale): (feedWidth, pictureScale) = (width + 2 * FeedArrangement.margin, scale)
        case .whole: break
        }
    }

    package func sizing(of page: FeedPage?, in screens: ScreenContext) -> PictureSizing {
        let images = page?.images ?? []
        var rows = FeedRows(images)
        rows.arrange(
            as: FeedArrangement(feedStyle, width: feedWidth), width: feedWidth - 2 * FeedArrangement.margin,
            months: feedStyle.isGrid
                ? FeedMonth.months(of: images, calendar: screens.calendar, language: screens.language) : [],
            isComplete: page?.loadMore == nil)
        return rows.sizing(scale: pictureScale)
    }

    package var preferences: Preferences {
        get {
            Preferences(
                servers: RememberedServers(
                    servers.compactMap { Self.server($0) }, current: currentServer.flatMap { Self.server($0) },
                    names: Dictionary(
                        serverNames.compactMap { text, name in Self.server(text).map { ($0, name) } },
                        uniquingKeysWith: { first, _ in first })),
                imageLimit: imageLimit, offlineChoice: offlineChoice,
                notifiesOfNewPhotos: notifiesOfNewPhotos)
        }
        set {
            servers = newValue.servers.all.map(\.text)
            currentServer = newValue.servers.current?.text
            serverNames = Dictionary(
                newValue.servers.names.map { ($0.key.text, $0.value) }, uniquingKeysWith: { first, _ in first })
            let addresses = newValue.servers.all.compactMap(\.address?.displayText)
            if let current = newValue.servers.current?.address?.displayText {
                address = current
            } else if !addresses.contains(where: { $0 == address }) {
                address = addresses.last
            }
            imageLimit = newValue.imageLimit
            offlineChoice = newValue.offlineChoice
            notifiesOfNewPhotos = newValue.notifiesOfNewPhotos
        }
    }
}

extension CodingUserInfoKey {
    /// The key of the closure that receives the error of each unreadable value: `@Sendable (any Error) -> Void`.
    static let report = CodingUserInfoKey(rawValue: "report")!
}

/// The images the user has seen in the feeds of several servers, to show what's new at the next start.
package struct SeenFeeds: Hashable, Sendable {
    private struct Entry: Codable, Hashable {
        let server: String
        let seen: SeenFeed
    }

    /// The maximum number of remembered servers. The least recently seen server is forgotten first.
    package static let maximumServers = 20

    /// The feeds, most recently seen first.
    private var entries: [Entry] = []

    package init() {}

    package subscript(server: String) -> SeenFeed? { entries.first { $0.server == server }?.seen }

    package mutating func remember(_ seen: SeenFeed, of server: String) {
        entries.removeAll { $0.server == server }
        entries.insert(Entry(server: server, seen: seen), at: 0)
        entries.removeLast(max(0, entries.count - Self.maximumServers))
    }

    package mutating func forget(_ server: String) { entries.removeAll { $0.server == server } }
}

extension SeenFeeds: Codable {
    package init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        while !values.isAtEnd, entries.count < Self.maximumServers {
            let entry = try values.decode(Entry.self)
            if entry.server.utf8.count <= TypedServerAddress.maximumBytes { entries.append(entry) }
        }
    }

    package func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}
