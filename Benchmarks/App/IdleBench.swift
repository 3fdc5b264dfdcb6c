import CAdwaita
import Foundation
import GtkKit

/// An empty window of a program that has run one task: all wake-ups are by Swift's runtime or GTK.
final class IdleBench {
    private let window: Widget

    init(application: UnsafeMutableRawPointer) {
        window = Widget(adw_application_window_new(UnsafeMutablePointer(OpaquePointer(application))))
        gtk_window_set_default_size(window.window, 480, 800)
        gtk_window_present(window.window)
        Task.detached {
            FileHandle.standardError.write(Data("the window is on the screen\n".utf8))
        }
    }
}
