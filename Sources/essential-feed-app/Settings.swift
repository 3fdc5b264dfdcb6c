import EssentialFeed
import Foundation

/// What the app remembers from one start to the next, in a file of the user's configuration folder.
nonisolated struct Settings: Codable, Equatable {
    /// The server that was used last, without its user info (N011).
    var address: String?
    var width = 480
    var height = 800
    /// At which pictures were shown last, in pixels of the screen.
    var pictureWidth = 432
    var pictureHeight = 324
    /// Whether the images of the feed are brought in quietly, to be seen offline (N032).
    var keepsImagesOffline = true

    init() {}

    /// Each value is read by itself: one that is missing or cannot be read has its default, and one that is too large
    /// or too small has what comes next to it. What cannot be read is reported to ``CodingUserInfoKey/report``.
    init(from decoder: any Decoder) throws {
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
        func pixels(_ key: CodingKeys, _ range: ClosedRange<Double>) -> Int? {
            // Finite: JSON has no other numbers, and what is clamped has no other ends.
            value(key, Double.self).map { Int(min(max($0, range.lowerBound), range.upperBound).rounded()) }
        }
        address = value(.address, String.self).flatMap {
            $0.utf8.count <= TypedServerAddress.maximumBytes ? $0 : nil
        }
        width = pixels(.width, Self.widths) ?? width
        height = pixels(.height, Self.heights) ?? height
        pictureWidth = pixels(.pictureWidth, Self.pictureSides) ?? pictureWidth
        pictureHeight = pixels(.pictureHeight, Self.pictureSides) ?? pictureHeight
        keepsImagesOffline = value(.keepsImagesOffline, Bool.self) ?? keepsImagesOffline
    }

    /// What a window may have: from the least that it is drawn in (N045) to more than any screen has.
    private static let widths = 360.0...8_192
    private static let heights = 294.0...8_192
    private static let pictureSides = 16.0...4_096
}

nonisolated extension CodingUserInfoKey {
    /// Told of each value that cannot be read: `@Sendable (any Error) -> Void`.
    static let report = CodingUserInfoKey(rawValue: "report")!
}

/// Where the settings are kept: `$XDG_CONFIG_HOME/essential-feed/app.json`.
struct SettingsFile {
    private let url: URL
    private let report: @Sendable (any Error) -> Void

    init(environment: [String: String], report: @escaping @Sendable (any Error) -> Void) {
        let home = environment["HOME"].map { URL(filePath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        url = (folder ?? home.appending(path: ".config")).appending(path: "essential-feed/app.json")
        self.report = report
    }

    /// The saved settings; the defaults where there are none, or none that can be read.
    func load() -> Settings {
        guard FileManager.default.fileExists(atPath: url.path) else { return Settings() }
        do {
            let decoder = JSONDecoder()
            decoder.userInfo[.report] = report
            return try decoder.decode(Settings.self, from: Data(contentsOf: url))
        } catch {
            report(error)
            return Settings()
        }
    }

    func save(_ settings: Settings) {
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
