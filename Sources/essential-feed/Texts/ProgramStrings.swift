import EssentialFeed

/// The texts of the terminal program. Texts for standard error start with a lowercase letter and have no full stop at
/// the end.
enum ProgramStrings: String, TextKey {
    case malformedImageURL =
        "“%@” isn’t a photo’s address; use one from the feed, like http://host/image, or the photo’s number"
    case malformedImageID = "“%@” isn’t a photo’s id; use one from the feed, or the photo’s number"
    case imageToTerminal = "a terminal can’t show a photo; use -o FILE, or redirect the output"
    case cannotWriteFile = "“%@” can’t be written: %@; choose another file"
    /// Takes the file's path, and a better one.
    case otherFormat = "the format of “%@” isn’t the one of its name; rename the file to “%@”"
    case cacheInUse = "another program is using the cache; close it, then try again"
    case cacheUnreadable = "the cache can’t be read; clear it with “essential-feed cache clear”"
    case cacheUnwritable = "the cache can’t be written; check the folder %@"
    case cacheNotDeleted = "the cache couldn’t be deleted; check the folder %@"
    case cacheNotValidated = "the cache couldn’t be checked, and nothing was deleted; check the folder %@"
    /// Takes the time at which the feed was loaded, and the current time.
    case savedAhead =
        "the saved feed is dated in the future: it was loaded at %@, and now it is %@; it stays saved, but isn’t shown; check this computer’s clock, or clear the cache"
    case inMemory = "the cache folder can’t be used, so nothing new is saved; check %@"
    case diskFull = "the disk is full, so only what fits is saved; free up space on the disk that holds %@"
    case diskReadOnly = "the cache folder can’t be written, so nothing new is saved; check %@"
    case diskFailing = "the disk has errors, so nothing new is saved; check %@"
    case cacheNewer = "a newer version of this program wrote the cache, so nothing new is saved; use that version"
    /// Like `cacheNewer`, for a command that only changes the cache.
    case cacheNotChanged = "a newer version of this program wrote the cache, and nothing was changed; use that version"
    case noRows = "there is no saved feed from the last seven days; load one with “essential-feed feed” first"
    /// Takes the requested number, and the number of photos.
    case noSuchRow = "the saved feed has no photo %@; use a number from 1 to %@"
    case moreExists = "there are more photos; use --pages %@"
    case columnDate = "Date"
    case columnAuthor = "Author"
    case columnLocation = "Location"
    case columnDescription = "Description"
    /// Takes what the photo shows, in words for people who can't see it.
    case alternative = "Alternative text: %@"
    case statusServer = "Server"
    case statusFeed = "Feed"
    case statusImages = "Photos"
    case statusFolder = "Folder"
    case statusNoFeed = "none is saved"
    case statusFeedValid = "%@ photo, saved %@|%@ photos, saved %@"
    case statusFeedExpired = "%@ photo, saved %@: expired|%@ photos, saved %@: expired"
    case statusImagesOf = "%@ from this feed, %@ in total; %@ of %@ used"
    case statusOffline = "Offline"
    /// Is followed by the number of saved photos.
    case offlineFeed = "feed of %@ photo|feed of %@ photos"
    /// Is followed by the number of saved photos.
    case offlineNewest = "newest %@ photo|newest %@ photos"
    /// Follows the number of photos.
    case offlineSaved = "%@ saved|%@ saved"
    /// Follows the number of saved photos.
    case offlineComplete = "complete offline"
    /// Takes the number of wanted photos, then the number of saved ones.
    case syncImages = "%2$@ of %1$@ photo|%2$@ of %1$@ photos"
    case syncTimeLeft = "%@ left"
    case syncLimited = "there isn’t room for all photos, so only what fits is saved"
    case syncUnsaved =
        "some photos couldn’t be saved: the server forbids saving them, or the cache folder can’t be used"
    /// Takes the number of wanted photos, then the number of saved ones.
    case syncInterrupted =
        "interrupted: %2$@ of %1$@ photo is saved; the next “essential-feed sync” continues from there|interrupted: %2$@ of %1$@ photos are saved; the next “essential-feed sync” continues from there"
    case trustHint = "if this is your server’s certificate, add --trust-fingerprint with the fingerprint"
    case cacheValid = "The saved feed is valid."
    case cacheExpiredDeleted = "The saved feed had expired or was unreadable, and was deleted."
    case cacheNothing = "Nothing is saved."
    case cacheCleared = "The cache is cleared: %@ freed."

    /// Takes a name.
    case invited = "this link is for %@ only, and is shown only once:"
    case unknownAddress =
        "the server’s address isn’t known yet; use --public-url URL with an address that people can reach, or start the server once"
    case onlyForThisMachine =
        "the link works on this computer only; for others, use --public-url URL with an address that they can reach"
    case onlyInvited =
        "from now on, only invited people can read the feed; to keep moderating it in your own browser, invite yourself: essential-feed invite NAME --may admin"
    case noCodeLibrary = "to see the link as a QR code, install libqrencode4"
    /// Takes the number of columns.
    case codeTooWide = "to see the link as a QR code, make the terminal at least %@ columns wide"
    case noTokens = "no one is invited yet; invite a friend with “essential-feed invite NAME”"
    /// Takes a name.
    case revoked = "%@’s access has ended."
    /// Takes a name and the id of a browser.
    case signedOut = "%@’s device %@ is signed out."
    /// Takes the id of a browser, what it runs on, and the time of the sign-in.
    case deviceLine = "%@  %@, signed in %@"
    case columnName = "Name"
    case columnScopes = "Access"
    case columnInvited = "Invited"
    case columnLastUsed = "Last used"
    case never = "never"

    /// Takes the backup's folder, and the numbers of posted photos, comments and invitations.
    case backedUp =
        "The backup is in %@, without the photos in your folder. Posted photos: %@, comments: %@, invitations: %@."
    /// Takes the state folder, and the numbers of posted photos, comments and invitations.
    case restored =
        "The state in %@ was restored from the backup. Posted photos: %@, comments: %@, invitations: %@."
    case invitationsAreOld =
        "invitations are those of the backup, so people whose invitation was revoked later can read again; see “essential-feed people”"
    /// Takes the owner's name.
    case browsersSignedOut =
        "all browsers are signed out, and a person’s link signs them in again; if you have no link of your own, make one with: essential-feed invite \"%@\" --new-link, and the same --state, if any"
    /// Takes a folder.
    case kept = "The previous state is in %@. Delete it once everything works."

    case noPhotos = "Serving no photos at %@"
    case photos = "Serving %@ photo at %@|Serving %@ photos at %@"
    case photosSoFar = "Serving %@ photo so far at %@|Serving %@ photos so far at %@"
    case publicAddress = "Public address: %@"
    case ending = "finishing open requests; a second signal (Ctrl-C) stops the server at once"
    /// Takes the number of photos and the address.
    case ready = "Ready to serve %@ photo at %@|Ready to serve %@ photos at %@"
}
