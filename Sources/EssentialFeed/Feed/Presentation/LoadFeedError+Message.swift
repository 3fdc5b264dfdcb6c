extension LoadFeedError: PresentableError {
    /// Returns the message: first why the server gave no feed, then why no cached feed is shown.
    public func message(in language: Language) -> String {
        let saved =
            cache == nil
            ? FeedStrings.table.text(.nothingSaved, in: language)
            : SharedStrings.table.text(.unreadableCache, in: language)
        guard let remote else { return saved }
        return remote.message(at: address, in: language) + " " + saved
    }
}
