import CAdwaita
import CGtkKit
package import EssentialFeed
package import GtkKit

/// The preferences screen: servers, saved photos, notifications. Draws the view models of a ``PreferencesController``
/// and forwards user actions to it.
package final class PreferencesScreen: PreferencesView {
    /// The screen's widget.
    package let root: Widget
    private let reference: ObjectReference
    private let controller: PreferencesController
    private let language: Language
    private let servers: Widget
    private let saved: Widget
    private let limit: Widget
    private let offline: Widget
    private let offlineStatus: Widget
    private let notifies: Widget
    private let clear: Widget
    private var rows: [(server: RememberedServer, row: Widget, check: Widget)] = []
    private var shown = PreferencesViewModel()
    /// Whether the screen is setting its widgets, so that their signals don't come from the user.
    private var isDisplaying = false

    /// Creates the screen and becomes the view of its controller.
    /// - Parameters:
    ///   - controller: The controller whose view models the screen draws.
    ///   - language: The language of the screen's own texts.
    ///   - onAddServer: Called when the user wants to add a server.
    ///   - onChoosePhotos: Called when the user wants to add a folder of photos.
    ///   - onBack: Called when the user wants to go back.
    package init(
        controller: PreferencesController, language: Language, onAddServer: @escaping () -> Void,
        onChoosePhotos: @escaping () -> Void, onBack: @escaping () -> Void
    ) {
        self.controller = controller
        self.language = language
        let header = HeaderBar.make(title: language.text(.preferences))

        servers = Self.group(language.text(.servers))
        let addServer = Self.row(language.text(.addServer), icon: "list-add-symbolic")
        let choosePhotos = Self.row(language.text(.choosePhotos), icon: "folder-pictures-symbolic")
        let more = Self.group("")
        for row in [addServer, choosePhotos] {
            Self.makeActivatable(row)
            Self.add(row, to: more)
        }

        saved = Self.group(language.text(.savedPhotos))
        limit = Self.comboRow(language.text(.diskLimit))
        offline = Self.comboRow(language.text(.keepImagesOffline))
        offlineStatus = Self.row("")
        notifies = Widget(gtk_switch_new())
        clear = Widget.iconButton(
            "user-trash-symbolic", label: language.text(.clearSavedPhotos), classes: ["flat"])
        let clearRow = Self.row(language.text(.clearSavedPhotos), suffix: clear)
        // Otherwise the row would add its own name to the button's name.
        Self.makeActivatable(clearRow)
        for row in [offline, offlineStatus, limit, clearRow] { Self.add(row, to: saved) }
        let notifications = Self.group(language.text(.notifications))
        Self.add(
            Self.row(language.text(.notifyOfPhotos), detail: language.text(.notifyDetail), suffix: notifies),
            to: notifications)

        let page = Widget(adw_preferences_page_new()).expanding(horizontally: true, vertically: true)
        for group in [servers, more, saved, notifications] {
            adw_preferences_page_add(Self.page(page), Self.group(group))
        }
        root = .column([header, page])
        reference = ObjectReference(root.raw)

        HeaderBar.addBack(to: header, of: root, language, onBack)
        Signal.connect(addServer, "activated") { onAddServer() }
        Signal.connect(choosePhotos, "activated") { onChoosePhotos() }
        clear.onClick { controller.requestClearing() }
        Signal.connect(clearRow, "activated") { controller.requestClearing() }
        for (widget, signal, change) in [
            (limit, "notify::selected", { controller.chooseLimit(Self.selected(in: $0)) }),
            (offline, "notify::selected", { controller.chooseOffline(Self.selected(in: $0)) }),
            (notifies, "notify::active", { controller.setNotifiesOfNewPhotos(gtk_switch_get_active($0.opaque) != 0) }),
        ] as [(Widget, String, (Widget) -> Void)] {
            Signal.connect(widget, signal) { [weak self] in
                if let self, !isDisplaying { change(widget) }
            }
        }
        controller.view = self
    }

    package func display(_ viewModel: PreferencesViewModel) {
        isDisplaying = true
        defer { isDisplaying = false }
        let old = shown
        shown = viewModel
        displayServers(viewModel.servers)
        adw_preferences_group_set_description(Self.group(saved), viewModel.usage)
        if old.limits != viewModel.limits { Self.offer(viewModel.limits, in: limit) }
        adw_combo_row_set_selected(Self.combo(limit), guint(viewModel.limit))
        if old.offlineChoices != viewModel.offlineChoices { Self.offer(viewModel.offlineChoices, in: offline) }
        adw_combo_row_set_selected(Self.combo(offline), guint(viewModel.offlineChoice))
        Self.setTitle(viewModel.offlineStatus ?? "", of: offlineStatus)
        offlineStatus.isVisible = viewModel.offlineStatus != nil
        gtk_switch_set_active(notifies.opaque, gboolean(viewModel.notifiesOfNewPhotos ? 1 : 0))
        gtk_widget_set_sensitive(clear.pointer, gboolean(viewModel.canClear ? 1 : 0))
    }

    package func askToClear(_ text: String) {
        MessageDialog.show(
            language.text(.clearQuestion), text, over: root, close: language.text(.cancel),
            choice: MessageDialog.Choice(id: "clear", text: language.text(.clearNow)) { [controller] in
                controller.clear()
            })
    }

    // MARK: Servers

    private func displayServers(_ viewModels: [PreferencesViewModel.Row]) {
        if rows.map(\.server) != viewModels.map(\.server) {
            for row in rows { adw_preferences_group_remove(Self.group(servers), row.row.pointer) }
            rows = viewModels.map { makeRow($0) }
            servers.isVisible = !rows.isEmpty
        }
        for (row, viewModel) in zip(rows, viewModels) {
            adw_action_row_set_subtitle(Self.action(row.row), viewModel.detail)
            row.check.isVisible = viewModel.isCurrent
        }
    }

    private func makeRow(_ viewModel: PreferencesViewModel.Row) -> (RememberedServer, Widget, Widget) {
        let check = Widget(gtk_image_new_from_icon_name("object-select-symbolic"))
        let remove = Widget.iconButton(
            "user-trash-symbolic", label: language.text(.removeServer, viewModel.name), classes: ["flat"]
        ).aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
        let row = Self.row(viewModel.name, suffix: check)
        // Names may be of any length.
        adw_action_row_set_title_lines(Self.action(row), 4)
        adw_action_row_add_suffix(Self.action(row), remove.pointer)
        Self.makeActivatable(row)
        let server = viewModel.server
        Signal.connect(row, "activated") { [controller] in controller.choose(server) }
        remove.onClick { [controller] in controller.remove(server) }
        Self.add(row, to: servers)
        return (server, row, check)
    }

    // MARK: Rows

    private static func group(_ title: String) -> Widget {
        let group = Widget(adw_preferences_group_new())
        adw_preferences_group_set_title(Self.group(group), title)
        group.forEachLabel { label in
            guard label.hasClass("heading") else { return }
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_NONE)
            gtk_label_set_wrap(label.opaque, gboolean(1))
            gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        }
        return group
    }

    /// - Parameter suffix: The widget at the end. Activating the row activates this widget.
    private static func row(
        _ title: String, detail: String = "", icon: String? = nil, suffix: Widget? = nil
    ) -> Widget {
        let row = Widget(adw_action_row_new())
        setTitle(title, of: row)
        row.breakWordsOfLabelsWithoutHyphen()
        adw_action_row_set_subtitle(action(row), detail)
        if let icon { adw_action_row_set_icon_name(action(row), icon) }
        if let suffix {
            gtk_widget_set_valign(suffix.pointer, GTK_ALIGN_CENTER)
            adw_action_row_add_suffix(action(row), suffix.pointer)
            adw_action_row_set_activatable_widget(action(row), suffix.pointer)
        }
        return row
    }

    private static func comboRow(_ title: String) -> Widget {
        let row = Widget(adw_combo_row_new())
        setTitle(title, of: row)
        // There may not be enough room for large text beside the title.
        adw_combo_row_set_use_subtitle(combo(row), gboolean(1))
        return row
    }

    private static func selected(in row: Widget) -> Int { Int(adw_combo_row_get_selected(combo(row))) }

    /// Lets a click activate the row itself instead of a widget in it.
    private static func makeActivatable(_ row: Widget) {
        adw_action_row_set_activatable_widget(action(row), nil)
        gtk_list_box_row_set_activatable(row.raw.assumingMemoryBound(to: GtkListBoxRow.self), gboolean(1))
    }

    /// Replaces the choices in a row and selects the first.
    private static func offer(_ choices: [String], in row: Widget) {
        let strings = ObjectReference(owning: UnsafeMutableRawPointer(gtk_string_list_new(nil)!))
        for choice in choices { gtk_string_list_append(strings.opaque, choice) }
        adw_combo_row_set_model(combo(row), gtkkit_list_model(strings.pointer))
    }

    /// Sets a title that is never interpreted as markup.
    private static func setTitle(_ title: String, of row: Widget) {
        let preferences = row.raw.assumingMemoryBound(to: AdwPreferencesRow.self)
        adw_preferences_row_set_use_markup(preferences, gboolean(0))
        adw_preferences_row_set_title(preferences, title)
    }

    private static func add(_ row: Widget, to group: Widget) {
        adw_preferences_group_add(Self.group(group), row.pointer)
    }

    private static func group(_ widget: Widget) -> UnsafeMutablePointer<AdwPreferencesGroup> {
        widget.raw.assumingMemoryBound(to: AdwPreferencesGroup.self)
    }

    private static func page(_ widget: Widget) -> UnsafeMutablePointer<AdwPreferencesPage> {
        widget.raw.assumingMemoryBound(to: AdwPreferencesPage.self)
    }

    private static func action(_ widget: Widget) -> UnsafeMutablePointer<AdwActionRow> {
        widget.raw.assumingMemoryBound(to: AdwActionRow.self)
    }

    private static func combo(_ widget: Widget) -> UnsafeMutablePointer<AdwComboRow> {
        widget.raw.assumingMemoryBound(to: AdwComboRow.self)
    }
}
