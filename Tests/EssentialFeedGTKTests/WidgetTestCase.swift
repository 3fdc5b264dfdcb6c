import CAdwaita
import CGtkKit
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import XCTest

/// A test of widgets: synchronous, because XCTest runs such tests on the process's main thread, where GTK must be.
class WidgetTestCase: XCTestCase {
    override func setUp() {
        super.setUp()
        XCTAssertTrue(Thread.isMainThread, "widgets belong to the main thread")
        onMain { Surroundings.prepare() }
    }

    override func tearDown() {
        onMain {
            let windows = Widget.windows.filter(\.isVisible)
            XCTAssertEqual(
                windows.map(\.typeName), [], "a window that a test leaves keeps events from the next test's")
            for window in windows { gtk_window_destroy(window.window) }
            Surroundings.reset()
        }
        super.tearDown()
    }

    func onMain(_ work: @MainActor () throws -> Void) {
        MainActor.assumeIsolated {
            do {
                try work()
            } catch {
                XCTFail("\(error)")
            }
        }
    }
}

@MainActor
extension Widget {
    /// The windows of the process, whether they are shown or hidden.
    static var windows: [Widget] {
        let windows = gtk_window_get_toplevels()
        return (0..<g_list_model_get_n_items(windows)).compactMap { position in
            guard let window = g_list_model_get_item(windows, position) else { return nil }
            defer { g_object_unref(window) }
            return Widget(window.assumingMemoryBound(to: GtkWidget.self))
        }
    }

    /// The question that is asked, if one is.
    static var messageDialog: Widget? {
        windows.first { $0.isA(adw_message_dialog_get_type()) && $0.isVisible }
    }

    /// The name of the widget's type.
    var typeName: String {
        String(cString: g_type_name_from_instance(raw.assumingMemoryBound(to: GTypeInstance.self)))
    }
}

/// Runs the loop until the condition holds, which is checked after each event and every 20 ms.
@MainActor
func runLoop(
    until what: String, within limit: Duration = .seconds(120), file: StaticString = #filePath, line: UInt = #line,
    _ isMet: @MainActor () -> Bool
) {
    let deadline = ContinuousClock.now + limit
    let tick = g_timeout_add(20, { _ in gboolean(1) }, nil)
    defer { g_source_remove(tick) }
    while !isMet() {
        guard ContinuousClock.now < deadline else {
            return XCTFail("\(what) did not come within the time", file: file, line: line)
        }
        g_main_context_iteration(nil, gboolean(1))
    }
}

/// What all widget tests share: the loop's bridge, and settings that do not depend on the machine.
@MainActor
enum Surroundings {
    private static let isPrepared: Bool = {
        MainLoop.attach()
        precondition(gtk_init_check() != 0, "there is no display: run the tests as make test does")
        adw_init()
        ScreenStyle.apply()
        return MainLoop.isAlive()
    }()

    static func prepare() {
        precondition(isPrepared, "the main loop's bridge is dead")
        reset()
    }

    static func reset() {
        set("gtk-enable-animations", false)
        set("gtk-font-name", "Cantarell 11")
        set("gtk-icon-theme-name", "Adwaita")
        set("gtk-decoration-layout", ":close")
        set("gtk-hint-font-metrics", true)
        set("gtk-cursor-blink", false)
        textScale = 1
        isDark = false
        gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
    }

    static var isDark = false {
        didSet {
            adw_style_manager_set_color_scheme(
                adw_style_manager_get_default(), isDark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT)
        }
    }

    /// The scale of texts: 2 means 200 %.
    static var textScale = 1 {
        didSet { set("gtk-xft-dpi", textScale * 96 * 1024) }
    }

    static func set(_ name: String, _ value: Any) {
        var boxed = GValue()
        switch value {
        case let value as Bool:
            g_value_init(&boxed, gtkkit_type_boolean())
            g_value_set_boolean(&boxed, gboolean(value ? 1 : 0))
        case let value as Int:
            g_value_init(&boxed, gtkkit_type_int())
            g_value_set_int(&boxed, gint(value))
        default:
            g_value_init(&boxed, gtkkit_type_string())
            g_value_set_string(&boxed, "\(value)")
        }
        g_object_set_property(gtkkit_object(UnsafeMutableRawPointer(gtk_settings_get_default())), name, &boxed)
        g_value_unset(&boxed)
    }
}
