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
    /// The title of the comments.
    case comments = "Comments"
    /// A photo has no comments.
    case noComments = "There are no comments yet."
    /// The title of the field for a comment.
    case writeComment = "Write a Comment"
    /// The button that sends a comment.
    case send = "Send"
    /// A comment waits until there is a connection.
    case notSent = "Not sent yet"
    /// A reaction couldn't be sent.
    case notConnected = "The server can’t be reached. Try again later."
    /// The owner permits no comments on a photo.
    case commentsClosed = "The owner has closed the comments on this photo."
    /// The menu of a comment.
    case options = "Options"
    /// The button that deletes a comment.
    case deleteComment = "Delete"
    /// The button with which the owner hides a comment.
    case hideComment = "Hide"
    /// The button with which the owner shows a hidden comment again.
    case showComment = "Show Again"
    /// The mark of a comment that its author and the owner alone see.
    case hidden = "Hidden from friends"
    /// The title of the buttons for a whole photo.
    case photoOptions = "Photo Options"
    /// The title of the form in which people change what they say about their photo.
    case editPhoto = "Edit Details"
    /// The button of that form.
    case save = "Save"
    /// The button that deletes a posted photo.
    case deletePhoto = "Delete Photo"
    /// The button that closes the comments on a photo.
    case closeComments = "Close Comments"
    /// The button that permits comments on a photo again.
    case reopenComments = "Reopen Comments"
    /// The button that hides a photo from friends.
    case hidePhoto = "Hide Photo"
    /// A reaction, for screen readers.
    case heart = "Heart"
    /// A reaction.
    case thumbsUp = "Thumbs Up"
    /// A reaction.
    case laugh = "Laughing"
    /// A reaction.
    case wow = "Surprised"
    /// A reaction.
    case sad = "Sad"
    /// A reaction.
    case party = "Celebrating"
    /// The invitation permits less.
    case notPermitted = "Your invitation doesn’t include this. Ask the owner for another one."
    /// The photo was deleted or hidden.
    case photoGone = "This photo was deleted or hidden."
    /// A comment isn't in the list any more.
    case commentGone = "This comment was deleted."
    /// Another comment has the same id.
    case commentDiffers = "Load the page again, then send the comment again."
    /// A comment has no text.
    case commentEmpty = "Write something first."
    /// A comment, or a text about a photo, is longer than the limit.
    case textTooLong = "The text is too long. Shorten it to 2,000 characters."
    /// A person has written more than the limit.
    case commentsTooMany = "You’ve sent a lot in a short time. Wait a while, then try again."
    /// The disk is full or can't be written.
    case unavailable = "This can’t be saved at the moment. Try again later."
    /// The title of the page with the invited people, and the link to it.
    case people = "People"
    /// The title of the form that invites a person.
    case inviteFriend = "Invite a Friend"
    /// The title of the field for a person's name.
    case personName = "Name"
    /// The rule for names.
    case nameRule = "Letters, digits, spaces, hyphens, dots and apostrophes"
    /// A person has the name. Takes the name.
    case nameTaken = "%@ is already invited. Choose another name."
    /// The title of the choice of what a person may do.
    case mayDo = "Permissions"
    /// What a person may do.
    case mayRead = "See photos and comments"
    /// The same.
    case mayComment = "Comment and react"
    /// The same.
    case mayPost = "Comment, react and post photos"
    /// The same.
    case mayAdmin = "Full access, like the owner"
    /// The button that makes an invitation.
    case makeLink = "Create Link"
    /// The title of a new invitation. Takes the name.
    case invitationFor = "Invitation for %@"
    /// What to do with a new invitation.
    case sendLink = "Send this link to your friend, or let your friend scan the code. The link is shown only once."
    /// The description of a QR code.
    case qrCode = "QR code of the link"
    /// The button that copies a link.
    case copyLink = "Copy Link"
    /// The link was copied.
    case copied = "Copied"
    /// Other devices can't reach the server.
    case onlyHere =
        "The link works on this computer only. To let phones reach the server, start it with --public-url and an address that they can reach."
    /// No one is invited.
    case noPeople = "You haven’t invited anyone yet."
    /// The time of a person's last visit follows.
    case lastSeen = "Last seen"
    /// A person has never opened the feed.
    case neverSeen = "Not seen yet"
    /// The button that ends a person's access, or takes a photo from those to post.
    case remove = "Remove"
    /// The button that ends a person's access, and deletes what the person has written and posted.
    case removePersonAndContent = "Remove with Photos and Comments"
    /// The heading of the photos that the owner has hidden.
    case hiddenPhotos = "Hidden Photos"
    /// The button that shows a hidden photo again.
    case showPhoto = "Show Photo"
    /// The title of the page that posts photos, and the link to it.
    case postPhotos = "Post Photos"
    /// The explanation of that page.
    case postExplanation =
        "Choose photos and add captions. Locations stored in photos aren’t used."
    /// The button that chooses photos.
    case choosePhotos = "Choose Photos"
    /// The title of the field for a photo's caption.
    case caption = "Caption"
    /// The title of the field for a photo's location.
    case location = "Location"
    /// The title of the field for a photo's description.
    case altText = "Description for people who can’t see the photo"
    /// The button that posts the photos.
    case post = "Post"
    /// A photo can't be posted.
    case photoTooLarge = "This photo is too large. The limit is 50 MB."
    /// The same.
    case notAPhoto = "This isn’t a photo that can be shown. Choose a JPEG, PNG, WebP, HEIC, AVIF or GIF file."
    /// A person has posted as much as permitted.
    case photoLimit = "You’ve reached a limit for photos. The photo will be sent later. Keep this page open."
    /// There is no connection.
    case photoWaiting = "Not sent yet. The photo will be sent when the server can be reached."
    /// Posting needs JavaScript.
    case needsScript = "To post photos, turn on JavaScript in your browser."
    /// A page was saved earlier. The time follows.
    case savedPage = "No connection. Saved on this device:"
    /// The title of the page that is shown without a connection.
    case noConnection = "No Connection"
    /// A page isn't saved, or was saved too long ago.
    case noSavedPage =
        "This page isn’t saved on this device, or was saved more than seven days ago. Connect to the internet, then load the page again."
    /// The link to photos that are newer than those on the page.
    case newPhotos = "New Photos"
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
    /// Beside the button that signs out.
    case signOutExplanation = "You need your invitation link to sign in again."
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
