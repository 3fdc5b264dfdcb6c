import EssentialFeed

struct FeedWebPage {
    let frame: PageFrame
    /// The photo above the first page; `nil` if there is none.
    let cover: PageCard?
    let cards: [PageCard]
    let newer: String?
    let isSignedIn: Bool
    /// The number of the last event for the reader; `nil` if they have no name.
    let activity: String?
    let isOwner: Bool
    let mayPost: Bool
    let older: String?
    let hasMonths: Bool
    let select: String
}

struct MonthsWebPage {
    let frame: PageFrame
    let months: [PageMonth]
}

struct SelectWebPage {
    let frame: PageFrame
    let cards: [PageCard]
    let hasCards: Bool
    /// Whether all photos are selected at first.
    let isAll: Bool
    /// The id of the photo before the page; `nil` on the first page.
    let cursor: String?
    let newer: String?
    let older: String?
    let maximum: Int
}

/// A text by a person as HTML, with its links.
enum PageWords {
    /// - Parameter text: A text within the limits of `PresentedText`.
    static func html(_ text: String) -> String {
        LinkedText(text).parts.map { part in
            switch part {
            case .plain(let words): return Markup.escaped(words)
            case .link(let words, let address):
                let address = Markup.escaped(address)
                return """
                    <a href="\(address)" title="\(address)" target="_blank" rel="noopener nofollow">\
                    \(Markup.escaped(words))</a>
                    """
            }
        }.joined()
    }
}

struct PhotoWebPage {
    let frame: PageFrame
    let card: PageCard
    let conversation: PageConversation
    /// The form for the photo's texts; `nil` if another person has posted the photo.
    let edit: PagePhotoTexts?
    let feed: String
    let select: String
    let newer: PageNeighbour?
    let older: PageNeighbour?
}

struct PageNeighbour {
    let address: String
    /// The sizes of its picture for `srcset`.
    let sources: String
}

/// Only the comments and reactions, for a script that updates a page.
struct ConversationWebPart {
    let frame: PageFrame
    let card: Card
    let conversation: PageConversation

    struct Card {
        let address: String
    }
}

struct PostWebPage {
    let frame: PageFrame
    /// The script fills in the numbers of these texts.
    let preparing: String
    let posting: String
    let posted: String
    let position: String
    let isShareLost: Bool

    init(in place: PagePlace, isShareLost: Bool) {
        self.isShareLost = isShareLost
        frame = place.frame(place.language.text(PageText.postPhotos))
        preparing = place.language.text(PageText.preparing, "{number}", "{count}")
        posting = place.language.text(PageText.posting, "{number}", "{count}")
        posted = place.language.text(PageText.posted, "{number}", "{count}")
        position = place.language.text(PageText.position, "{number}", "{count}")
    }
}

/// A page with a message instead of photos.
struct NoticeWebPage {
    let frame: PageFrame
    let heading: String
    var explanation: String
    /// The log's name for a failure; `nil` if nothing has failed.
    var reference: String?
    /// The person's text from a failed form; `nil` for none.
    var written: String?
}

/// The page shown once on phones after signing in.
struct WelcomeWebPage {
    let frame: PageFrame
    let cover: PageCard?
    /// Shows who invites the person, and to which feed.
    let heading: String
    /// How the phone keeps the feed on its home screen; `nil` if it can't.
    let keeping: String?

    /// - Parameter inviter: The name of the inviter; `nil` if unknown.
    init(in place: PagePlace, title: String?, inviter: String?, cover: PageCard?, keeping: PageText?) {
        let language = place.language
        let inviter = inviter.map { PageName($0).name }
        frame = place.frame(title ?? language.text(PageText.feed))
        self.cover = cover
        heading =
            switch (inviter, title) {
            case (let inviter?, let title?): language.text(PageText.invitesYou, inviter, title)
            case (let inviter?, nil): language.text(PageText.sharesWithYou, inviter)
            case (nil, let title?): language.text(PageText.welcomeTo, title)
            case (nil, nil): language.text(PageText.sharedPhotos)
            }
        self.keeping = keeping.map { language.text($0) }
    }
}

struct JoinWebPage {
    let frame: PageFrame
    let isRefused: Bool
    /// Whether others in the network can read the form.
    let isUnencrypted: Bool
    /// Whether the owner's address signs in, because no one is invited yet.
    let isForOwner: Bool
    /// The page to show afterwards; empty for the feed.
    let to: String
    /// The person's text from before their session ended; `nil` for none.
    var written: String?
    var isShareLost = false
}
