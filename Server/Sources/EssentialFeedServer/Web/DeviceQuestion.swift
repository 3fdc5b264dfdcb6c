import EssentialFeed

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

    /// Creates the question before a person's own picture is removed.
    init(removingPictureIn place: PagePlace) {
        self.init(
            frame: place.frame(place.language.text(PageText.ownPicture)),
            heading: place.language.text(PageText.removePictureQuestion),
            explanation: place.language.text(PageText.removePictureExplanation),
            fields: [PageField(name: "do", value: "remove-picture")], isDestructive: true,
            answers: Answers(on: .you, yes: .remove, in: place))
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
