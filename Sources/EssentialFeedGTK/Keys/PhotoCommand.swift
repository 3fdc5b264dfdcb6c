package import EssentialFeed

/// A command on one photo. This list fills the viewer's menus, sets its keys and lists them in the shortcuts window.
package nonisolated enum PhotoCommand: CaseIterable, Sendable {
    case comments, copy, save, details

    /// The keys in the viewer, in GTK's notation.
    var keys: [String] {
        switch self {
        case .comments: []
        case .copy: ["<Control>c"]
        case .save: ["<Control>s"]
        case .details: ["<Alt>Return"]
        }
    }

    /// Returns the title in a menu.
    func title(in language: Language) -> String {
        switch self {
        case .comments: ImageCommentsPresenter.title(in: language)
        case .copy: language.text(.copy)
        case .save: language.text(.saveCopy)
        case .details: language.text(.details)
        }
    }

    /// The shortcut for the shortcuts window.
    var shortcut: Shortcut? {
        switch self {
        case .comments: nil
        case .copy: Shortcut(keysOfScreen: keys, title: .copy)
        case .save: Shortcut(keysOfScreen: keys, title: .saveCopyTitle)
        case .details: Shortcut(keysOfScreen: keys, title: .details)
        }
    }
}
