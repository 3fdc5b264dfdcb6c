import CAdwaita
import DecoderProcess
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// Scrolls 80 pixels in each of 600 frames and prints one line: p50, p95 and p99 of a frame's work in milliseconds, how
/// many frames took more than 33 ms, and the memory in KiB.
final class ScrollBench {
    private let controller: FeedController
    private let screen: FeedScreen
    private let window: Widget
    private var frames = 0
    private var began = 0
    private var work: [Double] = []

    /// The feed's sizes, in turn; the app crops its only photo.
    private nonisolated static let shapes = [(4_000, 3_000), (3_000, 4_000), (4_000, 2_250), (3_000, 3_000)]
        .map { PixelSize(width: $0, height: $1) }

    init(application: UnsafeMutableRawPointer, count: Int, photo: Data, isGrid: Bool = false) {
        let rows = (0..<count).map { number in
            FeedImage(
                id: UUID(),
                description: "Description \(number) of a picture, long enough that it takes two lines of a card.",
                location: "Location \(number)", url: Self.url(number),
                pixelSize: Self.shapes[number % Self.shapes.count])
        }
        let page = FeedPage(images: rows, origin: .remote, loadedAt: Date())
        let memory = PictureCache<Texture>()
        let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let decoders = DecoderPool(program: DecoderProgram(for: executable, environment: [:])) { print($0) }
        let loader = ImageLoader(source: SameImageData(data: photo), decoder: TextureDecoder(decoders), memory: memory)
        let pictures = LoadFeedImagePicture(memory: memory, images: loader, isCached: { _ in true })
        controller = FeedController(
            loadCached: { throw CancellationError() }, load: { page },
            in: ScreenContext(now: { Date() }, language: .english))
        screen = FeedScreen(
            controller: controller,
            pictures: FeedImageControllers(
                sizing: .cards(width: 432),
                look: { memory.picture(of: $0, size: $1) },
                load: { try await pictures.load($0, ticket: $1, showMeanwhile: $2) }),
            menu: nil, language: .english)
        window = Widget(adw_application_window_new(UnsafeMutablePointer(OpaquePointer(application))))
        gtk_window_set_default_size(window.window, isGrid ? 1_000 : 480, isGrid ? 700 : 800)
        screen.show(FeedStyle(isGrid: isGrid))
        ScreenStyle.apply()
        adw_application_window_set_content(window.cast(), screen.root.pointer)
        gtk_widget_realize(window.pointer)
        guard let clock = gtk_widget_get_frame_clock(window.pointer) else { exit(70) }
        let raw = UnsafeMutableRawPointer(clock)
        Signal.connect(raw, "before-paint") { [weak self] _ in self?.began = g_get_monotonic_time() }
        Signal.connect(raw, "after-paint") { [weak self] _ in self?.finishFrame(clock) }
        controller.appear()
        gtk_window_present(window.window)
    }

    /// Returns a JPEG of 12 megapixels, the size of a camera's photo.
    /// - Parameter noise: The most that is added to each value, or subtracted from it; 26 makes as many bytes as a
    ///   camera does.
    static func photo(noise: Int = 0) -> Data {
        guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, 4000, 3000),
            let pixels = gdk_pixbuf_get_pixels(pixbuf)
        else { exit(70) }
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        var bits: UInt32 = 1
        for y in 0..<3000 {
            for x in 0..<4000 {
                let pixel = pixels + y * stride + x * 3
                (pixel[0], pixel[1], pixel[2]) = (UInt8(x / 16), UInt8(y / 12), UInt8((x ^ y) & 255))
                guard noise > 0 else { continue }
                bits = bits &* 1_664_525 &+ 1_013_904_223
                let grain = Int(bits >> 16) % (2 * noise + 1) - noise
                (pixel[0], pixel[1], pixel[2]) = (
                    UInt8(clamping: x / 16 + grain), UInt8(clamping: y / 12 + grain),
                    UInt8(clamping: (x + y) / 28 + grain)
                )
            }
        }
        var buffer: UnsafeMutablePointer<gchar>?
        var count: gsize = 0
        gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, "jpeg", nil, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(pixbuf))
        guard let buffer else { exit(70) }
        defer { g_free(buffer) }
        return Data(bytes: buffer, count: Int(count))
    }

    private func finishFrame(_ clock: OpaquePointer) {
        frames += 1
        if frames > 60 { work.append(Double(g_get_monotonic_time() - began) / 1e3) }
        if frames == 660 { return finish() }
        if frames >= 60 { screen.scroll(by: 80) }
        gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
    }

    private func finish() {
        let late = work.count { $0 > 33 }
        work.sort()
        let figures = [work[300], work[570], work[594]].map { String(format: "%.2f", $0) }
        print((figures + [String(late), String(Self.residentKiB)]).joined(separator: " "))
        exit(0)
    }

    static func url(_ number: Int) -> URL {
        guard let url = URL(string: "https://photos.example.com/image/\(number)") else { exit(70) }
        return url
    }

    static var residentKiB: Int {
        let status = FileManager.default.contents(atPath: "/proc/self/status").map {
            String(decoding: $0, as: UTF8.self)
        }
        return status?.firstMatch(of: /VmRSS:\s+(\d+)/).flatMap { Int($0.1) } ?? 0
    }
}

/// A source with the same bytes behind every URL, as if they were on the disk.
nonisolated struct SameImageData: ImageSource {
    let data: Data

    func cached(_ url: URL) async throws -> Data? { data }
    func fetch(_ url: URL) async throws -> Data { data }
    func remove(_ url: URL) async throws {}
}
