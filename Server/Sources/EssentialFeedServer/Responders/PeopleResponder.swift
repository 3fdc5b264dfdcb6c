import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

struct PeopleResponder: Sendable {
    let photos: PhotosWithFriends
    let tokens: any TokenStore
    let loadAppearance: LoadAppearance
    let signIn: BrowserSignIn
    let links: NewLinks
    let threads: FairThreads
    let logger: Logger

    private var friends: any FriendsStore { photos.friends }

    func respond(
        to request: Request, in place: PagePlace, from requester: Requester, body: ByteBuffer
    ) async throws -> Response {
        guard requester.scopes.contains(.admin) else { throw Problem(.notPermitted(.admin), logger) }
        var shown = Shown(browser: requester.browser)
        if request.method != .post {
            if let question = try await question(request.query, for: requester, in: place) { return question }
        } else {
            let form = FormFields(body)
            var done = Response.seeOther(place.basePath + PageRoute.people.path)
            do {
                switch form["do"] {
                case "invite":
                    let name = form["name"].trimmingCharacters(in: .whitespaces)
                    let ownName = form["own"].trimmingCharacters(in: .whitespaces)
                    (shown.draft, shown.ownDraft) = (name, ownName)
                    guard let may = AccessScope(rawValue: form["may"]) else { throw Problem.malformedForm }
                    let device = BrowserSignIn.device(request.headers[.userAgent])
                    // The answer may get lost, and its cookie with it.
                    let kept =
                        request.headers[.authorization] == nil ? signIn.cookie.value(in: request.headers) : nil
                    let invitePerson = InvitePerson(
                        tokens: tokens,
                        signIn: { [friends, signIn] owner in
                            try friends.write { transaction in
                                try transaction.endSessions(of: owner.id)
                                try transaction.rename(owner)
                            }
                            return try signIn.start(owner.id, device: device, keeping: kept)
                        }, now: signIn.now)
                    let invited = try await signIn.threads.runIfActive {
                        try invitePerson(name, may: may, from: ownName, by: requester)
                    }
                    done.headers[.setCookie] = invited.cookie
                    // The first invitation has just signed the browser in.
                    let new = invited.cookie.flatMap { signIn.cookie.value(in: [.cookie: $0]) }
                    links.keep(invited.invitation, for: new?.digest.data ?? shown.browser)
                case "link":
                    try await signIn.threads.runIfActive { [links, shown] in
                        try ChangePerson(tokens: tokens, friends: friends).renewLink(
                            of: form["name"], id: form.text("id"), endingSessions: !form["option"].isEmpty,
                            by: requester
                        ) { links.keep($0, for: shown.browser) }
                    }
                case "done": links.forget(for: shown.browser)
                case "may":
                    // The page has no such button for oneself.
                    guard form["name"] != requester.person?.name, let may = AccessScope(rawValue: form["may"]) else {
                        throw Problem.malformedForm
                    }
                    try await signIn.threads.runIfActive {
                        try ChangePerson(tokens: tokens, friends: friends).permit(
                            may, to: form["name"], id: form.text("id"), by: requester)
                    }
                case "revoke", "remove":
                    // The page has no such button for oneself.
                    guard form["name"] != requester.person?.name else { throw Problem.malformedForm }
                    let pictures = friends.state.pictures
                    let changed = try await signIn.threads.runIfActive {
                        try RemovePerson(tokens: tokens, friends: { [friends] }, now: signIn.now)(
                            form["name"], id: form.text("id"), deletingContent: form["do"] == "remove", by: requester)
                    }
                    // The watch of the state folder may have deleted the picture first.
                    if !changed.isEmpty || friends.state.pictures != pictures {
                        try await Erase(friends: friends, threads: signIn.threads)()
                    }
                case "sign-out":
                    guard let digest = Data(base64Encoded: form["device"]) else { throw Problem.malformedForm }
                    try await signIn.threads.runIfActive {
                        try friends.end(session: digest, by: requester, may: .admin)
                    }
                case "appearance", "usual-appearance":
                    let chosen = try appearance(in: form)
                    try await signIn.threads.runIfActive { [photos] in
                        try ChangeAppearance(photos: photos)(chosen, by: requester)
                    }
                default: throw Problem.malformedForm
                }
                return done
            } catch let error as AccessError {
                shown.refusal = error
            } catch let error as FriendsError {
                throw Problem(error, logger)
            }
        }
        return try await page(shown, for: requester, in: place)
    }

    /// Returns the question before a change to a person or a device; `nil` if the page with the people is asked for.
    private func question(
        _ asked: FormFields, for requester: Requester, in place: PagePlace
    ) async throws -> Response? {
        guard !asked["do"].isEmpty else { return nil }
        let page = try await threads.run(for: requester.person?.id) { () -> String? in
            let question: QuestionWebPage?
            if asked["do"] == "sign-out" {
                let sessions = try friends.read { try $0.sessions() }
                question = QuestionWebPage(
                    signingOut: asked["device"], of: sessions, among: try tokens.tokens(), on: .people, in: place)
            } else {
                question = try personQuestion(asked, for: requester, in: place)
            }
            return question.map { PageTemplate.question.page($0) }
        }
        return page.map { Response.page($0) }
    }

    private func personQuestion(
        _ asked: FormFields, for requester: Requester, in place: PagePlace
    ) throws -> QuestionWebPage? {
        let (list, name) = (try people(), asked["name"])
        // The person may have another name by now, and another person this one.
        guard let token = list.first(where: { $0.name == name }), token.id == asked.text("id") ?? token.id else {
            return nil
        }
        let authors = Authorship(name: name, id: token.id, invited: Set(list.map(\.id)))
        let content = try friends.read { try $0.content(of: authors) }
        return QuestionWebPage(
            asked["do"], about: token, with: content, isOwn: token.id == requester.person?.id, in: place)
    }

    private struct Shown {
        let browser: Data
        var refusal: AccessError?
        var draft = ""
        var ownDraft = ""
    }

    /// Returns the values chosen in a form. Values set in the folder's document aren't in the form, and stay.
    private func appearance(in form: FormFields) throws(Problem) -> ChosenAppearance {
        let isFixed = loadAppearance.isFixed
        var chosen = friends.state.appearance
        guard form["do"] == "appearance" else {
            return ChosenAppearance(
                title: isFixed.title ? chosen.title : nil, accent: isFixed.accent ? chosen.accent : nil,
                cover: isFixed.cover ? chosen.cover : nil)
        }
        if !isFixed.title, let text = form.text("title") {
            guard text.utf16.count <= PageAppearance.maximumTitle else { throw Problem.malformedForm }
            chosen.title = FeedDocument.title(text)
        }
        if !isFixed.accent, let text = form.text("accent") {
            guard let accent = AccentColour(text) else { throw Problem.malformedForm }
            chosen.accent = accent == .usual ? nil : accent
        }
        if !isFixed.cover, let text = form.text("cover") {
            chosen.cover = UUID(exactly: text)
            guard chosen.cover != nil || text == "none" else { throw Problem.malformedForm }
        }
        return chosen
    }

    private func appearanceForm(in place: PagePlace) throws -> PageAppearance {
        var covers: [PageAppearance.Cover] = []
        if !loadAppearance.isFixed.cover {
            let chosen = try loadAppearance.cover()
            var listed = try photos.page(from: nil, limit: PageAppearance.coverCount)
            if let chosen, !listed.contains(where: { $0.id == chosen }), let photo = try photos.listed(chosen) {
                listed.insert(photo, at: 0)
            }
            covers = listed.map { photo in
                PageAppearance.Cover(
                    PageCard(photo, picture: place.picture(photo, isWhole: false), in: place),
                    picture: place.links.url(of: photo, .small), isChosen: photo.id == chosen)
            }
        }
        return PageAppearance(
            title: loadAppearance.isFixed.title ? nil : loadAppearance.title ?? "",
            accent: loadAppearance.isFixed.accent ? nil : loadAppearance.accent ?? AccentColour.usual, covers: covers,
            hasCovers: !loadAppearance.isFixed.cover, hasNoCover: friends.state.appearance.cover == nil)
    }

    private func hidden(_ photo: HiddenItem, in place: PagePlace) throws -> PageHiddenPhoto {
        let card = try photos.photoIncludingHidden(photo.id).map { hidden in
            PageCard(hidden.listed, picture: place.picture(hidden.listed, isWhole: false), in: place)
        }
        return PageHiddenPhoto(photo, card: card, in: place)
    }

    /// - Parameter refused: The problem of a form, which has the same reason if the people can't be read.
    private func people(after refused: Problem? = nil) throws(Problem) -> [AccessToken] {
        do throws(AccessError) {
            return try tokens.tokens()
        } catch {
            throw refused ?? Problem(error, logger)
        }
    }

    private func page(_ shown: Shown, for requester: Requester, in place: PagePlace) async throws -> Response {
        let refused = shown.refusal.map { Problem($0, logger) }
        let page = try await threads.run(for: requester.person?.id) {
            let (listed, hidden) = try friends.read { (try $0.sessions(), try $0.hiddenPhotos()) }
            let invited = try people(after: refused)
            let sessions = Dictionary(grouping: signIn.unexpired(listed), by: \.tokenID)
            let new = links.link(for: shown.browser).flatMap { link in
                // Another browser may have ended the link.
                invited.contains { $0.id == link.token.id && $0.digest == link.token.digest } ? link : nil
            }
            let model = PeopleWebPage(
                frame: place.frame(place.language.text(PageText.people)),
                problem: shown.refusal.map { place.text($0, refused?.reference) },
                invitation: new.map {
                    PageInvitation($0, to: signIn.address, isOwn: $0.token.id == requester.person?.id, in: place)
                },
                draft: shown.draft, ownDraft: shown.ownDraft,
                scopes: AccessScope.allCases.map { PageScope($0, in: place.language) },
                people: invited.map { token in
                    PagePerson(token, sessions[token.id] ?? [], for: requester, in: place, now: signIn.now())
                }, hasHidden: !hidden.isEmpty,
                hidden: try hidden.map { try self.hidden($0, in: place) }, appearance: try appearanceForm(in: place),
                isFormFirst: invited.isEmpty || shown.refusal != nil)
            return PageTemplate.people.page(model)
        }
        return .page(page, explaining: refused)
    }
}

extension Requester {
    /// Identifies the browser, or else the person, whose new links are shown.
    var browser: Data { session ?? Data((person?.id ?? "").utf8) }
}

extension PagePlace {
    /// Words the reason why a form isn't accepted.
    /// - Parameter reference: The log's name for a failure.
    func text(_ error: AccessError, _ reference: String?) -> String {
        if let reference { return language.text(.unavailable, reference: reference) }
        return switch error {
        case .nameTaken(let name): language.text(PageText.nameTaken, name)
        case .invalidName: language.text(PageText.nameRule)
        default: language.text(error.message)
        }
    }
}
