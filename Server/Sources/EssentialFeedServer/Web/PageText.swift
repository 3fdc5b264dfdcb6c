import EssentialFeed
import Foundation

/// The texts of the web pages. Templates use the names of the cases.
enum PageText: String, TextKey {
    /// The title of the feed.
    case feed = "Feed"
    /// The first link of each page, for people who use a keyboard.
    case skip = "Skip to Content"
    /// The feed has no photos.
    case emptyFeed = "There are no photos yet. New photos will appear here."
    /// The link to a whole caption.
    case more = "More"
    /// The title of the comments, and the link to them.
    case comments = "Comments"
    /// A photo has no comments.
    case noComments = "There are no comments yet."
    /// The link to the next page of the feed.
    case olderPhotos = "Older Photos"
    /// The link to the first page of the feed.
    case newestPhotos = "Newest Photos"
    /// The link to the photo before this one in the feed.
    case newerPhoto = "Newer Photo"
    /// The link to the photo after this one in the feed.
    case olderPhoto = "Older Photo"
    /// The title of a photo's page, if the feed doesn't tell who took the photo or where.
    case photo = "Photo"
    /// What a photo without a caption shows. Takes the date.
    case photoOfDate = "Photo, %@"
    /// The same. Takes the name of the photographer and the date.
    case photoByAuthor = "Photo by %@, %@"
    /// The link from a photo back to the feed.
    case back = "Back to the Feed"
    /// The link that saves a photo.
    case download = "Download"
    /// The title of the form that asks for an invitation.
    case forFriends = "For Invited Friends"
    /// The explanation of that form.
    case joinExplanation = "Open the link from your invitation, or paste it here. If you have none, ask for one."
    /// The title of the field for the link of an invitation.
    case invitationLink = "Invitation Link"
    /// The button that signs in.
    case signIn = "Sign In"
    /// The button that signs out.
    case signOut = "Sign Out"
    /// The link doesn't permit anything.
    case linkRefused = "This link isn’t valid any more, or it’s incomplete. Ask for a new one."
    /// Others may read along.
    case unencrypted =
        "This connection isn’t encrypted: others in this network can read your link. Ask for an address that begins with https."
    /// The link from a notice to the feed.
    case toFeed = "Go to the Feed"
}

extension PageText: CaseIterable {
    /// Returns all texts by the names of their cases.
    static func all(in language: Language) -> [String: String] {
        Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", language.text($0)) })
    }
}

extension Language {
    /// Chooses the language of a page (RFC 9110, 12.5.4). English if a browser accepts no language of the texts.
    /// - Parameter field: The request's `Accept-Language` field.
    init(accepting field: String?) {
        var best: (language: Language, weight: Double)?
        for range in (field ?? "").split(separator: ",").prefix(32) {
            let parts = range.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            guard let language = parts.first.flatMap(Self.of) else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if weight > best?.weight ?? 0 { best = (language, weight) }
        }
        self = best?.language ?? .english
    }

    private static func of(_ tag: String) -> Language? {
        switch tag.prefix(while: { $0 != "-" }) {
        case "en": .english
        case "el": .greek
        case "pt": .brazilianPortuguese
        default: nil
        }
    }
}
