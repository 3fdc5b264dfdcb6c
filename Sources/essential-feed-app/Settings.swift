import Foundation

/// What the app remembers from one start to the next, in a file of the user's configuration folder.
struct Settings: Codable, Equatable {
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

    /// What a version before did not know has its default.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        address = try values.decodeIfPresent(String.self, forKey: .address)
        width = try values.decodeIfPresent(Int.self, forKey: .width) ?? width
        height = try values.decodeIfPresent(Int.self, forKey: .height) ?? height
        pictureWidth = try values.decodeIfPresent(Int.self, forKey: .pictureWidth) ?? pictureWidth
        pictureHeight = try values.decodeIfPresent(Int.self, forKey: .pictureHeight) ?? pictureHeight
        keepsImagesOffline = try values.decodeIfPresent(Bool.self, forKey: .keepsImagesOffline) ?? keepsImagesOffline
    }
}

/// Where the settings are kept: `$XDG_CONFIG_HOME/essential-feed/app.json`.
struct SettingsFile {
    private let url: URL
    private let report: (any Error) -> Void

    init(environment: [String: String], report: @escaping (any Error) -> Void) {
        let home = environment["HOME"].map { URL(filePath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        url = (folder ?? home.appending(path: ".config")).appending(path: "essential-feed/app.json")
        self.report = report
    }

    /// The saved settings; the defaults where there are none, or none that can be read.
    func load() -> Settings {
        guard FileManager.default.fileExists(atPath: url.path) else { return Settings() }
        do {
            return try JSONDecoder().decode(Settings.self, from: Data(contentsOf: url))
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
