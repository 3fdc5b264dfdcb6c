import EssentialFeed
import EssentialFeedComposition
import Foundation
import ImageFormats
import Synchronization
import TestSupport
import Testing

/// The app's settings, written and read at the next start.
@Suite struct AppSettingsTests {
    @Test func `Every setting is read back as it was saved`() throws {
        var settings = AppSettings()
        let servers = try ["http://a.com", "file:///photos/"].map { try RememberedServer($0) }
        settings.preferences = Preferences(
            servers: RememberedServers(servers, current: servers[1], names: [servers[0]: "Maria"]),
            imageLimit: 250_000_000,
            offlineChoice: .newest50, notifiesOfNewPhotos: true)
        settings.signedInServers = ["http://a.com"]
        (settings.width, settings.height) = (700, 600)
        (settings.isMaximized, settings.isFullScreen) = (true, true)
        (settings.feedWidth, settings.pictureScale) = (500, 2)
        let read = try JSONDecoder().decode(AppSettings.self, from: JSONEncoder().encode(settings))
        #expect(read == settings)
        #expect(read.preferences.servers.all == servers && read.preferences.servers.current == servers[1])
        #expect(read.preferences.offlineChoice == .newest50 && read.preferences.notifiesOfNewPhotos)
    }

    @Test("The first pictures have the sizes of the last session's list", arguments: [360, 640, 700, 1_000, 1_900])
    func sizingIsThatOfTheLastList(width: Int) {
        let shapes = [(1_500, 1_000), (1_000, 1_500), (1_000, 1_000), (1_600, 900), (1_000, 700)]
        let images = (0..<30).map { number in
            let (width, height) = shapes[number % 5]
            return FeedImage(
                id: UUID(), url: anyURL(), pixelSize: PixelSize(width: width, height: height),
                createdAt: Date(timeIntervalSince1970: 1_770_000_000 - 400_000 * Double(number)))
        }
        let page = FeedPage(images: images, origin: .remote, loadedAt: Date()) { throw CancellationError() }
        let screens = ScreenContext(now: { Date() }, language: .english)
        for style in [FeedStyle(), FeedStyle(isGrid: true)] {
            var rows = FeedRows(images)
            rows.arrange(
                as: FeedArrangement(style, width: width), width: width - 2 * FeedArrangement.margin,
                months: style.isGrid
                    ? FeedMonth.months(of: images, calendar: screens.calendar, language: screens.language) : [],
                isComplete: false)
            var settings = AppSettings()
            settings.feedStyle = style
            settings.remember(rows.sizing(scale: 2))
            #expect(settings.sizing(of: page, in: screens) == rows.sizing(scale: 2))
        }
    }

    @Test(
        "Earlier settings, which knew no number of photos, keep their meaning; a choice that isn't known is 200",
        arguments: [
            (#"{"keepsImagesOffline":false}"#, OfflineChoice.off), (#"{"keepsImagesOffline":true}"#, .newest200),
            (#"{"keepsImagesOffline":"x"}"#, .newest200), (#"{"offlineChoice":"all"}"#, .all),
            (#"{"keepsImagesOffline":false,"offlineChoice":"newest50"}"#, .newest50),
            (#"{"offlineChoice":"newest9"}"#, .newest200), ("{}", .newest200),
        ])
    func decodeReadsEarlierChoice(settings: String, choice: OfflineChoice) throws {
        #expect(try decoded(settings).offlineChoice == choice)
    }

    @Test func `A remembered server that can't be read is ignored alone, and of too many the first are read`() throws {
        let read = try decoded(#"{"servers":["http://a.com",7,"two words",null,"file:///photos"],"currentServer":7}"#)
        #expect(read.servers == ["http://a.com", "file:///photos/"])
        let many = (0..<2_000).map { #""http://a.com/\#($0)""# }.joined(separator: ",")
        #expect(try decoded(#"{"servers":[\#(many)]}"#).servers.count == 1_000)
    }

    @Test func `Settings that know one address only make it the remembered server`() throws {
        let read = try decoded(#"{"address":"http://a.com"}"#)
        #expect(read.servers == ["http://a.com"])
        #expect(read.currentServer == "http://a.com")
        let long = "http://a.com/" + String(repeating: "a", count: 2_048)
        #expect(try decoded(#"{"address":"\#(long)"}"#).address == nil)
    }

    @Test(
        arguments: [
            ("-1e300", 10_000_000, 360, 1), ("0", 10_000_000, 360, 1), ("1e300", 1_000_000_000_000_000, 8_192, 4),
        ])
    func `A number out of range becomes the nearest in it`(number: String, limit: Int, width: Int, scale: Int) throws {
        let read = try decoded(#"{"imageLimit":\#(number),"width":\#(number),"pictureScale":\#(number)}"#)
        #expect(read.imageLimit == limit && read.width == width && read.pictureScale == scale)
    }

    @Test func `The terminal program's address is that of the server that is shown, or of one that is left`() throws {
        let servers = try ["http://a.com", "http://b.com", "file:///photos/"].map { try RememberedServer($0) }
        var settings = AppSettings()
        for (remembered, current, address) in [
            (servers, servers[1], "http://b.com"), (servers, servers[2], "http://b.com"),
            ([servers[0], servers[2]], servers[2], "http://a.com"), ([servers[2]], servers[2], nil),
            // The removal of the only server with an address was undone.
            ([servers[0], servers[2]], servers[2], "http://a.com"),
        ] as [([RememberedServer], RememberedServer, String?)] {
            settings.preferences.servers = RememberedServers(remembered, current: current)
            #expect(settings.address == address)
        }
    }

    @Test func `Nobody else can look into the settings' folder; what is wrong in the file is reported alone`() throws {
        let home = TemporaryFolder()
        let reports = Mutex<[String]>([])
        let file = AppSettingsFile(environment: ["XDG_CONFIG_HOME": home.path]) { error in
            reports.withLock { $0.append("\(error)") }
        }
        #expect(file.load() == AppSettings())
        var settings = AppSettings()
        (settings.width, settings.feedWidth) = (700, 700)
        file.save(settings)
        #expect(file.load() == settings)
        #expect(reports.withLock { $0 } == [])
        let folder = home.url.appending(path: "essential-feed")
        let permissions = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
        #expect(permissions == 0o700)
        try Data(#"{"width":700,"height":"tall"}"#.utf8).write(to: folder.appending(path: "app.json"))
        #expect(file.load() == settings)
        #expect(reports.withLock { $0.count } == 1)
    }

    private func decoded(_ text: String) throws -> AppSettings {
        try JSONDecoder().decode(AppSettings.self, from: Data(text.utf8))
    }
}
