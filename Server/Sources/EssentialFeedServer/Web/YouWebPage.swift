import EssentialFeed
import Foundation

/// The person's own settings.
struct YouWebPage {
    let frame: PageFrame
    let problem: String?
    let invitation: PageInvitation?
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

struct PageDevice {
    let id: String
    let device: String
    let isThis: Bool

    init(_ session: BrowserSession, isThis: Bool) {
        (id, device, self.isThis) = (session.digest.base64EncodedString(), session.device, isThis)
    }
}
