import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import Synchronization
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
            XCTAssertEqual(windows.map(\.typeName), [], "a window that a test leaves keeps events from the next test's")
            for window in windows { gtk_window_destroy(window.window) }
            Surroundings.reset()
        }
        XCTAssertEqual(Warnings.take(), [], "a person finds these on standard error")
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

    /// The open question, if any.
    static var messageDialog: Widget? {
        windows.first { $0.isA(adw_message_dialog_get_type()) && $0.isVisible }
    }

    var typeName: String {
        String(cString: g_type_name_from_instance(raw.assumingMemoryBound(to: GTypeInstance.self)))
    }
}

/// Runs the loop until the condition holds, checked after each event and every 20 ms.
@MainActor
func runLoop(
    until what: String, within limit: Duration = .seconds(300), file: StaticString = #filePath, line: UInt = #line,
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

/// The warnings of GTK and its libraries.
enum Warnings {
    private static let texts = Mutex<[String]>([])

    /// Notes all warnings from now on, besides writing them.
    fileprivate static func watch() {
        let writer: GLogWriterFunc = { level, fields, count, data in
            let levels = G_LOG_LEVEL_WARNING.rawValue | G_LOG_LEVEL_CRITICAL.rawValue
            if level.rawValue & levels != 0, let text = g_log_writer_format_fields(level, fields, count, gboolean(0)) {
                Warnings.texts.withLock { $0.append(String(cString: text)) }
                g_free(text)
            }
            return g_log_writer_default(level, fields, count, data)
        }
        g_log_set_writer_func(writer, nil, nil)
    }

    /// Returns the warnings since the last call.
    static func take() -> [String] {
        texts.withLock { texts in
            defer { texts = [] }
            return texts
        }
    }
}

/// Shared by all widget tests: the loop's bridge, and settings independent of the machine.
@MainActor
enum Surroundings {
    private static let isPrepared: Bool = {
        Warnings.watch()
        MainLoop.attach()
        // The same fonts on every machine, unless the run chooses others.
        let fonts = URL(filePath: #filePath).appending(path: "../../Fonts/fonts.conf").standardizedFileURL
        setenv("FONTCONFIG_FILE", fonts.path, 0)
        // A home with a file in it: dialogs show the same on every machine.
        let home = FileManager.default.temporaryDirectory.appending(path: "essential-feed-widgets-\(getpid())")
        do {
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            try Data().write(to: home.appending(path: "photo.jpg"))
        } catch {
            preconditionFailure("\(error)")
        }
        setenv("HOME", home.path, 1)
        setenv("XDG_CONFIG_HOME", home.path, 1)
        precondition(gtk_init_check() != 0, "there is no display: run the tests as make test does")
        adw_init()
        // The app's icon, which isn't installed.
        let icons = URL(filePath: #filePath).appending(path: "../../../Desktop").standardizedFileURL
        gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(gdk_display_get_default()), icons.path)
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
        language = .english
        gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
    }

    static var isDark = false {
        didSet {
            adw_style_manager_set_color_scheme(
                adw_style_manager_get_default(), isDark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT)
        }
    }

    /// The language of new screens.
    static var language = Language.english

    /// The scale of texts: 2 means 200 %.
    static var textScale = 1 {
        didSet { set("gtk-xft-dpi", textScale * 96 * 1024) }
    }

    static func set(_ name: String, _ value: Any) {
        var boxed = GValue()
        switch value {
        case let value as Bool:
            g_value_init(&boxed, g_type_from_name("gboolean"))
            g_value_set_boolean(&boxed, gboolean(value ? 1 : 0))
        case let value as Int:
            g_value_init(&boxed, g_type_from_name("gint"))
            g_value_set_int(&boxed, gint(value))
        default:
            g_value_init(&boxed, g_type_from_name("gchararray"))
            g_value_set_string(&boxed, "\(value)")
        }
        g_object_set_property(UnsafeMutablePointer(gtk_settings_get_default()), name, &boxed)
        g_value_unset(&boxed)
    }
}
