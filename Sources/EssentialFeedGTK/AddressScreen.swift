import CAdwaita
public import EssentialFeed
public import GtkKit

/// Asks where the feed is, when nobody has said it yet, and offers the demo.
public final class AddressScreen {
    public let root: Widget
    private let reference: ObjectReference
    private let entry: Widget
    private let mistake: Widget
    private let language: Language

    /// - Parameters:
    ///   - address: what stands in the entry at first.
    ///   - onDemo: `nil` where there are no demo photos.
    public init(
        address: String, menu: OpaquePointer?, language: Language, onConnect: @escaping (ServerAddress) -> Void,
        onDemo: (() -> Void)?
    ) {
        self.language = language
        let header = HeaderBar.make(title: language.text(.appName))
        if let menu {
            adw_header_bar_pack_end(header.opaque, HeaderBar.menuButton(menu, label: language.text(.mainMenu)).pointer)
        }
        entry = Widget(gtk_entry_new())
        gtk_editable_set_text(entry.opaque, address)
        gtk_entry_set_placeholder_text(Self.gtk(entry), "https://photos.example.com")
        gtk_entry_set_input_purpose(Self.gtk(entry), GTK_INPUT_PURPOSE_URL)
        entry.setAccessibleLabel(language.text(.serverAddress))
        mistake = .label(classes: ["error-text", "caption"])
        mistake.isVisible = false
        let connect = Widget.textButton(language.text(.connect), classes: ["pill", "suggested-action"])
        let form = Widget.column(spacing: 12, [entry, mistake, connect])
            .aligned(horizontally: GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(form.pointer, 300, -1)
        if let onDemo {
            let demo = Widget.textButton(language.text(.showDemo), classes: ["pill"])
            demo.onClick { onDemo() }
            form.append([demo])
        }

        let page = Widget(adw_status_page_new()).expanding(horizontally: true, vertically: true)
        adw_status_page_set_icon_name(page.opaque, "network-server-symbolic")
        adw_status_page_set_title(page.opaque, language.text(.serverTitle))
        adw_status_page_set_description(page.opaque, language.text(.serverDescription))
        adw_status_page_set_child(page.opaque, form.pointer)
        root = .column([header, page])
        reference = ObjectReference(root.raw)

        let submit: @MainActor () -> Void = { [weak self] in
            guard let self else { return }
            do {
                onConnect(try ServerAddress(self.text))
            } catch {
                show(mistake: .malformedAddress)
            }
        }
        connect.onClick(submit)
        Signal.connect(entry, "activate", submit)
    }

    /// Says that the demo could not be started.
    public func demoFailed() {
        show(mistake: .demoFailed)
    }

    private func show(mistake text: ScreenStrings) {
        mistake.setText(language.text(text))
        mistake.isVisible = true
    }

    private var text: String {
        gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? ""
    }

    private static func gtk(_ entry: Widget) -> UnsafeMutablePointer<GtkEntry> {
        UnsafeMutableRawPointer(entry.pointer).assumingMemoryBound(to: GtkEntry.self)
    }
}
