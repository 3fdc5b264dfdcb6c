import EssentialFeed
import Foundation

struct PeopleWebPage {
    let frame: PageFrame
    let problem: String?
    let invitation: PageInvitation?
    /// The name in a rejected form.
    let draft: String
    /// The owner's own name in such a form.
    let ownDraft: String
    let scopes: [PageScope]
    let people: [PagePerson]
    let hasHidden: Bool
    let hidden: [PageHiddenPhoto]
    let appearance: PageAppearance
    /// Whether the form for inviting is above the people, because there are none, or the form was rejected.
    let isFormFirst: Bool
}

/// The form for the title, the accent colour and the cover of the feed.
struct PageAppearance {
    static let coverCount = 12
    /// In UTF-16, as browsers count.
    static let maximumTitle = 100

    struct Cover {
        let id: String
        let picture: String
        let description: String
        let isChosen: Bool

        init(_ card: PageCard, picture: String, isChosen: Bool) {
            (id, description) = (card.id, card.description)
            (self.picture, self.isChosen) = (picture, isChosen)
        }
    }

    let maximumTitle = Self.maximumTitle
    /// Empty for the usual title.
    let title: String
    /// Whether the folder's document sets the title.
    let isTitleFixed: Bool
    /// `nil` if the folder's document sets it.
    let accent: String?
    let covers: [Cover]
    /// Whether none is chosen. A cover not shown now stays chosen until the form chooses another.
    let hasNoCover: Bool
    /// Whether the owner may choose a cover, because the folder's document sets none.
    let hasCovers: Bool
    let isOpen: Bool

    /// - Parameters:
    ///   - title: `nil` if the folder's document sets it.
    ///   - accent: `nil` if the folder's document sets it.
    init(title: String?, accent: AccentColour?, covers: [Cover], hasCovers: Bool, hasNoCover: Bool) {
        (self.title, isTitleFixed, self.accent) = (title ?? "", title == nil, accent?.text)
        (self.covers, self.hasCovers, self.hasNoCover) = (covers, hasCovers, hasNoCover)
        isOpen = title != nil || accent != nil || hasCovers
    }
}

/// A photo hidden by the owner, and the address of its page, where a form shows the photo again.
struct PageHiddenPhoto {
    let address: String
    /// The photo; `nil` while its file is missing.
    let card: PageCard?
    /// `nil` if it's unknown when and by whom the photo was hidden.
    let hiddenAt: PageDate?
    let by: PageName?

    init(_ photo: HiddenItem, card: PageCard?, in place: PagePlace) {
        address = place.address(of: photo.id)
        self.card = card
        hiddenAt = photo.hidden.map { place.date($0.date) }
        by = photo.hidden.map { place.name($0.person.name, of: $0.person.id) }
    }
}

struct PagePerson {
    let id: String
    let name: String
    let person: PageName
    let scope: String
    /// `nil` if the person has never opened the feed.
    let lastUse: PageDate?
    /// `nil` for none.
    let deviceCount: String?
    let devices: [PageDevice]
    /// The owner can't remove themselves, and so lose the feed.
    let mayRemove: Bool

    init(
        _ token: AccessToken, _ sessions: [BrowserSession], for requester: Requester, in place: PagePlace, now: Date
    ) {
        mayRemove = token.id != requester.person?.id
        (id, name) = (token.id, token.name)
        person = place.name(token.name, of: token.id)
        let scope = AccessScope.allCases.last(where: token.scopes.contains) ?? .read
        self.scope = place.language.text(PageScope.text(scope))
        // Of a time in the future, the clock was wrong.
        lastUse = token.lastUsedAt.map { place.date(min($0, now)) }
        deviceCount = sessions.isEmpty ? nil : place.language.text(PageText.deviceCount, "\(sessions.count)")
        devices = sessions.map { PageDevice($0, isThis: false) }
    }
}
