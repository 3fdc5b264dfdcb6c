import EssentialFeed

/// A command on one photo, for the menus of photos, the viewer's keys and the shortcuts window.
package nonisolated enum PhotoCommand: String, CaseIterable, Sendable {
    case comments, copy, save, details
    /// Gives the photo to another program, or shows it there.
    case openWith, showInFiles, email, print, background

    static let sections: [[PhotoCommand]] = [
        [.comments, .copy, .save, .details], [.openWith, .showInFiles, .email, .print, .background],
    ]

    /// Whether the command is offered only if the desktop or the photo permits it.
    var isConditional: Bool {
        switch self {
        case .openWith, .showInFiles, .email, .background: true
        case .comments, .copy, .save, .details, .print: false
        }
    }

    var keys: [String] { shortcut?.localKeys ?? [] }

    func title(in language: Language) -> String {
        switch self {
        case .comments: ImageCommentsPresenter.title(in: language)
        case .copy: language.text(.copy)
        case .save: language.text(.saveCopy)
        case .details: language.text(.details)
        case .openWith: language.text(.openWith)
        case .showInFiles: language.text(.showInFiles)
        case .email: language.text(.email)
        case .print: language.text(.print)
        case .background: language.text(.background)
        }
    }

    var shortcut: Shortcut? {
        switch self {
        case .comments, .showInFiles, .email: nil
        case .copy: Shortcut(localKeys: ["<Control>c"], title: .copy)
        case .save: Shortcut(localKeys: ["<Control>s"], title: .saveCopyTitle)
        case .details: Shortcut(localKeys: ["<Alt>Return"], title: .details)
        case .openWith: Shortcut(localKeys: ["<Control><Shift>o"], title: .openWithTitle)
        case .print: Shortcut(localKeys: ["<Control>p"], title: .printTitle)
        case .background: Shortcut(localKeys: ["<Control>F8"], title: .backgroundTitle)
        }
    }
}
