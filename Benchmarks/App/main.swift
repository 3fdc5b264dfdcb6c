import CAdwaita
import CGtkKit
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit

// The app's feed screen with pictures of 12 megapixels behind its cards, scrolled as Benchmarks/AppFloor is.
//   essential-feed-scroll COUNT
let count = Int(CommandLine.arguments.dropFirst().first ?? "") ?? 10_000
MainLoop.attach()
guard let made = adw_application_new("org.essentialfeed.Scroll", G_APPLICATION_NON_UNIQUE) else { exit(70) }
let application = ObjectReference(owning: UnsafeMutableRawPointer(made))
let photo = ScrollBench.photo()
var bench: ScrollBench?
Signal.connect(application.pointer, "activate") { _ in
    bench = ScrollBench(application: application.pointer, count: count, photo: photo)
}
exit(g_application_run(gtkkit_g_application(application.pointer), 0, nil))
