import AccessibleDesktop

extension AppWindow {
    /// The comments as the window shows them.
    struct CommentsPage: Equatable, Sendable {
        struct Row: Equatable, Sendable {
            let username: String
            let date: String
            let message: String
        }

        var rows: [Row] = []
        var status: String?
        /// The name of the button with the picture above the comments.
        var photo: String?
        /// The texts beside and below that picture.
        var caption: [String] = []

        /// Waits until the comments no longer load, and returns them.
        static func settled(in window: AppWindow) async throws -> CommentsPage {
            try await window.wait(for: "comments that do not load") { CommentsPage(in: $0) }
        }

        /// Returns `nil` while the comments load or another screen is shown.
        init?(in window: Accessible) {
            let all = window.all { $0.isShowing }
            let labels = all.filter { $0.role == .label }.map(\.label)
            guard labels.contains("Comments"),
                all.contains(where: { $0.role == .button && $0.label == "Back" })
            else { return nil }
            // The photo above the comments has a button, as have the feed's cards, which may still be seen beside them.
            if let head = all.first(where: { $0.role == .listItem && $0.first { $0.label == "Photo" } != nil }) {
                photo = head.first { $0.role == .button }?.label
                caption = head.all { $0.role == .label && !$0.label.isEmpty }.map(\.label)
            }
            let items = all.filter { item in item.role == .listItem && item.first { $0.role == .button } == nil }
            rows = items.compactMap { item in
                let texts = item.all { $0.role == .label && !$0.label.isEmpty }.map(\.label)
                return texts.count == 3 ? Row(username: texts[0], date: texts[1], message: texts[2]) : nil
            }
            if labels.contains("Can’t Load Comments") || labels.contains("No Comments") {
                let title = labels.lastIndex { $0 == "Can’t Load Comments" || $0 == "No Comments" } ?? 0
                status = labels[title...].first { $0.hasSuffix(".") }
            }
            guard !rows.isEmpty || status != nil else { return nil }
        }
    }
}
