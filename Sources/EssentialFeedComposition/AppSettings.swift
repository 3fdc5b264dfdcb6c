public import EssentialFeed
import EssentialFeedStore
import Foundation

/// What the app remembers from one start to the next. The terminal program reads the server's address from it.
public struct AppSettings: Codable, Equatable, Sendable {
    /// The server with an address that was used last, without its user info. If that one was removed, the last of the list;
    /// `nil` only if the list has no server with an address.
    public var address: String?
    /// The servers that the app remembers, as ``RememberedServer/text``.
    public var servers: [String] = []
    /// The server that is shown, as ``RememberedServer/text``; `nil` before the first.
    public var currentServer: String?
    /// The most bytes that the cached images of all servers may have.
    public var imageLimit = ServerCache.defaultImageLimit
    /// Whether the desktop notifies of new photos while the window is in the background.
    public var notifiesOfNewPhotos = false
    /// The servers whose names and passwords are saved, without user info. Others aren't looked for, because a keyring may
    /// ask to be unlocked.
    public var signedInServers: Set<String> = []
    /// The window's width in pixels.
    public var width = 480
    /// The window's height in pixels.
    public var height = 800
    /// Whether the window filled the screen beside the desktop's panels.
    public var isMaximized = false
    /// Whether the window filled the whole screen.
    public var isFullScreen = false
    /// The width at which cards showed pictures last, in application pixels.
    public var pictureWidth = 432
    /// How many pixels of the screen an application pixel had then, on a side.
    public var pictureScale = 1
    /// Whether the images of the feed are cached quietly, to be seen offline.
    public var keepsImagesOffline = true
    /// What was seen of each server's feed.
    public var seenFeeds = SeenFeeds()

    /// Creates the settings of a first start.
    public init() {}

    /// Reads each value separately: one that is missing or unreadable gets its default, and one that is out of range
    /// becomes the nearest one in range. Errors go to the closure that ``AppSettingsFile`` gives the decoder.
    public init(from decoder: any Decoder) throws {
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
            // JSON has no infinite numbers, so a clamped one fits an `Int`.
            value(key, Double.self).map { Int(min(max($0, range.lowerBound), range.upperBound).rounded()) }
        }
        address = value(.address, String.self).flatMap {
            $0.utf8.count <= TypedServerAddress.maximumBytes ? $0 : nil
        }
        servers = (value(.servers, [TextOrNot].self)?.map(\.text) ?? [address]).prefix(Self.maximumServers)
            .compactMap(\.self).compactMap { Self.server($0, report)?.text }
        currentServer = (value(.currentServer, String.self) ?? address).flatMap { Self.server($0, report)?.text }
        imageLimit = number(.imageLimit, Self.imageLimits) ?? imageLimit
        notifiesOfNewPhotos = value(.notifiesOfNewPhotos, Bool.self) ?? notifiesOfNewPhotos
        signedInServers = value(.signedInServers, Set<String>.self) ?? signedInServers
        width = number(.width, Self.widths) ?? width
        height = number(.height, Self.heights) ?? height
        isMaximized = value(.isMaximized, Bool.self) ?? isMaximized
        isFullScreen = value(.isFullScreen, Bool.self) ?? isFullScreen
        pictureWidth = number(.pictureWidth, Self.pictureWidths) ?? pictureWidth
        pictureScale = number(.pictureScale, Self.pictureScales) ?? pictureScale
        keepsImagesOffline = value(.keepsImagesOffline, Bool.self) ?? keepsImagesOffline
        seenFeeds = value(.seenFeeds, SeenFeeds.self) ?? seenFeeds
    }

    /// From the smallest window that the screens fit in to more than any display has.
    private static let widths = 360.0...8_192
    private static let heights = 294.0...8_192
    private static let pictureWidths = 16.0...4_096
    private static let pictureScales = 1.0...4
    /// From a few photos to more than any disk has.
    private static let imageLimits = 10e6...1e15
    /// More than anybody chooses from.
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

/// An element of a list of texts. One that isn't a text doesn't make the others unreadable.
private struct TextOrNot: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
        do {
            text = try decoder.singleValueContainer().decode(String.self)
        } catch {
            text = nil
        }
    }
}

extension AppSettings {
    /// The part of the settings that a person sets in the preferences.
    public var preferences: Preferences {
        get {
            Preferences(
                servers: RememberedServers(
                    servers.compactMap { Self.server($0) }, current: currentServer.flatMap { Self.server($0) }),
                imageLimit: imageLimit, keepsImagesOffline: keepsImagesOffline,
                notifiesOfNewPhotos: notifiesOfNewPhotos)
        }
        set {
            servers = newValue.servers.all.map(\.text)
            currentServer = newValue.servers.current?.text
            let addresses = newValue.servers.all.compactMap(\.address?.displayText)
            if let current = newValue.servers.current?.address?.displayText {
                address = current
            } else if !addresses.contains(where: { $0 == address }) {
                address = addresses.last
            }
            imageLimit = newValue.imageLimit
            keepsImagesOffline = newValue.keepsImagesOffline
            notifiesOfNewPhotos = newValue.notifiesOfNewPhotos
        }
    }
}

extension CodingUserInfoKey {
    /// The key of the closure that receives the error of each value that can't be read: `@Sendable (any Error) -> Void`.
    fileprivate static let report = CodingUserInfoKey(rawValue: "report")!
}

/// The file that holds the settings: `$XDG_CONFIG_HOME/essential-feed/app.json`.
public struct AppSettingsFile: Sendable {
    private let url: URL
    private let report: @Sendable (any Error) -> Void

    /// Finds the file without reading it.
    /// - Parameter report: Receives each error of reading or writing; neither fails the program.
    public init(environment: [String: String], report: @escaping @Sendable (any Error) -> Void) {
        let home = FileManager.default.homeDirectoryForCurrentUser
        url = BaseDirectory.configuration.url(environment: environment, home: home)
            .appending(path: "essential-feed/app.json")
        self.report = report
    }

    /// Returns the saved settings, or the defaults if there are none that can be read.
    public func load() -> AppSettings {
        do {
            let decoder = JSONDecoder()
            decoder.userInfo[.report] = report
            return try decoder.decode(AppSettings.self, from: Data(contentsOf: url))
        } catch CocoaError.fileReadNoSuchFile {
            return AppSettings()
        } catch {
            report(error)
            return AppSettings()
        }
    }

    /// Writes the settings whole or not at all.
    public func save(_ settings: AppSettings) {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try JSONEncoder().encode(settings).write(to: url, options: .atomic)
        } catch {
            report(error)
        }
    }
}
