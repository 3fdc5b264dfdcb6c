/// A page that asks before something happens. Its form needs no script.
struct QuestionWebPage {
    struct Answers {
        /// The address of the form.
        let action: String
        let yes: String
        /// The address to go back to.
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
    /// What will be deleted; `nil` if nothing will be.
    var list: List?
    /// The fields that the form sends beside the answer.
    let fields: [PageField]
    /// `nil` if there is nothing to choose.
    var choice: Choice?
    /// The title of an option; `nil` if there is none.
    var option: String?
    var isDestructive = false
    let answers: Answers
}

/// A hidden field of a form.
struct PageField {
    let name: String
    let value: String
}
