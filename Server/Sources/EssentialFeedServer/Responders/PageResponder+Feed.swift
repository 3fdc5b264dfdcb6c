import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import NIOPosix

extension PageResponder {
    /// The most photos beyond the limit on a page, to keep photos posted together on one page.
    private static let maximumJoined = 20

    func feed(_ query: FeedPageQuery, in place: PagePlace, for requester: Requester) throws -> String {
        guard var listed = try photos.page(after: query.cursor, limit: query.limit + 1) else {
            throw Problem.noSuchCursor
        }
        if let next = listed.dropFirst(query.limit).first, next.isTogether(with: listed[query.limit - 1]) {
            listed = try photos.page(after: query.cursor, limit: query.limit + Self.maximumJoined + 1) ?? listed
        }
        let end = listed.indices.dropFirst(query.limit).first { !listed[$0].isTogether(with: listed[$0 - 1]) }
        let shown = listed.prefix(end ?? query.limit + Self.maximumJoined)
        let next = listed.count > shown.count ? shown.last?.id : nil
        let summaries = try Problem.wrapping(logger) { try loadConversation.summaries(of: Array(shown)) }
        let cover = try query.cursor == nil ? self.cover(in: place) : nil
        var month: PhotoMonth?
        let cards: [PageCard] = shown.enumerated().map { index, photo in
            var card = card(photo, isWhole: false, isFirst: index == 0 && query.cursor == nil, in: place)
            let own = PhotoMonth(of: photo.rank, in: place.timeZone)
            if own != month { card.month = own.map { PageMonth($0, in: place) } }
            month = own
            let summary = summaries[photo.id] ?? LoadConversation.Summary()
            card.last = summary.last.map(PageCard.LastComment.init)
            card.mayReact = friends != nil && requester.scopes.contains(.comment) && !summary.isClosed
            if card.mayReact || !summary.hearts.isEmpty {
                card.heart = PageReaction(.heart, by: summary.hearts, requester.person, in: place)
            }
            return card
        }
        return PageTemplate.feed.page(
            FeedWebPage(
                frame: place.frame(title(in: place.language)),
                cover: cover, cards: Self.joined(cards, of: Array(shown), in: place.language),
                newer: try query.cursor.map { try address(of: query, before: $0) },
                isSignedIn: place.signer != nil && (requester.person != .owner || requester.session != nil),
                activity: requester.person == nil || friends == nil
                    ? nil : "\(try events(friends?.loadActivity, for: requester).first?.number ?? 0)",
                isOwner: people != nil && requester.scopes.contains(.admin),
                mayPost: friends != nil && requester.scopes.contains(.post),
                older: next.map { path + PageRoute.feed.path + query.next(after: $0).text },
                hasMonths: !shown.isEmpty, select: selectAddress(after: query.cursor)))
    }

    /// Returns the cards of a page, joining those of photos posted together unless a month begins between them.
    private static func joined(_ cards: [PageCard], of photos: [ListedPhoto], in language: Language) -> [PageCard] {
        var (cards, start) = (cards, 0)
        for last in cards.indices {
            let next = last + 1
            if next < cards.count, cards[next].month == nil, photos[next].isTogether(with: photos[last]) { continue }
            let count = next - start
            if count > 1 {
                cards[start].together = language.text(PageText.photoCount, String(count))
                cards[last].isLastTogether = true
                for index in start + 1...last {
                    cards[index].repeatsCaption = [start, index - 1].contains {
                        cards[$0].caption == cards[index].caption
                    }
                }
                for number in 1...count {
                    cards[start + number - 1].room = cards[start].picture
                    cards[start + number - 1].position = language.text(
                        PageText.position, String(number), String(count))
                }
            }
            start = next
        }
        return cards
    }

    /// Returns the query of the page that begins with a month.
    /// - Parameter id: The id of the month; `nil` for the page of the query itself.
    func firstPage(_ query: FeedPageQuery, of id: String?) throws -> FeedPageQuery {
        guard let id else { return query }
        guard let month = PhotoMonth(id: id, in: settings.timeZone) else { throw Problem.badMonth }
        return query.next(after: try photos.positions(before: month.position, limit: 1).first?.id)
    }

    func months(in place: PagePlace) throws -> String {
        // Read first: the counts are at least as new.
        let version = photos.version
        let counts = try monthCounts.answer(for: place.timeZone, at: version) ?? photos.months(in: place.timeZone)
        monthCounts.insert(counts, for: place.timeZone, at: version, size: 1)
        return PageTemplate.months.page(
            MonthsWebPage(
                frame: place.frame(place.language.text(PageText.months)),
                months: counts.sorted { $0.key.start > $1.key.start }.map { PageMonth($0, count: $1, in: place) }))
    }

    func welcome(
        _ tokens: any TokenStore, _ keeping: PageText?, in place: PagePlace, for requester: Requester
    ) throws -> String {
        let invited = try tokens.tokens()
        let inviter = invited.first { $0.id == requester.person?.id }?.inviter
        return PageTemplate.welcome.page(
            WelcomeWebPage(
                in: place, title: settings.appearance?.title, inviter: invited.first { $0.id == inviter }?.name,
                cover: try cover(in: place), keeping: keeping))
    }

    /// Returns the owner's chosen photo; `nil` if people don't see it.
    private func cover(in place: PagePlace) throws -> PageCard? {
        try settings.appearance?.cover().flatMap(photos.listed).map { card($0, isWhole: true, in: place) }
    }

    func events(_ load: LoadActivity?, for requester: Requester) throws -> [ActivityEvent] {
        try Problem.wrapping(logger) { try load?(for: requester) ?? [] }
    }

    /// Returns the address of the page that ends with the cursor: the first page if there are fewer newer photos.
    private func address(of query: FeedPageQuery, before cursor: UUID) throws -> String {
        let before = try photos.ids(before: cursor, limit: query.limit)
        return path + PageRoute.feed.path + query.next(after: before.count < query.limit ? nil : before.last).text
    }

    // MARK: Selecting photos

    private static let selectableCount = 100
    private static let allName = "all"

    /// - Parameter text: The query of the URL, without the question mark.
    func select(_ text: String, in place: PagePlace) throws -> String {
        let cursor = try FeedPageQuery(text).cursor
        guard let listed = try photos.page(after: cursor, limit: Self.selectableCount + 1) else {
            throw Problem.noSuchCursor
        }
        let shown = listed.prefix(Self.selectableCount)
        let next = listed.count > Self.selectableCount ? shown.last?.id : nil
        return PageTemplate.select.page(
            SelectWebPage(
                frame: place.frame(place.language.text(PageText.selectPhotos)),
                cards: shown.map { photo in
                    let address = place.links.url(of: photo, .small)
                    return PageCard(photo, picture: PagePicture(photo, isWhole: false) { _ in address }, in: place)
                },
                hasCards: !shown.isEmpty,
                isAll: FormFields(text).text(Self.allName) != nil,
                cursor: cursor?.uuidString,
                newer: try cursor.map { cursor in
                    let before = try photos.ids(before: cursor, limit: Self.selectableCount)
                    return selectAddress(after: before.count < Self.selectableCount ? nil : before.last)
                },
                older: next.map { selectAddress(after: $0) }, maximum: DownloadResponder.maximumCount))
    }

    /// Returns the address of the page that begins after a photo, or with the newest one.
    func selectAddress(after photo: UUID?) -> String {
        path + PageRoute.select.path + FeedPageQuery().next(after: photo).text
    }

    // MARK: Recent events

    func activity(_ friends: FriendsUseCases, in place: PagePlace, for requester: Requester) throws -> String {
        let events = try events(friends.loadActivity, for: requester)
        return PageTemplate.activity.page(
            ActivityWebPage(
                frame: place.frame(place.language.text(PageText.activity)),
                last: events.first?.number ?? 0, push: try push(friends.receiveMessages, for: requester),
                events: try events.compactMap { event in
                    try photos.listed(event.photo).map { PageEvent(event, on: $0, in: place) }
                }))
    }

    private func push(_ receiveMessages: ReceiveMessages?, for requester: Requester) throws -> PagePush? {
        try Problem.wrapping(logger) {
            guard let receiveMessages, let isOn = try receiveMessages.isOn(for: requester) else { return nil }
            return PagePush(key: receiveMessages.key, isOn: isOn)
        }
    }

    /// Answers the form with which a script lets its browser start or stop receiving messages.
    func answer(_ fields: FormFields, from requester: Requester) async throws -> Response {
        guard let receiveMessages = friends?.receiveMessages else { throw Problem.nothingSaved }
        return try await Problem.wrapping(logger) {
            switch fields["do"] {
            case "notify":
                try await threads.writes.runIfActive {
                    try receiveMessages.begin(
                        at: fields["endpoint"], key: fields["key"], secret: fields["secret"], by: requester)
                }
            case "stop": try await threads.writes.runIfActive { try receiveMessages.end(by: requester) }
            default: throw Problem.malformedForm
            }
            return Response(status: .noContent)
        }
    }
}
