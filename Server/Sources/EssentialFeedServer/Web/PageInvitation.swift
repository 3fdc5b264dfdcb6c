import EssentialFeed

/// A new invitation, which is shown for a few minutes.
struct PageInvitation {
    struct Code {
        let columns: Int
        let path: String
    }

    let title: String
    let link: String
    /// `nil` if libqrencode isn't installed.
    let code: Code?
    let explanation: String
    let isOnlyHere: Bool
    /// The address of the page, whose form hides the link.
    let page: String

    /// - Parameter isOwn: Whether the owner has made it for themselves.
    init(_ invitation: Invitation, to address: ServerAddress, isOwn: Bool, in place: PagePlace) {
        self.init(
            invitation.link(to: address), isOnlyHere: address.isOnlyForThisMachine,
            place.language.text(PageText.invitationFor, invitation.token.name),
            place.language.text(isOwn ? PageText.openLink : PageText.sendLink),
            on: place.basePath + PageRoute.people.path)
    }

    /// Creates a link with which a person signs in on another device.
    init(forDevice invitation: Invitation, to address: ServerAddress, in place: PagePlace) {
        self.init(
            invitation.link(to: address), isOnlyHere: address.isOnlyForThisMachine,
            place.language.text(PageText.deviceLink), place.language.text(PageText.openDeviceLink),
            on: place.basePath + PageRoute.you.path)
    }

    private init(_ link: String, isOnlyHere: Bool, _ title: String, _ explanation: String, on page: String) {
        (self.link, self.isOnlyHere, self.title, self.explanation) = (link, isOnlyHere, title, explanation)
        self.page = page
        code = QRCode.make(of: link).map { Code(columns: $0.columns, path: $0.path) }
    }
}
