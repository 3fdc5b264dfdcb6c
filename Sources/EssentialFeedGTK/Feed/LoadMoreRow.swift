import CAdwaita
import EssentialFeed
import GtkKit

/// The row after the last image: a spinner while the next page loads, or the reason and a retry button if it couldn't
/// be loaded. While all pages load, it shows the progress and a button to stop.
final class LoadMoreRow {
    let root: Widget
    var onRetry: (() -> Void)?
    var onStop: (() -> Void)?
    private let reference: ObjectReference
    private let spinner: Widget
    private let message: Widget
    private let retryButton: Widget
    private let stopButton: Widget
    private let retryFocus: RetryFocus

    init(language: Language) {
        spinner = Widget(gtk_spinner_new()).aligned(horizontally: GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(spinner.pointer, 24, 24)
        spinner.setAccessibleLabel(language.text(.loading))
        message = .label(classes: ["dim-label", "caption"])
        gtk_label_set_justify(message.opaque, GTK_JUSTIFY_CENTER)
        gtk_label_set_xalign(message.opaque, 0.5)
        retryButton = .textButton(language.text(.tryAgain), classes: ["pill"]).aligned(horizontally: GTK_ALIGN_CENTER)
        stopButton = .textButton(language.text(.stop), classes: ["pill"]).aligned(horizontally: GTK_ALIGN_CENTER)
        root = .column(spacing: 12, [spinner, message, retryButton, stopButton]).margins(
            horizontal: 24, top: 18, bottom: 30
        )
        .with(["feed-load-more"])
        gtk_widget_set_size_request(root.pointer, -1, 72)
        reference = ObjectReference(root.raw)
        retryFocus = RetryFocus(of: retryButton, in: root)
        retryButton.onClick { [weak self] in self?.onRetry?() }
        stopButton.onClick { [weak self] in self?.onStop?() }
        display(LoadMoreViewModel(isLoading: false, message: nil))
    }

    func display(_ viewModel: LoadMoreViewModel) {
        gtk_spinner_set_spinning(spinner.opaque, gboolean(viewModel.isLoading ? 1 : 0))
        spinner.isVisible = viewModel.isLoading
        let text = viewModel.progress ?? viewModel.message
        message.show(text ?? "")
        message.isVisible = text != nil
        stopButton.isVisible = viewModel.progress != nil
        retryFocus.update { retryButton.isVisible = viewModel.message != nil && !viewModel.isLoading }
        root.setAccessibleBusy(viewModel.isLoading)
    }
}
