extension LoadFeedError: PresentableError {
    /// Returns the message: why the server sent no feed, then why no cached feed is shown.
    package func message(in language: Language) -> String {
        message(refusal: address?.authorization == nil ? .needed : .refused, in: language)
    }

    /// Returns the message.
    /// - Parameter refusal: What the server asks for if it answered with a 401.
    package func message(refusal: SignInRequest, in language: Language) -> String {
        let saved = language.text(
            cache == nil
                ? Message("There is no saved feed from the last seven days.")
                : Message("The saved feed can’t be read. Clear the cache, then load the feed again."))
        guard let remote else { return saved }
        return remote.message(at: address, refusal: refusal, in: language) + " " + saved
    }
}
