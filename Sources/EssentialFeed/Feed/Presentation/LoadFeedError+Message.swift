extension LoadFeedError: PresentableError {
    /// Returns the message: why the server sent no feed, then why no cached feed is shown.
    package func message(in language: Language) -> String {
        message(refusal: address?.authorization == nil ? .needed : .refused, in: language)
    }

    /// Returns the message.
    /// - Parameter refusal: What the server asks for if it answered with a 401.
    package func message(refusal: SignInRequest, in language: Language) -> String {
        let saved =
            cache == nil
            ? language.text(FeedStrings.nothingSaved)
            : language.text(SharedStrings.unreadableCache)
        guard let remote else { return saved }
        return remote.message(at: address, refusal: refusal, in: language) + " " + saved
    }
}
