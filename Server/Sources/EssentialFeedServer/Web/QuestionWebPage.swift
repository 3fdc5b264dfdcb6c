import EssentialFeed

/// A page that asks before something happens. Its form needs no script.
struct QuestionWebPage {
    struct Answers {
        let action: String
        let yes: String
        let back: String
        let no: String
    }

    struct List {
        let items: [String]
    }

    struct Choice {
        let scopes: [PageScope]
    }

    let frame: PageFrame
    let heading: String
    let explanation: String
    var list: List?
    /// The fields that the form sends beside the answer.
    let fields: [PageField]
    var choice: Choice?
    /// The title of an option; `nil` if there is none.
    var option: String?
    var isDestructive = false
    let answers: Answers
}

struct PageField {
    let name: String
    let value: String
}

extension QuestionWebPage {
    /// Creates the question before a browser is signed out; `nil` if it isn't signed in.
    /// - Parameters:
    ///   - id: The ``PageDevice/id`` of the browser.
    ///   - people: The people to name in the question; none if the browsers are the reader's own.
    init?(
        signingOut id: String, of sessions: [BrowserSession], among people: [AccessToken] = [], on page: PageRoute,
        in place: PagePlace
    ) {
        guard let session = sessions.first(where: { PageDevice($0, isThis: false).id == id }) else { return nil }
        let person = people.first { $0.id == session.tokenID }
        self.init(
            frame: place.frame(place.language.text(PageText.signOut)),
            heading: person.map { person in
                place.language.text(PageText.signOutPersonQuestion, PageName(person.name).name, session.device)
            } ?? place.language.text(PageText.signOutQuestion, session.device),
            explanation: place.language.text(PageText.signOutQuestionExplanation),
            fields: [PageField(name: "do", value: "sign-out"), PageField(name: "device", value: id)],
            isDestructive: true, answers: Answers(on: page, yes: .signOut, in: place))
    }

    init(removingPictureIn place: PagePlace) {
        self.init(
            frame: place.frame(place.language.text(PageText.ownPicture)),
            heading: place.language.text(PageText.removePictureQuestion),
            explanation: place.language.text(PageText.removePictureExplanation),
            fields: [PageField(name: "do", value: "remove-picture")], isDestructive: true,
            answers: Answers(on: .you, yes: .remove, in: place))
    }

    /// Creates the question before a person is removed or changed.
    /// - Parameter action: The action of the form; the result is `nil` if there is no question for it.
    init?(_ action: String, about token: AccessToken, with content: PersonContent, isOwn: Bool, in place: PagePlace) {
        func text(_ key: PageText, _ value: String? = nil) -> String {
            value.map { place.language.text(key, $0) } ?? place.language.text(key)
        }
        let name = PageName(token.name).name
        let (question, explanation, yes): (PageText, PageText, PageText)
        switch action {
        case "link": (question, explanation, yes) = (.newLinkQuestion, .newLinkExplanation, .makeLink)
        case "may" where !isOwn: (question, explanation, yes) = (.mayQuestion, .mayExplanation, .save)
        case "revoke" where !isOwn: (question, explanation, yes) = (.removeQuestion, .removeExplanation, .remove)
        case "remove" where !isOwn:
            (question, yes) = (.removeQuestion, .removePersonAndContent)
            explanation = content.isEmpty ? .removeWithoutContent : .removeWithContent
        default: return nil
        }
        frame = place.frame(text(.people))
        heading = text(question, name)
        self.explanation = text(explanation)
        fields = [
            PageField(name: "do", value: action), PageField(name: "name", value: token.name),
            PageField(name: "id", value: token.id),
        ]
        let counts: [(PageText, Int)] = [
            (.photoCount, content.photos), (.commentCount, content.comments), (.reactionCount, content.reactions),
        ]
        if action == "remove", !content.isEmpty {
            list = List(items: counts.filter { $0.1 > 0 }.map { text($0.0, String($0.1)) })
        }
        if action == "may" {
            let scope = AccessScope.allCases.last(where: token.scopes.contains)
            choice = Choice(
                scopes: AccessScope.allCases.map { PageScope($0, in: place.language, isChosen: $0 == scope) })
        }
        option = action == "link" ? text(.signOutDevices) : nil
        isDestructive = ["revoke", "remove"].contains(action)
        answers = Answers(on: .people, yes: yes, in: place)
    }
}

extension QuestionWebPage.Answers {
    /// Creates the buttons of a question whose form is sent to a page of the signed-in person.
    init(on page: PageRoute, yes: PageText, in place: PagePlace) {
        let address = place.basePath + page.path
        self.init(
            action: address + (place.reader.map { "?person=\($0.id)" } ?? ""), yes: place.language.text(yes),
            back: address, no: place.language.text(PageText.cancel))
    }
}
