import EssentialFeed
import Foundation

/// The texts of the web pages. Templates use the names of the cases.
enum PageText: String, TextKey {
    /// The title of the feed.
    case feed = "Feed"
    /// The title of the page with what others have written and chosen.
    case activity = "Activity"
    /// The link to that page, if something is new.
    case newActivity = "New Activity"
    case noActivity =
        "Nothing has happened yet. Comments on your photos, answers to you, reactions, and photos that friends post will appear here."
    /// What a person did, after their name.
    case commentedOnYours = "commented on your photo"
    /// The same, on another person's photo in the owner's folder. Takes the photographer's name.
    case commentedOnPhoto = "commented on a photo by %@"
    /// The same, on a photo on which the reader has commented before.
    case commentedAfterYou = "commented after you"
    /// The same, as a reply to a comment of the reader.
    case repliedToYou = "replied to you"
    /// The same; the reaction follows.
    case reactedToYours = "reacted to your photo"
    /// The same. Takes the number of photos.
    case postedPhotos = "posted %@ photo|posted %@ photos"
    /// The same, to another person's photo in the owner's folder. Takes the photographer's name.
    case reactedToPhoto = "reacted to a photo by %@"
    /// The button that lets the device tell the person of such events.
    case notify = "Notify Me on This Device"
    /// The button that ends this.
    case stopNotifying = "Turn Off Notifications on This Device"
    case notificationsBlocked = "This browser doesn’t allow notifications from this site. Check its settings."
    /// A notification.
    case newComment = "Someone commented on your photo."
    /// A notification about a photo on which the person has commented.
    case newAnswer = "Someone commented after you."
    case newReaction = "Someone reacted to your photo."
    /// A notification about another person's photo in the owner's folder.
    case newFolderComment = "Someone commented on a photo in your feed."
    case newFolderReaction = "Someone reacted to a photo in your feed."
    /// The first link of each page, for people who use a keyboard.
    case skip = "Skip to Content"
    case emptyFeed = "There are no photos yet. New photos will appear here."
    /// The link to a whole caption.
    case more = "More"
    case noComments = "There are no comments yet."
    /// The link to the comments before those on the page.
    case earlierComments = "Earlier Comments"
    /// The link back from them.
    case newestComments = "Newest Comments"
    /// The title of the field for a comment.
    case writeComment = "Write a Comment"
    /// The invitation in the empty field, if no one has commented yet.
    case writeFirstComment = "Write the First Comment"
    /// The button that sends a comment.
    case send = "Send"
    /// The link that begins a reply to a comment.
    case reply = "Reply"
    case quoteGone = "This comment was deleted or hidden."
    /// A comment waits until there is a connection.
    case notSent = "Not sent yet"
    /// Follows it if the browser's storage is full or turned off.
    case notKept = "This browser can’t store it. Keep this page open until it’s sent."
    /// The title of a text in a form that wasn't accepted.
    case written = "What you wrote"
    case refused = "This wasn’t accepted. Change it and send it again, or discard it."
    /// The link from something that isn't sent to its photo.
    case openPhoto = "Open Photo"
    /// The button that changes a comment, or puts a refused one back into the field.
    case editComment = "Edit"
    /// The button that sends something refused once more.
    case sendAgain = "Send Again"
    /// The button that deletes something refused.
    case discard = "Discard"
    /// The same button, which now does so.
    case discardNow = "Discard for Good"
    case signOutDeletes = "Signing out deletes what isn’t sent yet."
    /// The button that signs out nevertheless.
    case signOutAnyway = "Sign Out and Delete"
    /// A reaction couldn't be sent.
    case notConnected = "The server can’t be reached. Try again later."
    case commentsClosed = "The owner has closed the comments on this photo."
    /// The menu of a comment.
    case options = "Options"
    /// The button that deletes a comment.
    case deleteComment = "Delete"
    case deleteCommentQuestion = "Delete this comment?"
    /// The button with which the owner hides a comment.
    case hideComment = "Hide"
    /// The button with which the owner shows a hidden comment again.
    case showComment = "Show Again"
    /// The mark of a comment that only its author and the owner see.
    case hidden = "Hidden from friends"
    /// The mark of a comment that its author has changed.
    case edited = "Edited"
    /// The title of the buttons for a whole photo.
    case photoOptions = "Photo Options"
    /// The title of the form in which people change what they say about their photo.
    case editPhoto = "Edit Details"
    /// The button of that form.
    case save = "Save"
    /// The button that deletes a posted photo.
    case deletePhoto = "Delete Photo"
    case deletePhotoQuestion = "Delete this photo?"
    /// Asked before a photo is deleted. Takes the number of its comments.
    case deletePhotoWithCommentsQuestion =
        "Delete this photo with its %@ comment?|Delete this photo with its %@ comments?"
    /// The button that closes the comments on a photo.
    case closeComments = "Close Comments"
    /// The button that permits comments on a photo again.
    case reopenComments = "Reopen Comments"
    /// The button that hides a photo from friends.
    case hidePhoto = "Hide Photo"
    case hidePhotoQuestion = "Hide this photo from friends? The page People shows hidden photos."
    /// A reaction, for screen readers.
    case heart = "Heart"
    case thumbsUp = "Thumbs Up"
    case laugh = "Laughing"
    case wow = "Surprised"
    case sad = "Sad"
    case party = "Celebrating"
    case notPermitted = "Your invitation doesn’t include this. Ask the owner for another one."
    case photoGone = "This photo was deleted or hidden."
    case commentGone = "This comment was deleted."
    /// A comment has no text.
    case commentEmpty = "Write something first."
    case textTooLong = "The text is too long. Shorten it to 2,000 characters."
    case commentsTooMany = "You’ve sent a lot in a short time. Wait a while, then try again."
    case unavailable = "This can’t be saved at the moment. Try again later."
    /// The title of the page with the invited people, and the link to it.
    case people = "People"
    /// The title of the form that invites a person.
    case inviteFriend = "Invite a Friend"
    /// The title of the field for a person's name.
    case personName = "Friend’s Name"
    /// The title of the field for the owner's name in the first invitation.
    case ownName = "Your Name"
    case ownNameHint = "Everyone sees it with your comments and photos."
    /// The title of the form for the picture beside a person's name.
    case ownPicture = "Your Picture"
    /// The button that chooses it.
    case choosePicture = "Choose Picture"
    /// The rule for names.
    case nameRule = "Letters, digits, spaces, hyphens, dots and apostrophes"
    /// The title of the page on which people change their name and language, and the link to it.
    case yourPage = "Your Page"
    /// The title of the choice of a language.
    case language = "Language"
    /// The choice of the language that the browser asks for.
    case browserLanguage = "Same as the browser"
    /// The title of the form that makes a link for another device.
    case otherDevice = "Another Device"
    case otherDeviceExplanation =
        "Create a link that signs you in on your phone or another computer. Your invitation link stays valid."
    /// The title of that link.
    case deviceLink = "Link for Another Device"
    case openDeviceLink =
        "Open this link in a browser on your other device, or scan the code there. It works once, within ten minutes."
    case removePictureQuestion = "Remove your picture?"
    case removePictureExplanation = "Your initials are shown instead. You can choose another picture later."
    /// The title of the list of browsers in which a person is signed in.
    case browsers = "Where You’re Signed In"
    /// The mark of the browser that shows that list.
    case thisBrowser = "This browser"
    /// A person has the name. Takes the name.
    case nameTaken = "%@ is already invited. Choose another name."
    /// The title of the choice of what a person may do.
    case mayDo = "Permissions"
    /// What a person may do.
    case mayRead = "See photos and comments"
    case mayComment = "Comment and react"
    case mayPost = "Comment, react and post photos"
    case mayAdmin = "Full access, like the owner"
    /// The button that makes an invitation.
    case makeLink = "Create Link"
    /// The title of a new invitation. Takes the name.
    case invitationFor = "Invitation for %@"
    case sendLink =
        "Send this link to your friend, or let your friend scan the code. The link is shown here for ten minutes."
    case openLink =
        "Open this link on your other devices, or scan the code there. The link is shown here for ten minutes."
    /// The button that hides the link.
    case done = "Done"
    /// The button that makes another link for a person.
    case newLink = "New Link"
    /// The question before. Takes the name.
    case newLinkQuestion = "New link for %@?"
    case newLinkExplanation = "The link from before ends. Photos and comments stay."
    /// The option of that question.
    case signOutDevices = "Sign out all devices, too"
    /// The question about what a person may do. Takes the name.
    case mayQuestion = "Permissions of %@"
    case mayExplanation = "The change counts at once. The link stays the same."
    case qrCode = "QR code of the link"
    /// The button that copies a link.
    case copyLink = "Copy Link"
    /// The button that hands that link, or a photo, to another app of the device.
    case share = "Share"
    /// The link was copied.
    case copied = "Copied"
    case onlyHere =
        "The link works on this computer only. To let phones reach the server, start it with --public-url and an address that they can reach; without a proxy, add --host 0.0.0.0."
    case noPeople = "You haven’t invited anyone yet."
    /// The time of a person's last visit follows.
    case lastSeen = "Last seen"
    /// The browsers in which a person is signed in.
    case deviceCount = "%@ Device|%@ Devices"
    /// A person has never opened the feed.
    case neverSeen = "Not seen yet"
    /// The button that ends a person's access, or takes a photo from those to post.
    case remove = "Remove"
    /// The button that ends a person's access, and deletes what the person has written and posted.
    case removePersonAndContent = "Remove with Photos and Comments"
    /// The question before. Takes the name.
    case removeQuestion = "Remove %@?"
    case removeExplanation = "The link ends, and all devices are signed out. Photos and comments stay."
    /// A list follows.
    case removeWithContent = "The link ends, all devices are signed out, and this is deleted for good:"
    case removeWithoutContent =
        "The link ends, and all devices are signed out. There are no photos or comments to delete."
    /// What is deleted.
    case photoCount = "%@ Photo|%@ Photos"
    /// The same, and the link to the comments on a photo.
    case commentCount = "%@ Comment|%@ Comments"
    case reactionCount = "%@ Reaction|%@ Reactions"
    /// The link that changes nothing.
    case cancel = "Cancel"
    /// The heading of the photos that the owner has hidden.
    case hiddenPhotos = "Hidden Photos"
    /// The button that shows a hidden photo again.
    case showPhoto = "Show Photo"
    /// The title of the form for the title, the colour and the cover of the feed.
    case appearance = "Appearance"
    /// The title of the field for the name of the feed.
    case feedTitle = "Title"
    /// The title of the field for the colour of buttons and links.
    case accentColour = "Accent Color"
    /// The title of the choice of the photo above the feed.
    case coverPhoto = "Cover Photo"
    /// The choice of none.
    case noCover = "No Cover"
    case setInDocument = "This is set in feed.yaml."
    /// The button that chooses the usual title and colour, and no cover.
    case useUsual = "Use Default"
    /// The title of the page that posts photos, and the link to it.
    case postPhotos = "Post Photos"
    case postExplanation =
        "Choose photos and add captions. Captions and locations stored in photos aren’t used."
    /// The button that chooses photos.
    case choosePhotos = "Choose Photos"
    /// The title of the field for a photo's caption.
    case caption = "Caption"
    case sharedCaption = "All photos without a caption of their own get this one."
    /// The title of the field for the caption of one of them.
    case ownCaption = "Caption of This Photo"
    /// The button that moves a photo towards the first one to be posted.
    case moveEarlier = "Move Earlier"
    /// The button that moves it towards the last one.
    case moveLater = "Move Later"
    /// The title of the field for a photo's location.
    case location = "Location"
    /// The title of the field for a photo's description.
    case altText = "Description for people who can’t see the photo"
    /// The button that posts the photos.
    case post = "Post"
    /// A chosen photo is being made smaller. Takes its number, and the number of chosen photos.
    case preparing = "Preparing %@ of %@"
    /// Chosen photos are being sent. Takes the number of the one, and the number of all.
    case posting = "Posting %@ of %@"
    /// Some chosen photos weren't sent. Takes the number of those posted, and the number of all that can be posted.
    case posted = "Posted %@ of %@"
    /// The browser can't show a chosen photo.
    case noPreview = "No Preview"
    case photoNotKept = "This browser can’t store the photo. Keep this page open until it’s sent."
    case photoMissing = "This browser couldn’t store the photo. Choose it again; your texts are still here."
    case shareLost =
        "The photos you shared weren’t kept. Choose or share them again: at most 100 photos can wait to be posted."
    /// The button that takes a described photo from those to post.
    case removeWithTexts = "Remove with Its Texts"
    case photoTooLarge = "This photo is too large. The limit is 50 MB."
    case notAPhoto = "This isn’t a photo that can be shown. Choose a JPEG, PNG, WebP, HEIC, AVIF or GIF file."
    case photoLimit = "You’ve reached a limit for photos. The photo will be sent later. Keep this page open."
    case photoWaiting = "Not sent yet. The photo will be sent when the server can be reached."
    case needsScript = "To post photos, turn on JavaScript in your browser."
    /// A page was saved earlier. The time follows.
    case savedPage = "No connection. Saved on this device:"
    /// The title of the page that is shown without a connection.
    case noConnection = "No Connection"
    /// The server failed. The log has the number, too.
    case reference = "If it fails again, tell the owner of the photos this number: %@"
    case noSavedPage =
        "This page isn’t saved on this device, or was saved more than seven days ago. Connect to the internet, then load the page again."
    /// The link to photos that are newer than those on the page.
    case newPhotos = "New Photos"
    /// The link to the next page of the feed.
    case olderPhotos = "Older Photos"
    /// The link to the page of the feed before this one.
    case newerPhotos = "Newer Photos"
    /// The link to the first page of the feed.
    case newestPhotos = "Newest Photos"
    /// The title of the page with the months of the feed, and the link to it.
    case months = "Months"
    /// The button that shows the older photos one after the other.
    case slideshow = "Slideshow"
    /// The button that pauses the slideshow.
    case pause = "Pause"
    /// The link to the photo before this one in the feed.
    case newerPhoto = "Newer Photo"
    /// The link to the photo after this one in the feed.
    case olderPhoto = "Older Photo"
    /// The title of a photo's page, if the feed doesn't tell who took the photo or where.
    case photo = "Photo"
    /// A photo among those that were posted together. Takes its number, and the number of all.
    case position = "%@ of %@"
    /// What a photo without a caption shows. Takes the date.
    case photoOfDate = "Photo, %@"
    /// The same. Takes the name of the photographer and the date.
    case photoByAuthor = "Photo by %@, %@"
    /// The link from a photo back to the feed.
    case back = "Back to the Feed"
    /// The link that saves a photo.
    case download = "Download"
    /// The title of the page on which people select photos to download, and the link to it.
    case selectPhotos = "Select Photos"
    case selectExplanation = "Select the photos that you want to download. They come in one ZIP file."
    /// The button that selects all photos on that page.
    case selectAll = "Select All on This Page"
    /// The same button, once all of them are selected.
    case selectNone = "Select None"
    case selectLimit = "You can download up to 500 photos or 2 GB at once."
    /// The title of the form that asks for an invitation.
    case forFriends = "For Invited Friends"
    case joinExplanation = "Open the link from your invitation, or paste it here. If you have none, ask for one."
    /// The title of the form that asks for the owner's address, because no one is invited yet.
    case forOwner = "For the Owner"
    case ownerExplanation =
        "Open the address that essential-feed serve has printed in the terminal or in the service’s log, or paste it here."
    /// The title of the field for that address.
    case address = "Address"
    case ownerRefused =
        "This address has been used, isn’t valid any more, or is incomplete. Start essential-feed serve again, then open the new address."
    /// The title of the field for the link of an invitation.
    case invitationLink = "Invitation Link"
    /// The button that signs in.
    case signIn = "Sign In"
    /// The title of that form, also in the previews of links.
    case sharedPhotos = "Photos Shared with You"
    /// The description of that form in the previews of links.
    case sharedPhotosExplanation = "Sign in with your invitation to see them."
    /// The heading of the page after the first sign-in on a phone. Takes the name of the person who has made the invitation, and
    /// the title of the feed.
    case invitesYou = "%@ invites you to %@"
    /// The same without a title.
    case sharesWithYou = "%@ shares photos with you"
    /// The same without a name. Takes the title.
    case welcomeTo = "Welcome to %@"
    /// How an iPhone or iPad keeps the feed, in Apple's words.
    case keepWithSafari = "To keep the photos on your home screen, tap Share, then “Add to Home Screen”."
    /// How an Android phone does, in Google's words.
    case keepWithChrome =
        "To keep the photos on your home screen, open the browser’s menu, then tap “Install app” or “Add to Home screen”."
    /// The button to the feed.
    case seePhotos = "See the Photos"
    /// The button that signs in as another person. Takes the name.
    case continueAs = "Continue as %@"
    /// The question before. Takes the name.
    case continueQuestion = "Continue as %@?"
    /// The reason for the question. Takes the name of the person who is signed in, and the other one.
    case otherPerson =
        "You’ve opened an invitation for %2$@, but you’re signed in as %@. What you write next would be from %2$@."
    /// The link that changes nothing. Takes the name.
    case staySignedIn = "Stay Signed In as %@"
    /// When to send a request again.
    case waitSeconds = "Wait %@ second, then try again.|Wait %@ seconds, then try again."
    /// Who is signed in. Takes the name.
    case signedInAs = "Signed in as %@."
    /// The button that signs out.
    case signOut = "Sign Out"
    /// Asked before one of several browsers is signed out. Takes the browser and its system, such as “Firefox, Android”.
    case signOutQuestion = "Sign out %@?"
    /// The same, before another person is signed out. Takes the person's name, then the browser and its system.
    case signOutPersonQuestion = "Sign %@ out of %@?"
    case signOutQuestionExplanation = "To sign in there again, open the invitation link."
    case signOutExplanation = "You need your invitation link to sign in again."
    case linkRefused = "This link isn’t valid any more, or it’s incomplete. Ask for a new one."
    case unencrypted =
        "This connection isn’t encrypted: others in this network can read your link. Ask for an address that begins with https."
    /// The link from a notice to the feed.
    case toFeed = "Go to the Feed"
}

extension PageText: CaseIterable {
    /// The texts without values: only they make sense in templates.
    private static let whole = allCases.filter { !$0.rawValue.contains("%") }

    /// Returns all texts without values by the names of their cases.
    static func all(in language: Language) -> [String: String] {
        Dictionary(uniqueKeysWithValues: whole.map { ("\($0)", language.text($0)) })
    }

    /// Returns how a phone keeps a page on its home screen, in the words of its browser; `nil` for computers, and for apps
    /// that show pages and can't keep them. iPads that ask for the pages of computers call themselves Macs.
    static func keeping(with userAgent: String?) -> PageText? {
        let agent = userAgent ?? ""
        if ["iPhone", "iPad", "iPod"].contains(where: { agent.contains($0) }) {
            return agent.contains("Safari/") ? .keepWithSafari : nil
        }
        return agent.contains("Android") && !agent.contains("; wv)") ? .keepWithChrome : nil
    }
}

extension Language {
    /// Returns a text, followed by the log's name for a failure, if there is one.
    func text(_ key: PageText, reference: String?) -> String {
        reference.map { "\(text(key)) \(text(PageText.reference, $0))" } ?? text(key)
    }

    /// Chooses the language of a page (RFC 9110, 12.5.4). English if a browser accepts no language of the texts.
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
