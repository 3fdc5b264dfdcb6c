import EssentialFeed
import Foundation

struct ActivityWebPage {
    let frame: PageFrame
    /// The number of the last event, for a script to report it as seen.
    let last: Int64
    /// `nil` if the browser can't receive messages.
    let push: PagePush?
    let events: [PageEvent]
}

/// The button for notifications in this browser.
struct PagePush {
    let key: String
    let isOn: Bool
}

/// A person's action. Mustache reads stored properties only.
struct PageEvent {
    let number: Int64
    let author: PageName
    let text: String
    let message: String
    /// `nil` for a reaction, whose time is unknown.
    let date: PageDate?
    let address: String
    let picture: String

    init(_ event: ActivityEvent, on listed: ListedPhoto, in place: PagePlace) {
        (picture, number) = (place.links.url(of: listed, .small), event.number)
        author = place.name(event.person.name, of: event.person.id)
        let photo = place.address(of: event.photo)
        let other = listed.photographer(otherThan: place.reader?.name)
        text =
            switch (event.kind, other.map { PageName($0).name }) {
            case (.comment, let name?) where event.isOnOwn: place.language.text(PageText.commentedOnPhoto, name)
            case (.comment, _): place.language.text(event.isOnOwn ? PageText.commentedOnYours : .commentedAfterYou)
            case (.reply, _): place.language.text(PageText.repliedToYou)
            case (.reaction, let name?): place.language.text(PageText.reactedToPhoto, name)
            case (.reaction, _): place.language.text(PageText.reactedToYours)
            case (.post(_, let count), _): place.language.text(PageText.postedPhotos, "\(count)")
            }
        switch event.kind {
        case .comment(let comment), .reply(let comment):
            message = PageCard.LastComment(comment).text
            date = place.date(comment.createdAt)
            address = "\(photo)#comment-\(comment.id.uuidString)"
        case .reaction(let reaction):
            message = PageReaction(reaction, by: [], nil, in: place).emoji
            date = nil
            address = photo
        case .post:
            message = listed.description.map(PageCard.LastComment.shortened) ?? ""
            date = listed.added.map { place.date($0) }
            address = photo
        }
    }
}
