import CAdwaita
package import EssentialFeed
package import GtkKit

/// Asks for the feed's address, or offers a folder of photos or the demo. Draws the view models of a
/// ``ServerAddressController``.
package final class AddressScreen: WidgetOwner, ServerAddressView {
    /// What the screen offers when it opens: the initial text, a way back, a welcome without remembered servers, and
    /// the demo.
    package typealias Content = (address: String, canGoBack: Bool, isFirst: Bool, hasDemo: Bool)

    package enum Action {
        case cancel, choosePhotos, showDemo
    }

    private let controller: ServerAddressController
    private let entry: Widget
    private let user: Widget
    private let password: Widget
    private let page = Widget(adw_status_page_new())
    private let message: Widget
    private let alert: Widget
    private let connect: Widget
    private let signInButton: Widget
    private let spinner = Widget.spinner(size: 16)
    private let addressCaption: Widget
    private let addressBox: Widget
    private let userBox: Widget
    private let passwordBox: Widget
    private let signIn: [Widget]
    private let fields: Widget
    private let form: Widget
    private let others: Widget
    private let cancel: Widget
    private let canGoBack: Bool
    private let isFirst: Bool
    private let language: Language
    private var shown = ServerAddressViewModel()

    package init(
        controller: ServerAddressController, content: Content, menu: OpaquePointer?, language: Language,
        perform: @escaping (Action) -> Void
    ) {
        self.controller = controller
        canGoBack = content.canGoBack
        self.language = language
        let header = HeaderBar.make(title: language.text(.appName))
        cancel = Widget.textButton(language.text(.cancel))
        adw_header_bar_pack_start(header.opaque, cancel.pointer)
        HeaderBar.add(menu, to: header, language)
        entry = ListRows.entry(language.text(.serverAddress), maximumLength: TypedServerAddress.maximumBytes)
        gtk_entry_set_input_purpose(entry.cast(), GTK_INPUT_PURPOSE_URL)
        gtk_editable_set_text(entry.opaque, content.address)
        user = ListRows.entry(
            language.text(.userName), maximumLength: TypedServerAddress.maximumBytes, hasPlaceholder: false)
        password = ListRows.entry(
            language.text(.password), maximumLength: TypedServerAddress.maximumBytes, hasPlaceholder: false)
        gtk_entry_set_input_purpose(password.cast(), GTK_INPUT_PURPOSE_PASSWORD)
        let reveal = ListRows.conceal(password, language)
        connect = Widget.iconButton(
            "go-next-symbolic", label: language.text(.connect), classes: ["circular", "suggested-action"])
        let end = Widget.row([connect, spinner]).aligned(vertically: GTK_ALIGN_CENTER)
        signInButton = .textButton(language.text(.signIn), classes: ["pill", "suggested-action"])
            .aligned(horizontally: GTK_ALIGN_CENTER)
        addressCaption = ListRows.caption(language.text(.serverAddress))
        addressBox = .row(spacing: 6, [.column([addressCaption, entry]), end])
        passwordBox = .row(spacing: 6, [.column([ListRows.caption(language.text(.password)), password]), reveal])
        userBox = .column([ListRows.caption(language.text(.userName)), user])
        signIn = [userBox, passwordBox].map { ListRows.row(around: $0) }
        message = .centredLabel().margins(horizontal: 12, bottom: 6).expanding(horizontally: true)
        alert = .row(role: GTK_ACCESSIBLE_ROLE_ALERT, [message])
        let folder = ListRows.link(
            language.text(.myPhotos), detail: language.text(.myPhotosDetail), icon: "folder-symbolic"
        ) { perform(.choosePhotos) }
        let demo = ListRows.link(
            language.text(.demo), detail: language.text(.demoDetail), icon: "image-x-generic-symbolic"
        ) { perform(.showDemo) }
        others = ListRows.group("", content.hasDemo ? [folder, demo] : [folder])
        fields = ListRows.group("", [ListRows.row(around: addressBox)] + signIn)
        form = .column(spacing: 12, [fields, alert, signInButton])

        page.with(["compact"]).expanding(horizontally: true, vertically: true)
        isFirst = content.isFirst
        adw_status_page_set_icon_name(page.opaque, isFirst ? AboutWindow.applicationID : "network-server-symbolic")
        adw_status_page_set_child(
            page.opaque, Widget.clamp(.column(spacing: 18, [form, others]), maximumWidth: 400).pointer)
        super.init(root: .column([header, page]))

        let submit: @MainActor () -> Void = { [weak self] in self?.submit() }
        for button in [connect, signInButton] { button.onClick(submit) }
        for entry in [entry, user, password] { Signal.connect(entry, "activate", submit) }
        Signal.connect(entry, "changed") { [weak self] in self?.controller.addressChanged() }
        cancel.onClick { perform(.cancel) }
        Actions.addShortcut("Escape", to: root) { perform(.cancel) }
        Signal.connect(root, "map") { [weak self] in
            self?.focus()
            // The navigator moves the focus when it shows the screen, so this runs later.
            MainLoop.afterLayout { [weak self] in self?.focus() }
        }
        controller.view = self
        controller.appear()
    }

    package func display(_ viewModel: ServerAddressViewModel) {
        let old = shown
        shown = viewModel
        let title = viewModel.asksForSignIn ? ScreenStrings.signIn : isFirst ? .welcome : .serverTitle
        adw_status_page_set_title(page.opaque, language.text(title))
        adw_status_page_set_description(
            page.opaque,
            viewModel.asksForSignIn ? nil : language.text(isFirst ? .welcomeDescription : .serverDescription))
        message.show(viewModel.message ?? "")
        message.setClass("error-text", viewModel.isFailure)
        alert.isVisible = viewModel.message != nil
        // The server's request is above the fields, and the reason for a refusal is below.
        gtk_box_reorder_child_after(form.box, alert.pointer, viewModel.isFailure ? fields.pointer : nil)
        addressCaption.isVisible = viewModel.asksForSignIn
        let isRefused = viewModel.message != nil && viewModel.isFailure
        addressBox.setClass("refused", isRefused && !viewModel.asksForSignIn)
        for box in [userBox, passwordBox] { box.setClass("refused", isRefused && viewModel.asksForSignIn) }
        for row in signIn { row.isVisible = viewModel.asksForSignIn }
        others.isVisible = !viewModel.asksForSignIn
        connect.isVisible = !viewModel.isConnecting && !viewModel.asksForSignIn
        signInButton.isVisible = viewModel.asksForSignIn
        gtk_widget_set_sensitive(signInButton.pointer, gboolean(viewModel.isConnecting ? 0 : 1))
        spinner.spin(viewModel.isConnecting)
        gtk_widget_set_sensitive(others.pointer, gboolean(viewModel.isConnecting ? 0 : 1))
        cancel.isVisible = canGoBack || viewModel.isConnecting
        root.setAccessibleBusy(viewModel.isConnecting)
        if old.isConnecting, !viewModel.isConnecting { focus() }
    }

    private func focus() { gtk_widget_grab_focus((shown.asksForSignIn ? user : entry).pointer) }

    private func submit() {
        controller.connect(
            to: ListRows.text(of: entry), user: ListRows.text(of: user), password: ListRows.text(of: password))
    }
}

package enum CertificateDialog {
    package static func ask(
        about certificate: UntrustedCertificate, over window: Widget, language: Language,
        onTrust: @escaping @MainActor () -> Void
    ) {
        let title = certificate.isChanged ? ScreenStrings.certificateChanged : .certificateUntrusted
        let text = certificate.isChanged ? ScreenStrings.certificateChangedText : .certificateText
        MessageDialog.show(
            language.text(title), language.text(text, certificate.server.displayText, certificate.fingerprintText),
            over: window, close: language.text(.cancel), choice: language.text(.trustServer), onChoice: onTrust)
    }
}
