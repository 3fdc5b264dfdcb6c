import CAdwaita
import DecoderProcess
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline
import Synchronization
import class TestSupport.VirtualClock
import XCTest

/// Creates the screens. The test provides their view models.
@MainActor
enum Screens {
    /// How pictures load in a test.
    enum Pictures {
        case come, stay
        case fail(PictureError)
    }

    /// Decodes for all screens: decoders start once.
    private static let decoder = TextureDecoder(.built())

    private static func load(_ photo: Data, for size: PixelSize, _ pictures: Pictures) async throws -> Texture {
        switch pictures {
        case .come: return try await decoder.decode(photo, for: size)
        case .fail(let error): throw error
        case .stay:
            try await Task.sleep(for: .seconds(3_600))
            throw CancellationError()
        }
    }

    private static func picture() async throws -> Texture {
        try await decoder.decode(demoPhoto, for: PixelSize(width: 352, height: 264))
    }

    /// Waits for a decoded picture.
    static func texture() throws -> Texture {
        var texture: Result<Texture, any Error>?
        Task {
            do { texture = .success(try await picture()) } catch { texture = .failure(error) }
        }
        runLoop(until: "a picture") { texture != nil }
        return try XCTUnwrap(texture).get()
    }

    static func feed(
        _ pictures: Pictures = .come, menu: OpaquePointer? = nil
    ) -> FeedScreen {
        let photo = demoPhoto
        return FeedScreen(
            controller: FeedController(
                loadCached: { throw CancellationError() }, load: { throw CancellationError() },
                in: ScreenContext(now: { Date() }, language: Surroundings.language)),
            pictures: FeedImageControllers(sizing: .cards(width: 352)) { _, _, _ in
                try await load(photo, for: PixelSize(width: 352, height: 264), pictures)
            },
            menu: menu, language: Surroundings.language)
    }

    /// Returns a screen with images from a server.
    static func feed(
        loading images: [FeedImage], now: @escaping @Sendable () -> Date,
        onOutput: @escaping @MainActor (FeedController.Output) -> Void = { _ in }
    ) -> (feed: FeedScreen, controller: FeedController) {
        let photo = demoPhoto
        let page = FeedPage(images: images, origin: .remote, loadedAt: now())
        let controller = FeedController(
            load: { page }, in: ScreenContext(now: now, calendar: calendar, language: Surroundings.language),
            onOutput: onOutput)
        let screen = FeedScreen(
            controller: controller,
            pictures: FeedImageControllers<Texture>(sizing: .cards(width: 352)) { request, _, _ in
                try await decoder.decode(photo, for: request.size)
            },
            menu: nil, language: Surroundings.language)
        controller.appear()
        return (screen, controller)
    }

    /// Returns a screen whose pictures are decoded for their size and kept in memory.
    static func feed(
        keepingPicturesIn memory: PictureCache<Texture>
    ) -> (screen: FeedScreen, pictures: FeedImageControllers<Texture>) {
        let photo = demoPhoto
        let pictures = FeedImageControllers<Texture>(
            sizing: .cards(width: 100),
            look: { memory.picture(of: $0, size: $1) },
            load: { request, _, _ in
                let texture = try await decoder.decode(photo, for: request.size)
                memory.insert(texture, for: request.image.url, size: request.size, cost: 1)
                return texture
            })
        let screen = FeedScreen(
            controller: FeedController(
                loadCached: { throw CancellationError() }, load: { throw CancellationError() },
                in: ScreenContext(now: { Date() }, language: Surroundings.language)),
            pictures: pictures, menu: nil, language: Surroundings.language)
        return (screen, pictures)
    }

    /// Returns a screen of the comments of an image, drawn before the comments.
    /// - Parameter memory: Finds the picture in memory.
    static func comments(
        of image: FeedImage? = nil, _ pictures: Pictures = .come,
        memory: FeedImageController<Texture>.Look? = nil, isPane: Bool = false,
        load: @escaping @Sendable () async throws -> ImageConversation = { throw CancellationError() },
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> ImageCommentsScreen {
        commentsWithController(of: image, pictures, memory: memory, isPane: isPane, load: load, now: now).screen
    }

    static func commentsWithController(
        of image: FeedImage? = nil, _ pictures: Pictures = .come,
        memory: FeedImageController<Texture>.Look? = nil, isPane: Bool = false,
        load: @escaping @Sendable () async throws -> ImageConversation = { throw CancellationError() },
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> (screen: ImageCommentsScreen, controller: ImageCommentsController) {
        let photo = demoPhoto
        let image = image ?? self.image(1, description: nil, location: nil)
        let controller = ImageCommentsController(
            image: image, load: load, send: { _ in throw CancellationError() },
            in: ScreenContext(now: now, calendar: calendar, language: Surroundings.language))
        let screen = ImageCommentsScreen(
            controller: controller,
            picture: FeedImageController(image: image, size: PixelSize(width: 352, height: 264), look: memory) {
                request, _, _ in try await self.load(photo, for: request.size, pictures)
            },
            isPane: isPane, language: Surroundings.language)
        return (screen, controller)
    }

    static func address(
        _ address: String = "", request: SignInRequest? = nil, canGoBack: Bool = false, isFirst: Bool = false,
        perform: @escaping (AddressScreen.Action) -> Void = { _ in },
        find: @escaping ServerAddressController.Find
    ) -> AddressScreen {
        AddressScreen(
            controller: ServerAddressController(
                request, find: find, language: Surroundings.language, onFound: { _, _ in }),
            content: (address: address, canGoBack: canGoBack, isFirst: isFirst, hasDemo: true),
            menu: nil, language: Surroundings.language, perform: perform)
    }

    private static func server(_ text: String) -> RememberedServer? {
        do {
            return try RememberedServer(text)
        } catch {
            XCTFail("\(text): \(error)")
            return nil
        }
    }

    /// Returns the preferences for three servers, one of them a folder.
    static func preferences(
        save: @escaping @MainActor (Preferences) -> Void = { _ in },
        offerUndo: @escaping @MainActor (UndoOffer) -> Void = { _ in },
        onStyle: @escaping @MainActor (FeedStyle) -> Void = { _ in }
    ) -> (screen: PreferencesWindow, controller: PreferencesController) {
        let servers = [
            "http://127.0.0.1:8080", "https://photos.example.com/family_&_friends", "file:///home/maria/Summer/",
        ]
        .compactMap { text in server(text) }
        let controller = PreferencesController(
            Preferences(
                servers: RememberedServers(servers, current: servers.first), imageLimit: 500_000_000,
                offlineChoice: .newest200, notifiesOfNewPhotos: false),
            language: Surroundings.language,
            caches: PreferencesController.Caches(
                measure: { servers in
                    CacheUsage(total: 48_000_000, byServer: [servers[0]: 31_000_000, servers[1]: 17_000_000])
                }, clear: {}, forget: { _ in })
        ) { output in
            switch output {
            case .save(let preferences): save(preferences)
            case .leave, .show: break
            case .offerUndo(let offer): offerUndo(offer)
            }
        }
        let screen = PreferencesWindow(controller: controller, style: FeedStyle(), language: Surroundings.language)
        screen.onStyle = onStyle
        controller.offlineChanged(OfflineStatus(images: SavedImages(saved: 120, total: 200), phase: .saving))
        controller.appear()
        return (screen, controller)
    }

    static func image(
        _ number: Int, description: String?, location: String?, size: PixelSize? = nil, placeholder: Data? = nil,
        createdAt: Date? = nil, author: String? = nil, commentCount: Int? = nil
    ) -> FeedImage {
        FeedImage(
            id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))), description: description,
            location: location, url: URL(filePath: "/image-\(number)"), pixelSize: size, placeholder: placeholder,
            createdAt: createdAt, author: author, commentCount: commentCount)
    }

    /// Returns a viewer of the images, and the user's actions there.
    /// - Parameters:
    ///   - appears: Whether it shows the image already.
    ///   - clock: Measures how long the controls aren't used.
    ///   - onLoad: Receives the size of each requested picture.
    static func viewer(
        _ images: [FeedImage], at position: Int = 0, _ pictures: Pictures = .come,
        appears: Bool = true, clock: VirtualClock = VirtualClock(),
        slideshow: SlideshowTimer? = nil,
        onLoad: @escaping @Sendable (PixelSize) -> Void = { _ in }
    ) -> (screen: ImageViewerScreen, controller: ImageViewerController<Texture>) {
        let photo = demoPhoto
        let controller = ImageViewerController(
            ImageViewerState(showing: images[position], of: images),
            pictures: FeedImageControllers<Texture>(sizing: .whole(in: PixelSize(width: 360, height: 360))) {
                request, _, _ in
                onLoad(request.size)
                return try await load(photo, for: request.size, pictures)
            },
            texts: { image in
                FeedImageViewModel(
                    description: image.description, location: image.location, author: image.author, date: daysAgo(2),
                    absoluteDate: AbsoluteDate(calendar: calendar, locale: Surroundings.language.locale).text(
                        for: taken))
            }, onNearEnd: {})
        let screen = ImageViewerScreen(
            controller: controller, language: Surroundings.language, clock: clock, slideshow: slideshow)
        if appears { controller.appear() }
        return (screen, controller)
    }

    /// Returns a viewer of one image of `Tests/Pictures`, decoded as the app does it.
    static func viewer(
        ofFile name: String
    ) throws -> (screen: ImageViewerScreen, controller: ImageViewerController<Texture>) {
        let folder = URL(filePath: #filePath).appending(path: "../../Pictures").standardizedFileURL
        let data = try Data(contentsOf: folder.appending(path: name))
        return try viewer(of: data)
    }

    /// Returns a viewer of one image, decoded as the app does it.
    static func viewer(
        of data: Data
    ) throws -> (screen: ImageViewerScreen, controller: ImageViewerController<Texture>) {
        let decoder = decoder
        let size = try ImageHeader(of: data).uprightSize
        let image = image(1, description: "moving", location: nil, size: size)
        let controller = ImageViewerController(
            ImageViewerState(showing: image, of: [image]),
            pictures: FeedImageControllers<Texture>(sizing: .whole(in: PixelSize(width: 360, height: 360))) {
                request, _, _ in try await decoder.decode(data, for: request.size)
            },
            texts: { FeedImageViewModel(description: $0.description, location: $0.location) },
            animation: AnimationController(
                open: { _, _ in try await decoder.animation(of: data) }, onError: { _ in }),
            onNearEnd: {})
        let screen = ImageViewerScreen(controller: controller, language: Surroundings.language, clock: VirtualClock())
        controller.appear()
        return (screen, controller)
    }

    /// The blurred picture of a photo as a ThumbHash.
    static let placeholder = Data([0x2A, 0x96, 0x09, 0x24, 0x06] + (0..<18).map { UInt8($0 * 13 % 256) })

    /// When all photos were taken.
    static let taken = Date(timeIntervalSince1970: 1_779_276_240)
    static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }

    /// Returns a date as shown on the screens.
    static func daysAgo(_ days: Int) -> String {
        RelativeDate(now: taken, calendar: calendar, locale: Surroundings.language.locale)
            .text(for: taken - Double(days * 86_400))
    }

    static func comment(_ number: Int, _ username: String, _ date: String, _ message: String) -> ImageCommentViewModel {
        ImageCommentViewModel(
            id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))), message: message, date: date,
            username: username)
    }

    static func feed(
        _ rows: [FeedImage], loadMore: LoadMoreViewModel? = nil, error: String? = nil
    ) -> FeedViewModel {
        var viewModel = FeedViewModel()
        viewModel.rows = rows
        viewModel.loadMore = loadMore
        viewModel.errorMessage = error
        viewModel.content = .rows
        return viewModel
    }

    static let longText =
        "The East Side Gallery is an open-air gallery in Berlin. It consists of a series of murals painted directly on "
        + "a 1,316 m long remnant of the Berlin Wall, located near the centre of Berlin, on Mühlenstraße in "
        + "Friedrichshain-Kreuzberg. The gallery has official status as a Denkmal, or heritage-protected landmark."

    private static var demoPhoto: Data {
        let demo = URL(filePath: #filePath).appending(path: "../../../Demo").standardizedFileURL
        do {
            return try Data(contentsOf: demo.appending(path: "coast/coloured-doors.jpg"))
        } catch {
            preconditionFailure("no demo photo: \(error)")
        }
    }
}

extension Texture {
    /// Creates a texture of one colour: red, green and blue.
    convenience init(width: Int, height: Int, colour: [UInt8]) {
        let owner = NSData(data: Data((0..<width * height).flatMap { _ in colour }))
        self.init(
            size: (width, height), isOpaque: true,
            pixels: UnsafeRawBufferPointer(start: owner.bytes, count: owner.length), owner: owner)
    }
}

/// The sizes of requested pictures.
final class Sizes: Sendable {
    private let sizes = Mutex<[PixelSize]>([])

    var all: [PixelSize] { sizes.withLock { $0 } }

    func add(_ size: PixelSize) { sizes.withLock { $0.append(size) } }
}

/// Where a widget is on a screen.
struct Frame: Equatable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
}

extension FeedScreen {
    /// Returns where a widget is on the screen.
    @MainActor func frame(of widget: Widget) -> Frame { widget.frame(in: root) }
}

extension Widget {
    /// Where it is in another widget.
    @MainActor func frame(in other: Widget) -> Frame {
        var bounds = graphene_rect_t()
        _ = gtk_widget_compute_bounds(pointer, other.pointer, &bounds)
        return Frame(
            x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
            height: Double(bounds.size.height))
    }
}
