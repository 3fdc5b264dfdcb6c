/// The texts of several features: why a load failed.
package enum SharedStrings: String, TextKey {
    /// The connection failed for an unknown reason.
    case noConnection = "Couldn’t connect to the server. Check the network, then try again."
    /// Nothing listens at the server's address.
    case noConnectionRefused =
        "Couldn’t connect to the server: nothing answers at its address. Try again later, or ask the server’s owner."
    /// The server's name doesn't resolve.
    case noConnectionName =
        "Couldn’t connect to the server: its name can’t be found. Check the address and the network, then try again."
    /// The server takes too long to answer.
    case noConnectionTimeout = "Couldn’t connect to the server: it took too long to answer. Try again later."
    /// The server's answer ended early.
    case noConnectionCut = "The connection was interrupted. Try again."
    /// The connection can't be secured.
    case noConnectionInsecure =
        "The connection isn’t secure: the server’s certificate couldn’t be verified. Check the address, or ask the server’s owner."
    /// The server doesn't encrypt connections.
    case noConnectionTLS =
        "The connection isn’t secure: the server doesn’t use encryption. Check the address and the port."
    /// The server's certificate isn't trusted. Takes the certificate's fingerprint.
    case certificateUntrusted = "The server’s certificate isn’t trusted. Its SHA-256 fingerprint is %@."
    /// The server's certificate isn't the trusted one. Takes the certificate's fingerprint.
    case certificateChanged =
        "The server’s certificate isn’t the one that you trust. Its SHA-256 fingerprint is now %@."
    /// The name and password would be sent unencrypted.
    case unencryptedSignIn =
        "This server doesn’t use encryption, so others in the network could read your name and password. To send them anyway, write http:// before the address."
    /// The server answered with an error. Takes the status.
    case serverError = "The server answered with an error (status %@). Try again later."
    /// The server doesn't have the requested data. Takes the status.
    case notFound = "The server no longer has this photo (status %@). Refresh the feed."
    /// The server's answer can't be understood.
    case invalidData = "The server’s answer couldn’t be understood. Check the server’s address."
    /// The address has no feed. Takes the address.
    case noFeedFound = "No feed found at %@; is this the server’s address?"
    /// The server asks for a name and password.
    case signInNeeded = "The server asks for a name and a password."
    /// The server rejects the name and password.
    case signInWrong = "The server doesn’t accept this name and password. Check them, then try again."
    /// The server rejects the name and password of an invitation.
    case invitationEnded = "Your invitation has ended. Ask for a new link."
    /// A text isn't a server's address.
    case malformedAddress = "This isn’t a server address. Write it like photos.example.com."
    /// The server sent something other than an image.
    case notAnImage = "The server sent something other than a photo. Check the server’s address."
    /// The server's answer is too large.
    case tooLarge = "The server’s answer is too large and was refused. Check the server’s address."
    /// The server redirects to an address that clients don't follow.
    case redirect = "The server redirects to an address that isn’t allowed. Check the server’s address."
    /// The server redirects to a smaller network than its own.
    case privateAddress =
        "The server redirects into your own network, which it isn’t part of. Check the server’s address."
    /// The saved feed can't be read.
    case unreadableCache = "The saved feed can’t be read. Clear the cache, then load the feed again."
    /// Something else went wrong.
    case unexpected = "Something went wrong. Try again."
}

/// The texts of the feed.
package enum FeedStrings: String, TextKey {
    /// The title of the feed.
    case title = "Feed"
    /// Offline, so the saved feed is shown. Takes the relative date when it was loaded.
    case offlineNote = "Offline. Saved %@."
    /// The saved feed is shown while the server is asked. Takes the relative date when it was loaded.
    case updatedNote = "Updated %@."
    /// The saved feed is shown. Takes the relative date when it was loaded.
    case savedFeedNote = "The saved feed. Saved %@."
    /// The age within these notes if the feed was loaded within the last second.
    case justNow = "just now"
    /// The connection failed for an unknown reason.
    case reasonNoConnection = "Couldn’t connect to the server."
    /// Nothing listens at the server's address.
    case reasonRefused = "Nothing answers at the server’s address."
    /// The server's name doesn't resolve.
    case reasonName = "The server’s name can’t be found."
    /// The server takes too long to answer.
    case reasonTimeout = "The server took too long to answer."
    /// The server's answer ended early.
    case reasonCut = "The connection was interrupted."
    /// The connection can't be secured.
    case reasonInsecure = "The connection isn’t secure: the server’s certificate couldn’t be verified."
    /// The server answered with an error. Takes the status.
    case reasonStatus = "The server answered with an error (status %@)."
    /// The server's answer isn't a feed.
    case reasonInvalidData = "The server’s answer couldn’t be understood."
    /// All pages of the feed are being loaded. Takes the number of images loaded so far.
    case loadingToEnd = "Loading older photos… %@ loaded|Loading older photos… %@ loaded"
    /// The feed has no images.
    case empty = "There are no photos yet. New photos will appear here."
    /// No valid feed is saved.
    case nothingSaved = "There is no saved feed from the last seven days."
    /// The button that shows a newer feed.
    case showNewest = "Show Newest"
    /// The same button. Takes the number of new images.
    case newImages = "%@ New Photo|%@ New Photos"
    /// The title for an unknown number of new images.
    case manyNewImages = "New Photos"
}

/// The texts of the comments.
package enum ImageCommentsStrings: String, TextKey {
    /// The title of the comments.
    case title = "Comments"
    /// The image has no comments.
    case empty = "There are no comments yet."
}

/// The texts that the preferences compose.
package enum PreferencesStrings: String, TextKey {
    /// The server is on the screen.
    case shownNow = "Shown now"
    /// Takes the size of the cache.
    /// Takes the size of the server's cache.
    case savedOnDisk = "size\u{4}%@ saved"
    /// Takes the size of all caches and the limit.
    case usage = "Uses %@. Photos may take up to %@."
    /// Takes the size of all caches.
    case clearQuestion = "The saved feeds and photos of all servers will be deleted from this computer, which frees %@."
    /// Takes the size of all caches.
    case cleared = "Deleted saved photos (%@)"
    /// Takes the name of the server and the size of its cache.
    case serverRemoved = "Removed %@ with its saved photos (%@) and password"
    /// Takes the name of the folder.
    case folderRemoved = "Removed %@; the photos stay in the folder"
    /// No photos are saved for offline use.
    case offlineOff = "Off"
    case offlineNewest50 = "Newest 50 photos"
    case offlineNewest200 = "Newest 200 photos"
    case offlineAll = "All photos within the storage limit"
    /// Takes the number of wanted photos, then the number of saved ones.
    case offlineSaving = "Saving %2$@ of %1$@ photo…|Saving %2$@ of %1$@ photos…"
    /// Takes the number of saved images and the size of the server's cache.
    case offlineSaved = "%@ photo saved, %@|%@ photos saved, %@"
    /// Takes the number of wanted photos, then the number of saved ones.
    case offlinePartlySaved = "%2$@ of %1$@ photo saved.|%2$@ of %1$@ photos saved."
    case offlineLimited = "The storage limit leaves no room for more."
    case offlinePaused = "Paused while the network is metered."
}
