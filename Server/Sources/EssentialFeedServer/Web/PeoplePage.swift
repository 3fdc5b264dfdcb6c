import EssentialFeed
import Foundation

/// The people who are invited, and the form that invites another person.
struct PeopleWebPage {
    let frame: PageFrame
    let problem: String?
    let invitation: PageInvitation?
    /// The name in a form that wasn't accepted.
    let draft: String
    let scopes: [PageScope]
    let people: [PagePerson]
    let hasHidden: Bool
    let hidden: [PageHiddenPhoto]
}

/// A photo that the owner has hidden, and the address of its page, whose form shows the photo again.
struct PageHiddenPhoto {
    let address: String
    let hiddenAt: PageDate

    /// Returns the hidden photos, the one that was hidden last first.
    static func all(_ ids: Set<UUID>, in log: [AuditEntry], in place: PagePlace) -> [PageHiddenPhoto] {
        var remaining = ids
        return log.reversed().compactMap { entry in
            guard entry.action == .hidePhoto, let id = UUID(uuidString: entry.target), remaining.remove(id) != nil
            else { return nil }
            return PageHiddenPhoto(address: place.address(of: id), hiddenAt: place.date(entry.date))
        }
    }
}

/// A new invitation, which is shown only once.
struct PageInvitation {
    struct Code {
        let columns: Int
        let path: String
    }

    let title: String
    let link: String
    /// `nil` if libqrencode isn't installed.
    let code: Code?
    /// Whether other devices can't reach the server.
    let isOnlyHere: Bool

    init(_ invitation: Invitation, to address: ServerAddress, in language: Language) {
        title = language.text(PageText.invitationFor, invitation.token.name)
        link = invitation.link(to: address)
        code = QRCode.make(of: link).map { Code(columns: $0.columns, path: $0.path) }
        isOnlyHere = address.isOnlyForThisMachine
    }
}

struct PageScope {
    let name: String
    let label: String
    let isUsual: Bool

    init(_ scope: AccessScope, in language: Language) {
        name = scope.rawValue
        label = language.text(Self.text(scope))
        isUsual = scope == .comment
    }

    static func text(_ scope: AccessScope) -> PageText {
        switch scope {
        case .read: .mayRead
        case .comment: .mayComment
        case .post: .mayPost
        case .admin: .mayAdmin
        }
    }
}

/// An invited person with the browsers that are signed in.
struct PagePerson {
    struct Device {
        let id: String
        let device: String
    }

    let name: String
    let person: PageName
    let scope: String
    let hasBeenSeen: Bool
    let lastUse: PageDate?
    let devices: [Device]
    /// The owner can't remove themselves, and so lose the feed.
    let mayRemove: Bool

    init(_ token: AccessToken, _ sessions: [BrowserSession], for requester: Requester, in place: PagePlace) {
        mayRemove = token.id != requester.person?.id
        name = token.name
        person = PageName(token.name)
        let scope = AccessScope.allCases.last(where: token.scopes.contains) ?? .read
        self.scope = place.language.text(PageScope.text(scope))
        hasBeenSeen = token.lastUsedAt != nil
        lastUse = token.lastUsedAt.map(place.date)
        devices = sessions.map { Device(id: $0.digest.base64EncodedString(), device: $0.device) }
    }
}
