package import EssentialFeed
package import GtkKit

/// The menu of the button at the end of the title bar: the servers, if there are others, and the window's actions.
package final class MainMenu {
    /// The window action that shows a server. Its state is the ``RememberedServer/text`` of the current one.
    package static let serverAction = "server"

    /// The menu as a `GMenu`, which changes with the servers.
    package var model: ObjectReference { menu.model }
    /// The name of the window action that shows an album. Its state is the path of the current one; empty for all photos.
    package static let albumAction = "album"

    private let menu = Menu()
    private let servers = Menu()
    private let albums = Menu()
    private(set) var listed: [RememberedServer] = []
    private var texts: [String] = []
    private let language: Language

    package init(language: Language) {
        self.language = language
        let (other, window) = (Menu(), Menu())
        for (text, action) in [
            (ScreenStrings.addServer, "win.add-server"), (.refresh, "win.refresh"), (.slideshow, "win.slideshow"),
        ] { other.append(language.text(text), action) }
        for (text, action) in [
            (ScreenStrings.preferences, "win.preferences"), (.keyboardShortcuts, "win.show-help-overlay"),
            (.about, "app.about"),
        ] { window.append(language.text(text), action) }
        for section in [servers, albums, other, window] { menu.append(section: section) }
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
        self.servers.removeAll()
        for (server, text) in zip(listed, texts) {
            // A single underscore would make the next character the item's key.
            self.servers.append(text.replacing("_", with: "__"), "win.\(Self.serverAction)", server.text)
        }
    }

    package func display(albums paths: [String]) {
        albums.removeAll()
        guard !paths.isEmpty else { return }
        let menu = Menu()
        for path in [""] + paths {
            let text = path.isEmpty ? language.text(.allPhotos) : PlainText.line(path).replacing("_", with: "__")
            menu.append(text, "win.\(Self.albumAction)", path)
        }
        albums.append(submenu: menu, language.text(.albums))
    }
}
