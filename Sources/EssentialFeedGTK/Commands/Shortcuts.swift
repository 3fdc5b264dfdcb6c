import CAdwaita
package import EssentialFeed
package import GtkKit

package nonisolated struct Shortcut: Sendable {
    /// The name of the action; `nil` if a widget handles the keys itself.
    package var action: String?
    /// The keys that are set for the whole application, in GTK's notation.
    package var keys: [String] = []
    /// The keys that a screen or widget sets itself.
    package var localKeys: [String] = []
    let title: ScreenStrings
}

/// All shortcuts, in one place: this list sets the application's keys and fills the shortcuts window.
package enum Shortcuts {
    package nonisolated static let all = general + lists + viewer

    package nonisolated static let general = [
        Shortcut(action: "win.refresh", keys: ["<Control>r"], title: .refresh),
        Shortcut(action: "win.slideshow", keys: ["F5"], title: .slideshow),
        Shortcut(action: "win.fullscreen", keys: ["F11"], title: .fullScreen),
        Shortcut(action: "win.back", keys: ["<Alt>Left"], localKeys: ["Escape"], title: .back),
        Shortcut(localKeys: ["F10"], title: .mainMenu),
        Shortcut(localKeys: ContextMenu.keys, title: .contextMenu),
        Shortcut(action: "win.preferences", keys: ["<Control>comma"], title: .preferences),
        Shortcut(action: "win.show-help-overlay", keys: ["<Control>question"], title: .keyboardShortcuts),
        Shortcut(action: "window.close", keys: ["<Control>w"], title: .closeWindow),
        Shortcut(action: "app.quit", keys: ["<Control>q"], title: .quit),
    ]

    package nonisolated static let lists =
        ListMove.allCases.map { Shortcut(localKeys: $0.keys, title: $0.title) }
        + [Shortcut(localKeys: ["Return"], title: .viewPhoto)]
        + FeedViewKey.allCases.map { Shortcut(localKeys: $0.keys, title: $0.title) }

    package nonisolated static let viewer =
        ImageViewerKey.allCases.compactMap { key in
            key.title.map { Shortcut(localKeys: key.keys, title: $0) }
        } + [movePicture] + PhotoCommand.allCases.compactMap(\.shortcut)

    /// Moves an enlarged picture. The left and right keys show another photo only if the whole picture is shown.
    private nonisolated static let movePicture = Shortcut(
        localKeys: [ImageViewerKey.up, .down, .left, .right].flatMap(\.keys), title: .movePhoto)

    package static func set(for application: UnsafeMutableRawPointer) {
        for shortcut in all {
            if let action = shortcut.action { Actions.setShortcuts(shortcut.keys, for: action, of: application) }
        }
    }

    package static func window(language: Language) -> Widget? {
        let description = """
            <interface><object class="GtkShortcutsWindow" id="shortcuts"><property name="modal">1</property>\
            <child><object class="GtkShortcutsSection"><property name="section-name">shortcuts</property>\
            \(group(.general, general, language))\(group(.lists, lists, language))\(group(.viewer, viewer, language))\
            </object></child></object></interface>
            """
        let builder = gtk_builder_new_from_string(description, -1)
        defer { g_object_unref(builder.map { UnsafeMutableRawPointer($0) }) }
        guard let window = gtk_builder_get_object(builder, "shortcuts") else { return nil }
        return Widget(UnsafeMutablePointer<GtkWidget>(OpaquePointer(window)))
    }

    private static func group(_ title: ScreenStrings, _ shortcuts: [Shortcut], _ language: Language) -> String {
        let rows = shortcuts.map { shortcut in
            let keys = (shortcut.localKeys + shortcut.keys).map(\.escapedAsMarkup).joined(separator: " ")
            return """
                <child><object class="GtkShortcutsShortcut">\
                <property name="title">\(language.text(shortcut.title).escapedAsMarkup)</property>\
                <property name="accelerator">\(keys)</property></object></child>
                """
        }
        return """
            <child><object class="GtkShortcutsGroup">\
            <property name="title">\(language.text(title).escapedAsMarkup)</property>\
            \(rows.joined())</object></child>
            """
    }
}
