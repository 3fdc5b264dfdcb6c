import CAdwaita
package import EssentialFeed
package import GtkKit

/// The menu of the button at the end of the title bar: the servers, if there are others, and the window's actions.
package final class MainMenu {
    /// The window action that shows a server. Its state is the ``RememberedServer/text`` of the current one.
    package static let serverAction = "server"

    /// The menu as a `GMenu`, which changes with the servers.
    package let model: ObjectReference
    /// The name of the window action that shows an album. Its state is the path of the current one; empty for all photos.
    package static let albumAction = "album"

    private let servers: ObjectReference
    private let albums: ObjectReference
    private(set) var listed: [RememberedServer] = []
    private var texts: [String] = []
    private let language: Language

    package init(language: Language) {
        self.language = language
        model = Self.make()
        servers = Self.make()
        albums = Self.make()
        let (other, window) = (Self.make(), Self.make())
        for (text, action) in [
            (ScreenStrings.addServer, "win.add-server"), (.refresh, "win.refresh"), (.slideshow, "win.slideshow"),
        ] { g_menu_append(other.opaque, language.text(text), action) }
        for (text, action) in [
            (ScreenStrings.preferences, "win.preferences"), (.keyboardShortcuts, "win.show-help-overlay"),
            (.about, "app.about"),
        ] { g_menu_append(window.opaque, language.text(text), action) }
        for section in [servers, albums, other, window] {
            g_menu_append_section(model.opaque, nil, section.cast())
        }
    }

    /// Lists the servers, if there is another than the one on the screen, with their numbers of new images.
    package func display(
        _ servers: RememberedServers, shown: RememberedServer?, newImages: [RememberedServer: NewImageCount]
    ) {
        var texts: [String] = []
        if servers.all.contains(where: { $0 != shown }) {
            texts = servers.all.map { server in
                let name = servers.name(of: server)
                return newImages[server]?.text.map { "\(name) (\($0))" } ?? name
            }
        }
        // An open menu stays as it is unless a text changes.
        guard servers.all != listed || texts != self.texts else { return }
        (listed, self.texts) = (servers.all, texts)
        g_menu_remove_all(self.servers.opaque)
        for (server, text) in zip(listed, texts) {
            // A single underscore would make the next character the item's key.
            Self.append(text.replacing("_", with: "__"), "win.\(Self.serverAction)", server.text, to: self.servers)
        }
    }

    package func display(albums paths: [String]) {
        g_menu_remove_all(albums.opaque)
        guard !paths.isEmpty else { return }
        let menu = Self.make()
        for path in [""] + paths {
            let text = path.isEmpty ? language.text(.allPhotos) : PlainText.line(path).replacing("_", with: "__")
            Self.append(text, "win.\(Self.albumAction)", path, to: menu)
        }
        g_menu_append_submenu(albums.opaque, language.text(.albums), menu.cast())
    }

    static func append(_ text: String, _ action: String, _ target: String, to menu: ObjectReference) {
        let item = ObjectReference(owning: g_menu_item_new(text, nil))
        g_menu_item_set_action_and_target_value(item.opaque, action, g_variant_new_string(target))
        g_menu_append_item(menu.opaque, item.opaque)
    }

    private static func make() -> ObjectReference { ObjectReference(owning: g_menu_new()) }
}
