/// The form with which people change what they say about a photo that they have posted. Mustache reads stored properties
/// only.
struct PagePhotoTexts {
    let caption: String
    let location: String
    let alternative: String
    /// The reason why the form wasn't accepted.
    let problem: String?
    let isOpen: Bool

    /// Returns `nil` if another person has posted the photo.
    init?(_ photo: ListedPhoto, by poster: Person?, for requester: Requester, answering answer: FormAnswer?) {
        guard let poster, poster.id == requester.person?.id, requester.scopes.contains(.post) else { return nil }
        caption = answer?.texts?.caption ?? photo.description ?? ""
        location = answer?.texts?.location ?? photo.place ?? ""
        alternative = answer?.texts?.alternative ?? photo.alternative ?? ""
        problem = answer?.texts == nil ? nil : answer?.problem
        isOpen = problem != nil
    }
}
