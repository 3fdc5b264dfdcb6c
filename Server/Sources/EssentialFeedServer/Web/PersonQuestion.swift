import EssentialFeed

extension QuestionWebPage {
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
