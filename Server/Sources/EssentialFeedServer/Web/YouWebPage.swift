import EssentialFeed
import Foundation

/// The person's own settings.
struct YouWebPage {
    let frame: PageFrame
    let problem: String?
    /// The new link for another device.
    let invitation: PageInvitation?
    /// The address of the person's picture; `nil` if there is none.
    let face: String?
    /// The name, or the one in a rejected form.
    let name: String
    let languages: [PageLanguage]
    let devices: [PageDevice]
}

struct PageLanguage {
    let code: String
    /// The name in the language itself.
    let title: String
    let isChosen: Bool

    init(_ language: Language, isChosen: Bool) {
        (code, self.isChosen) = (language.rawValue, isChosen)
        title =
            switch language {
            case .english, .pseudo: "English"
            case .greek: "Ελληνικά"
            case .brazilianPortuguese: "Português (Brasil)"
            }
    }
}

/// A signed-in browser.
struct PageDevice {
    let id: String
    let device: String
    /// Whether it is the one showing the page.
    let isThis: Bool

    init(_ session: BrowserSession, isThis: Bool) {
        (id, device, self.isThis) = (session.digest.base64EncodedString(), session.device, isThis)
    }
}
