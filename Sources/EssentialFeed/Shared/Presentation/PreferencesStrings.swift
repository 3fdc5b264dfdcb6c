/// The texts that the preferences compose.
package enum PreferencesStrings: String, TextKey {
    /// The server is on the screen.
    case shownNow = "Shown now"
    /// Takes the size of the server's cache.
    case savedOnDisk = "size\u{4}%@ saved"
    /// Takes the size of all caches and the limit.
    case usage = "Uses %@. Photos may take up to %@."
    /// Takes the size of all caches.
    case clearQuestion = "The saved feeds and photos of all servers will be deleted from this computer, which frees %@."
    /// Takes the size of all caches.
    case cleared = "Deleted offline photos (%@)"
    /// Takes the name of the server and the size of its cache.
    case serverRemoved = "Removed %@ with its offline photos (%@) and password"
    /// Takes the name of the server. The size of its cache isn't known.
    case serverRemovedWithAll = "Removed %@ with its offline photos and password"
    /// Takes the name of the server. Nothing of it is saved.
    case serverRemovedWithPassword = "Removed %@ and its password"
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
