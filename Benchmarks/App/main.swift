import CAdwaita
import CGtkKit
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit

// Measures the app's screens. Benchmarks/AppFloor has the floor.
//   essential-feed-scroll COUNT      scrolls through COUNT cards with pictures of 12 megapixels
//   essential-feed-scroll comments   opens and closes the comments
let mode = CommandLine.arguments.dropFirst().first ?? "10000"
MainLoop.attach()
guard let made = adw_application_new("org.essentialfeed.Scroll", G_APPLICATION_NON_UNIQUE) else { exit(70) }
let application = ObjectReference(owning: UnsafeMutableRawPointer(made))
var bench: AnyObject?
Signal.connect(application.pointer, "activate") { _ in
    bench =
        if let count = Int(mode) {
            ScrollBench(application: application.pointer, count: count, photo: ScrollBench.photo())
        } else {
            CommentsBench(application: application.pointer)
        }
}
exit(g_application_run(gtkkit_g_application(application.pointer), 0, nil))
