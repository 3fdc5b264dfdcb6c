import Foundation

/// How a phone keeps a page on its home screen, in the words of its browser.
enum HomeScreen {
    case safari, chrome

    /// Returns `nil` for computers, and for apps that show pages and can't keep them. iPads that ask for the pages of
    /// computers call themselves Macs.
    init?(of userAgent: String?) {
        let agent = userAgent ?? ""
        if ["iPhone", "iPad", "iPod"].contains(where: { agent.contains($0) }) {
            guard agent.contains("Safari/") else { return nil }
            self = .safari
        } else {
            guard agent.contains("Android"), !agent.contains("; wv)") else { return nil }
            self = .chrome
        }
    }

    var text: PageText {
        switch self {
        case .safari: .keepWithSafari
        case .chrome: .keepWithChrome
        }
    }
}
