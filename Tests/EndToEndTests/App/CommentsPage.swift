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
            // The feed's cards, which may still be seen beside them, have buttons.
            let items = all.filter { item in item.role == .listItem && item.first { $0.role == .button } == nil }
            rows = items.compactMap { item in
                let texts = item.all { $0.role == .label && !$0.label.isEmpty }.map(\.label)
                return texts.count == 3 ? Row(username: texts[0], date: texts[1], message: texts[2]) : nil
            }
            if labels.contains("Can’t Load Comments") || labels.contains("No Comments") {
                status = labels.first { $0.hasSuffix(".") }
            }
            guard !rows.isEmpty || status != nil else { return nil }
        }
    }
}
