import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

/// Responds with the page on which people change their name, picture and language, and sign in and out on their devices.
struct YouResponder: Sendable {
    let people: PeopleResponder
    let changePicture: ChangePicture
    private let limiter = WriteLimiter()

    private var tokens: any TokenStore { people.tokens }
    private var friends: any FriendsStore { people.photos.friends }
    private var signIn: BrowserSignIn { people.signIn }
    private var threads: FairThreads { people.threads }
    private var logger: Logger { people.logger }

    /// - Parameter body: A form, or the person's new picture.
    func respond(
        to request: Request, in place: PagePlace, from requester: Requester, body: WriteBody
    ) async throws -> Response {
        let id = requester.person?.id
        let token = try await signIn.threads.runIfActive { [tokens] in try tokens.tokens().first { $0.id == id } }
        // Until someone is invited, the owner has no token.
        guard let token else { throw Problem.noSuchPath }
        let form = if case .whole(let fields) = body { FormFields(fields) } else { FormFields(ByteBuffer()) }
        var refusal: (problem: Problem, text: String)?
        if request.method == .post {
            do {
                switch body {
                case .photo(let upload):
                    try await changePicture(upload, by: requester)
                    try await Erase(friends: friends, threads: signIn.threads)()
                case .whole: try await perform(form, by: requester)
                }
                return .seeOther(place.basePath + PageRoute.you.path)
            } catch let error as AccessError {
                let problem = Problem(error, logger)
                refusal = (problem, place.text(error, problem.reference))
            } catch let error where error is FriendsError || error is FileError {
                let reason = FriendsError(error)
                guard let text = Self.text(reason) else { throw Problem(reason, logger) }
                refusal = (Problem(reason, logger), place.language.text(text))
            }
        } else if let question = try await question(request.query, to: token, in: place) {
            return question
        }
        return try await page(of: token, refusal, form, for: requester, in: place)
    }

    /// Returns the question before something is removed or ended; `nil` if the page itself is asked for.
    private func question(
        _ asked: FormFields, to token: AccessToken, in place: PagePlace
    ) async throws -> Response? {
        guard !asked["do"].isEmpty else { return nil }
        let page = try await threads.run(for: token.id) { () -> String? in
            let question: QuestionWebPage?
            switch asked["do"] {
            case "remove-picture": question = QuestionWebPage(removingPictureIn: place)
            case "sign-out":
                let sessions = try friends.read { try $0.sessions(of: token.id) }
                question = QuestionWebPage(signingOut: asked["device"], of: sessions, on: .you, in: place)
            default: question = nil
            }
            return question.map { PageTemplate.question.page($0) }
        }
        return page.map { Response.page($0) }
    }

    /// Returns a text that explains why a form isn't accepted; `nil` if a separate page shows it.
    private static func text(_ error: FriendsError) -> PageText? {
        switch error {
        case .tooMany: .commentsTooMany
        case .unusable: .notAPhoto
        case .photoTooLarge: .photoTooLarge
        default: nil
        }
    }

    private func perform(_ form: FormFields, by requester: Requester) async throws {
        switch form["do"] {
        case "save":
            guard let name = form.text("name")?.trimmingCharacters(in: .whitespaces) else {
                throw Problem.malformedForm
            }
            let change = ChangeProfile(
                tokens: tokens, friends: friends, limiter: limiter, now: signIn.now,
                documentNames: { [document = people.loadAppearance.document] in document.texts.document.people })
            let language = Language.allCases.first { $0.rawValue == form["language"] }
            try await signIn.threads.runIfActive { try change(name: name, language: language, by: requester) }
        case "remove-picture":
            try await signIn.threads.runIfActive { [changePicture] in try changePicture.remove(by: requester) }
            try await Erase(friends: friends, threads: signIn.threads)()
        case "link":
            let linkDevice = LinkDevice(tokens: tokens, friends: friends, limiter: limiter, now: signIn.now)
            let link = try await signIn.threads.runIfActive { try linkDevice(by: requester) }
            signIn.deviceLinks.keep(link, for: requester.browser)
        case "done": signIn.deviceLinks.forget(for: requester.browser)
        case "sign-out":
            guard let session = Data(base64Encoded: form["device"]) else { throw Problem.malformedForm }
            try await signIn.threads.runIfActive { [friends] in
                try SignOutDevice(friends: friends)(session, by: requester)
            }
        default: throw Problem.malformedForm
        }
    }

    private func page(
        of token: AccessToken, _ refusal: (problem: Problem, text: String)?, _ form: FormFields,
        for requester: Requester, in place: PagePlace
    ) async throws -> Response {
        let page = try await threads.run(for: token.id) {
            let sessions = signIn.unexpired(try friends.read { try $0.sessions(of: token.id) })
            let link = signIn.deviceLinks.link(for: requester.browser).flatMap { link in
                // The owner may have ended the invitation's link, and this one with it.
                link.token.digest == token.digest ? link : nil
            }
            let chosen = form.text("language") ?? token.language?.rawValue
            let model = YouWebPage(
                frame: place.frame(place.language.text(PageText.yourPage)), problem: refusal?.text,
                invitation: link.map { PageInvitation(forDevice: $0, to: signIn.address, in: place) },
                face: place.face(of: token.id), name: form.text("name") ?? token.name,
                languages: Language.allCases.map { PageLanguage($0, isChosen: $0.rawValue == chosen) },
                devices: sessions.map { PageDevice($0, isThis: $0.digest == requester.session) })
            return PageTemplate.you.page(model)
        }
        return .page(page, explaining: refusal?.problem)
    }
}
