// The feed on the whole screen: one photo at a time, the next one after some seconds.

import ArgumentParser
import CAdwaita
import DecoderProcess
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

struct Options: ParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
        commandName: "Slideshow", abstract: "A friend's newest photos, one at a time on the whole screen.",
        discussion: "Space and the arrows show the next and the previous photo, Escape ends.",
        version: Version.current)

    @Option(help: ArgumentHelp("The server's address (or ESSENTIAL_FEED_URL).", valueName: "base"))
    var url: String?

    @Option(help: ArgumentHelp("Where the feed and images are saved.", valueName: "dir"), completion: .directory)
    var cacheDir: String?

    @Option(help: ArgumentHelp("How long each photo stays.", valueName: "n"))
    var seconds = 8.0

    @Flag(name: .shortAndLong, help: "Report on standard error what fails behind the scenes.")
    var verbose = false

    func validate() throws {
        guard (0.1...86_400).contains(seconds) else { throw ValidationError("--seconds must be from 0.1 to 86400.") }
    }
}

let options = Options.parseOrExit()
let environment = ProcessInfo.processInfo.environment
let complain: @Sendable (String) -> Void = {
    FileHandle.standardError.write(Data("Slideshow: \(PlainText.line($0))\n".utf8))
}
let report: @Sendable (any Error) -> Void = { [isVerbose = options.verbose] in if isVerbose { complain("\($0)") } }
let start = ProgramStart(url: options.url, cacheDir: options.cacheDir, environment: environment, report: report)
do throws(ProgramStartError) {
    let address = try start.address()
    let context = try start.context(report: report, reportCacheError: { complain("\($0)") })
    MainLoop.attach()
    adw_init()
    // GTK's loop runs the main actor, and ends when the work does.
    MainLoop.wait { await show(address, in: context, language: start.language) }
} catch {
    complain(error.message(in: start.language))
    exit(64)
}

/// Shows the feed until the window is closed or a signal comes.
func show(_ address: ServerAddress, in context: SessionContext, language: Language) async {
    let (untilEnd, end) = AsyncStream<Never>.makeStream()
    let signals = EndingSignals { end.finish() }
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let decoders = DecoderPool(program: DecoderProgram(for: program, environment: environment), report: report)
    let memory = PictureCache<Texture>()
    let session = await ServerSession.open(
        address, memory: memory, decoder: TextureDecoder(decoders), in: context)
    let (pages, newest) = AsyncStream<FeedPage>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let saving = Task { for await page in pages { await session.saveImages(of: page) } }
    let feed = FeedController(
        loadCached: session.loadFeed.loadCached,
        load: { try await session.loadFeed.load().observed { newest.yield($0) } },
        in: ScreenContext(now: { Date() }, language: language, reconnectClock: ContinuousClock(), report: report))
    let slideshow = SlideshowController(of: feed, turn: .seconds(options.seconds), clock: ContinuousClock())
    let pictures = FeedImageControllers<Texture>(
        sizing: .whole(in: PixelSize(width: 960, height: 600)), look: { memory.picture(of: $0, size: $1) },
        load: { try await session.pictures.load($0, ticket: $1, showMeanwhile: $2) })
    let window = SlideWindow(slideshow, pictures: pictures, language: language) { end.finish() }
    slideshow.view = window
    window.present()
    slideshow.start()
    for await _ in untilEnd {}
    signals.stop()
    saving.cancel()
    slideshow.stop()
    pictures.stop()
    await session.close { _, error in error.map(report) }
    await decoders.close()
}
