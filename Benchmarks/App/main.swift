import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit

// Measures the app's screens. Benchmarks/AppFloor has the floor.
//   essential-feed-scroll COUNT      scrolls through COUNT cards with pictures of 12 megapixels
//   essential-feed-scroll grid COUNT   the same in the grid, in a window of 1,000 x 700 pixels
//   essential-feed-scroll viewer N   opens N pictures of 12 megapixels
//   essential-feed-scroll zoom N     enlarges and moves a picture of 12 megapixels in N frames
//   essential-feed-scroll browsed SECONDS   scrolls, views and goes back for so long
//   essential-feed-scroll idle       shows an empty window until it is ended
SystemMemory.shareWhatIsFree()
let arguments = Array(CommandLine.arguments.dropFirst())
let mode = arguments.first ?? "10000"
let numbers = arguments.dropFirst().map { Int($0) ?? 0 }
guard numbers.allSatisfy({ $0 > 0 }) else { exit(64) }
MainLoop.attach()
guard let made = adw_application_new("org.essentialfeed.Scroll", G_APPLICATION_NON_UNIQUE) else { exit(70) }
let application = ObjectReference(owning: UnsafeMutableRawPointer(made))
var bench: AnyObject?
Signal.connect(application.pointer, "activate") { _ in
    bench =
        switch (mode, numbers.count) {
        case ("viewer", 1): ViewerBench(application: application.pointer, count: numbers[0])
        case ("zoom", 1): ZoomBench(application: application.pointer, count: numbers[0])
        case ("browsed", 1): BrowsedMemoryBench(application: application.pointer, seconds: numbers[0])
        case ("grid", 1):
            ScrollBench(application: application.pointer, count: numbers[0], photo: ScrollBench.photo(), isGrid: true)
        case ("idle", 0): IdleBench(application: application.pointer)
        default:
            if let count = Int(mode) {
                ScrollBench(application: application.pointer, count: count, photo: ScrollBench.photo())
            } else {
                exit(64)
            }
        }
}
exit(g_application_run(application.cast(), 0, nil))
