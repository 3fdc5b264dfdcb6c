import EssentialFeed
import Foundation
import Hummingbird
import NIOPosix

extension PageResponder {
    private static let commentCount = 100

    func answer(
        _ fields: FormFields, on photo: UUID, to request: Request, from requester: Requester
    ) async throws -> Response {
        guard let friends else { throw Problem.nothingSaved }
        let place = place(for: request, from: requester)
        // Without scripts, these buttons send what the person is writing, too.
        let isWriting = !fields["message"].isEmpty
        func pageForWriting(replyingTo reply: String) async throws -> Response {
            let answer = FormAnswer(keeping: fields)
            return .page(
                try await page(of: photo, replyingTo: UUID(exactly: reply), answer, in: place, for: requester))
        }
        if let quote = fields.text("quote") {
            guard !isWriting else { return try await pageForWriting(replyingTo: quote) }
            let query = ConversationQuery(reply: UUID(exactly: quote))
            return .seeOther("\(place.address(of: photo))\(query.text)#composer")
        }
        guard let form = PhotoForm(fields, on: photo) else { throw Problem.malformedForm }
        do {
            let done = try await threads.writes.runIfActive {
                try form.perform(with: friends, on: photo, by: requester)
            }
            if form.erases { try await friends.erase() }
            if case .react = form, isWriting { return try await pageForWriting(replyingTo: fields["reply"]) }
            return .seeOther(done.destination(of: photo, in: place))
        } catch let error as FriendsError {
            let problem = Problem(error, logger)
            guard error != .ended, !error.isDeletion else { throw problem }
            let answer = FormAnswer(
                error, reference: problem.reference, to: form, written: fields.written, in: place.language)
            let page = try await page(of: photo, replyingTo: form.reply, answer, in: place, for: requester)
            return .page(page, explaining: problem)
        }
    }

    private func page(
        of id: UUID, replyingTo reply: UUID?, _ answer: FormAnswer, in place: PagePlace, for requester: Requester
    ) async throws -> String {
        try await threads.pages.run(for: requester.person?.id) {
            try photo(id, ConversationQuery(reply: reply), in: place, for: requester, answering: answer)
        }
    }

    /// Returns a photo's page, or only its comments and reactions. Many pages ask for these at the same time, after
    /// each change.
    func photo(
        _ id: UUID, _ query: ConversationQuery, of request: Request, for requester: Requester
    ) async throws -> Response {
        let links = ImageLinks(below: path).signed(by: requester.signer)
        let key = PhotoKey(
            photo: id, query: query, person: requester.person, scopes: requester.scopes, links: links.key,
            language: language(for: request, from: requester), accent: accent, colours: settings.colours())
        var answer = recent.answer(for: key, at: version)
        if answer == nil {
            answer = try await threads.pages.run(for: requester.person?.id) {
                // Read first, so the answer is at least as new.
                let version = self.version
                // Another request of the person may have made the answer in the meantime.
                if let answer = recent.answer(for: key, at: version) { return answer }
                let place = place(for: request, from: requester)
                let page =
                    query.isPart
                    ? PageTemplate.conversation.page(
                        ConversationWebPart(
                            frame: PageFrame(title: "", language: place.language, basePath: path, accent: nil),
                            card: .init(address: place.address(of: id)),
                            conversation: try conversation(on: id, query, for: requester, in: place).page))
                    : try photo(id, query, in: place, for: requester)
                let answer = PreparedAnswer(page: page, isPrivate: links.isPrivate)
                // A page for a reply is loaded once, and any id would have its own.
                if query.reply == nil { recent.insert(answer, for: key, at: version, size: answer.count) }
                return answer
            }
        }
        guard let answer else { throw Problem.noSuchImage }
        return answer.page(for: request)
    }

    /// - Parameter answer: The answer to a form that wasn't accepted.
    private func photo(
        _ id: UUID, _ query: ConversationQuery, in place: PagePlace, for requester: Requester,
        answering answer: FormAnswer? = nil
    ) throws -> String {
        guard let photo = try photos.listed(id) else { throw Problem.noSuchImage }
        let (conversation, poster) = try conversation(on: id, query, for: requester, answering: answer, in: place)
        let before = try photos.ids(before: id, limit: FeedQuery.defaultLimit)
        let newer = before.first
        let neighbour = { (photo: ListedPhoto) in
            PageNeighbour(
                address: place.address(of: photo.id), sources: place.picture(photo, isWhole: true).sources)
        }
        var card = card(photo, isWhole: true, in: place)
        card.position = try position(of: photo, in: place)
        // Back to the feed at this photo: the first page if it's there, or else a page that begins with it.
        let page = before.count < FeedQuery.defaultLimit ? nil : newer.map { FeedPageQuery().next(after: $0) }
        return PageTemplate.photo.page(
            PhotoWebPage(
                frame: place.frame(card.place ?? card.author?.name ?? place.language.text(PageText.photo)), card: card,
                conversation: conversation,
                edit: PagePhotoTexts(photo, by: poster, for: requester, answering: answer),
                feed: "\(path)\(PageRoute.feed.path)\(page?.text ?? "")#photo-\(card.id)",
                select: selectAddress(after: newer), newer: try newer.flatMap(photos.listed).map(neighbour),
                older: try photos.page(after: id, limit: 1)?.first.map(neighbour)))
    }

    /// Returns a photo's number among those posted together in its month, like “2 of 3”; `nil` if it was posted alone.
    private func position(of photo: ListedPhoto, in place: PagePlace) throws -> String? {
        guard photo.posterID != nil else { return nil }
        let (month, limit) = (PhotoMonth(of: photo.rank, in: place.timeZone), FeedPageQuery.maximumLimit)
        /// Counts the photos on one side.
        /// - Parameter next: Returns the photos beyond one of them, nearest first.
        func count(_ next: (UUID) throws -> [ListedPhoto]) throws -> Int {
            var (last, count) = (photo, 0)
            while true {
                let neighbours = try next(last.id)
                for neighbour in neighbours {
                    guard neighbour.isTogether(with: last),
                        PhotoMonth(of: neighbour.rank, in: place.timeZone) == month
                    else { return count }
                    (last, count) = (neighbour, count + 1)
                }
                guard neighbours.count == limit else { return count }
            }
        }
        let older = try count { try photos.page(after: $0, limit: limit) ?? [] }
        let newer = try count { id in
            let before = try photos.ids(before: id, limit: limit + 1)
            let page = try photos.page(
                after: before.count > limit ? before.last : nil, limit: min(before.count, limit))
            return (page ?? []).reversed()
        }
        guard older + newer > 0 else { return nil }
        return place.language.text(PageText.position, String(newer + 1), String(newer + older + 1))
    }

    var loadConversation: LoadConversation {
        friends?.loadConversation ?? LoadConversation(photos: photos, friends: nil)
    }

    private func conversation(
        on id: UUID, _ query: ConversationQuery, for requester: Requester, answering answer: FormAnswer? = nil,
        in place: PagePlace
    ) throws -> (page: PageConversation, poster: Person?) {
        // Without a database, no one can comment.
        let reader = friends == nil ? .anyone : requester
        let shown = try Problem.wrapping(logger) {
            try loadConversation(
                of: id, for: reader, limit: Self.commentCount, before: query.before, quoting: query.reply)
        }
        let page = PageConversation(
            shown, comments: comments.html(shown, on: id, areNewest: query.before == nil, for: reader, in: place),
            query: query, photo: id, for: reader, answering: answer, in: place)
        return (page, shown.poster)
    }
}
