import CAdwaita
package import EssentialFeed
package import GtkKit

/// The window with the preferences. Draws the view models of a ``PreferencesController``.
package final class PreferencesWindow: WidgetOwner, PreferencesView {
    package var onStyle: ((FeedStyle) -> Void)?
    package var onAddServer: (() -> Void)?
    package var onClose: (() -> Void)?

    private struct Row {
        let server: RememberedServer
        let widget: Widget
        let name: Widget
    }

    private let controller: PreferencesController
    private let language: Language
    private let layout: Widget
    private let density: Widget
    private let servers: Widget
    private let addServer: ObjectReference
    private let saved: Widget
    private let limit: Widget
    private let offline: Widget
    private let offlineStatus = ListRows.row("")
    private let notifies = Widget(gtk_switch_new())
    private let clear: Widget
    private var rows: [Row] = []
    private var shown = PreferencesViewModel()
    /// Whether the window is setting its widgets; if so, their signals aren't the user's.
    private var isDisplaying = false

    package init(controller: PreferencesController, style: FeedStyle, language: Language) {
        (self.controller, self.language) = (controller, language)
        let root = Widget(adw_preferences_window_new())
        gtk_window_set_title(root.window, language.text(.preferences))
        adw_preferences_window_set_search_enabled(root.cast(), gboolean(0))

        layout = ListRows.choice(language.text(.layout))
        ListRows.offer([language.text(.withCaptions), language.text(.grid)], in: layout)
        ListRows.select(style.isGrid ? 1 : 0, in: layout)
        density = ListRows.choice(language.text(.photosInGrid))
        ListRows.offer([.large, .medium, .small].map { language.text($0) }, in: density)
        ListRows.select(FeedStyle.Density.allCases.firstIndex(of: style.density) ?? 0, in: density)
        let addServer = ListRows.row(language.text(.addServer), icon: "list-add-symbolic")
        self.addServer = ObjectReference(addServer.raw)
        servers = ListRows.group(language.text(.servers), [addServer])
        limit = ListRows.choice(language.text(.diskLimit))
        offline = ListRows.choice(language.text(.keepImagesOffline))
        clear = Widget.iconButton("user-trash-symbolic", label: language.text(.deleteOfflinePhotos), classes: ["flat"])
        let clearRow = ListRows.row(language.text(.deleteOfflinePhotos), suffix: clear)
        saved = ListRows.group(language.text(.offlinePhotos), [offline, offlineStatus, limit, clearRow])
        let notification = ListRows.row(
            language.text(.notifyOfPhotos), detail: language.text(.notifyDetail), suffix: notifies)

        let page = Widget(adw_preferences_page_new())
        for group in [
            ListRows.group(language.text(.photos), [layout, density]), servers, saved,
            ListRows.group(language.text(.notifications), [notification]),
        ] { adw_preferences_page_add(page.cast(), group.cast()) }
        adw_preferences_window_add(root.cast(), page.cast())
        super.init(root: root)

        ListRows.onActivate(addServer) { [weak self] in
            // Closing the window releases its last owner.
            guard let self else { return }
            close()
            onAddServer?()
        }
        clear.onClick { controller.requestClearing() }
        // Otherwise the row would add its own name to the button's name.
        ListRows.onActivate(clearRow) { controller.requestClearing() }
        showDensity()
        for row in [layout, density] {
            Signal.connect(row, "notify::selected") { [weak self] in
                guard let self else { return }
                showDensity()
                onStyle?(self.style)
            }
        }
        for (widget, signal, change) in [
            (limit, "notify::selected", { controller.chooseLimit(ListRows.selected(in: $0)) }),
            (offline, "notify::selected", { controller.chooseOffline(ListRows.selected(in: $0)) }),
            (notifies, "notify::active", { controller.setNotifiesOfNewPhotos(gtk_switch_get_active($0.opaque) != 0) }),
        ] as [(Widget, String, (Widget) -> Void)] {
            Signal.connect(widget, signal) { [weak self] in
                if let self, !isDisplaying { change(widget) }
            }
        }
        Signal.connect(root.raw, "close-request") { [weak self] arguments in
            arguments.answer(false)
            self?.onClose?()
        }
        controller.view = self
    }

    package func present(over window: Widget) {
        gtk_window_set_transient_for(root.window, window.window)
        gtk_window_present(root.window)
    }

    package func close() { gtk_window_close(root.window) }

    package func display(_ viewModel: PreferencesViewModel) {
        isDisplaying = true
        defer { isDisplaying = false }
        let old = shown
        shown = viewModel
        display(viewModel.servers, after: old.servers)
        adw_preferences_group_set_description(saved.cast(), viewModel.usage)
        if old.limits != viewModel.limits { ListRows.offer(viewModel.limits, in: limit) }
        ListRows.select(viewModel.limit, in: limit)
        if old.offlineChoices != viewModel.offlineChoices { ListRows.offer(viewModel.offlineChoices, in: offline) }
        ListRows.select(viewModel.offlineChoice, in: offline)
        ListRows.setTitle(viewModel.offlineStatus ?? "", of: offlineStatus)
        offlineStatus.isVisible = viewModel.offlineStatus != nil
        gtk_switch_set_active(notifies.opaque, gboolean(viewModel.notifiesOfNewPhotos ? 1 : 0))
        gtk_widget_set_sensitive(clear.pointer, gboolean(viewModel.canClear ? 1 : 0))
    }

    package func askToClear(_ text: String) {
        MessageDialog.show(
            language.text(.clearQuestion), text, over: root, close: language.text(.cancel),
            choice: language.text(.clearNow)
        ) { [controller] in controller.clear() }
    }

    private var style: FeedStyle {
        FeedStyle(
            isGrid: ListRows.selected(in: layout) == 1,
            density: FeedStyle.Density.allCases[ListRows.selected(in: density)])
    }

    private func showDensity() { gtk_widget_set_sensitive(density.pointer, gboolean(style.isGrid ? 1 : 0)) }

    private func display(_ viewModels: [PreferencesViewModel.Row], after old: [PreferencesViewModel.Row]) {
        if rows.map(\.server) != viewModels.map(\.server) {
            for row in rows.map(\.widget) + [Widget(addServer.cast())] {
                adw_preferences_group_remove(servers.cast(), row.pointer)
            }
            rows = viewModels.map { makeRow($0) }
            ListRows.add(Widget(addServer.cast()), to: servers)
        }
        for (row, viewModel) in zip(rows, viewModels) {
            ListRows.setTitle(viewModel.name, of: row.widget)
            adw_expander_row_set_subtitle(row.widget.cast(), viewModel.detail)
            let isRenamed = !old.contains { $0.server == row.server && $0.name == viewModel.name }
            if isRenamed { gtk_editable_set_text(row.name.opaque, viewModel.name) }
        }
    }

    private func makeRow(_ viewModel: PreferencesViewModel.Row) -> Row {
        let server = viewModel.server
        let remove = Widget.iconButton(
            "list-remove-symbolic", label: language.text(.removeServer, viewModel.name), classes: ["flat"]
        ).aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
        let name = ListRows.entry(language.text(.userName), maximumLength: RememberedServers.maximumName)
        gtk_editable_set_text(name.opaque, viewModel.name)
        let apply = Widget.iconButton("object-select-symbolic", label: language.text(.rename), classes: ["flat"])
        let row = Widget(adw_expander_row_new())
        ListRows.setTitle(viewModel.name, of: row)
        row.breakWordsOfLabelsWithoutHyphen()
        row.forEachLabel { label in
            // Names may be of any length.
            if label.hasClass("title") { gtk_label_set_lines(label.opaque, 4) }
        }
        adw_expander_row_add_action(row.cast(), remove.pointer)
        adw_expander_row_add_row(row.cast(), ListRows.row(around: .row(spacing: 6, [name, apply])).pointer)
        remove.onClick { [controller] in controller.remove(server) }
        let rename: @MainActor () -> Void = { [controller] in controller.rename(server, to: ListRows.text(of: name)) }
        apply.onClick(rename)
        Signal.connect(name, "activate", rename)
        ListRows.add(row, to: servers)
        return Row(server: server, widget: row, name: name)
    }
}
