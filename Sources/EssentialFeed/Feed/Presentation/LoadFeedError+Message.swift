extension LoadFeedError: PresentableError {
    /// Returns the message: why the server sent no feed, then why no cached feed is shown.
    package func message(in language: Language) -> String {
        message(isSignedIn: address?.authorization != nil, in: language)
    }

    /// Returns the message. If the requests contained a name and a password, the message for a 401 says that they were
    /// refused.
    package func message(isSignedIn: Bool, in language: Language) -> String {
        let saved =
            cache == nil
            ? language.text(FeedStrings.nothingSaved)
            : language.text(SharedStrings.unreadableCache)
        guard let remote else { return saved }
        return remote.message(at: address, isSignedIn: isSignedIn, in: language) + " " + saved
    }
}
