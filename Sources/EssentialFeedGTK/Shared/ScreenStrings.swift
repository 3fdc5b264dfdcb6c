package import EssentialFeed

/// The texts of the screens and of the app around them.
package nonisolated enum ScreenStrings: String, TextKey {
    case appName = "Essential Feed"
    case refresh = "Refresh"
    case back = "Back"
    case mainMenu = "Main Menu"
    case tryAgain = "Try Again"
    case cannotLoadFeed = "Can’t Load the Feed"
    case cannotLoadComments = "Can’t Load Comments"
    case noImages = "No Photos"
    case noComments = "No Comments"
    /// The field for a new comment.
    case writeComment = "Write a comment"
    /// The button that sends the comment.
    case send = "Send"
    case loading = "Loading"
    /// The button that stops loading the rest of the feed.
    case stop = "Stop"
    /// The line below the images that are new.
    case newSince = "New since you were last here"
    /// The same for screen reader users, who don't see where the line is.
    case newSinceAbove = "The photos above are new since you were last here"
    case dismiss = "Dismiss"
    /// Takes the image's author, location and description, if known.
    case openImage = "View %@"
    /// Takes the same.
    case openComments = "Open the comments of %@"
    case more = "More"
    case less = "Less"
    /// Takes the same.
    case showMore = "Show the whole description of %@"
    /// Takes the same.
    case showLess = "Show less of the description of %@"
    case image = "a photo"
    case photo = "Photo"
    case retryImage = "Try Again: %@"
    case keyboardShortcuts = "Keyboard Shortcuts"
    case changeServer = "Change Server…"
    case certificateUntrusted = "The Server’s Certificate Isn’t Trusted"
    case certificateChanged = "The Server’s Certificate Has Changed"
    /// Takes the server's address and the fingerprint.
    case certificateText =
        "The app can’t verify that this is %@. Trust the server only if its certificate has this SHA-256 fingerprint:\n\n%@"
    /// Takes the same.
    case certificateChangedText =
        "%@ has a different certificate from the one that you trust. Trust it only if you know why it has changed. Its SHA-256 fingerprint is now:\n\n%@"
    case trustServer = "Trust This Server"
    case about = "About Essential Feed"
    case quit = "Quit"
    case closeWindow = "Close Window"
    case general = "General"
    case lists = "Feed and Comments"
    case pageDown = "Scroll Down"
    case pageUp = "Scroll Up"
    case toTheTop = "Go to Top"
    case toTheEnd = "Go to Bottom"
    case next = "Next"
    case previous = "Previous"
    case goLeft = "Go Left"
    case goRight = "Go Right"
    case viewPhoto = "View Photo"
    case grid = "Grid"
    case largerPhotos = "Larger Photos in the Grid"
    case smallerPhotos = "Smaller Photos in the Grid"
    case usualPhotos = "Default Size in the Grid"
    case goToMonth = "Go to Month"
    /// Takes the number of photos.
    case photoCount = "%@ photo|%@ photos"
    case contextMenu = "Photo Menu"
    /// Selects the photo in a menu, or deselects it.
    case select = "Select"
    /// The title of the shortcut.
    case selectPhoto = "Select Photo"
    case selectAll = "Select All"
    /// Takes the number of photos.
    case selectedCount = "%@ Selected|%@ Selected"
    /// All loaded photos are selected, but the feed has more.
    case allLoaded = "All loaded so far"
    case saveCopies = "Save Copies…"
    /// Takes the number of photos.
    case copiesSaved = "%@ photo saved|%@ photos saved"
    case viewer = "Viewer"
    case nextPhoto = "Next Photo"
    case previousPhoto = "Previous Photo"
    /// The row of small photos below the photo.
    case thumbnails = "Thumbnails"
    /// Tells screen reader users which of the small photos is shown.
    case currentPhoto = "Current photo"
    case zoomIn = "Zoom In"
    case zoomOut = "Zoom Out"
    case zoomToFit = "Show the Whole Photo"
    case originalScale = "Actual Size"
    case movePhoto = "Move an Enlarged Photo"
    case rotateLeft = "Rotate Left"
    case rotateRight = "Rotate Right"
    case fullScreen = "Fullscreen"
    case leaveFullScreen = "Leave Fullscreen"
    case toggleFullScreen = "Enter or Leave Fullscreen"
    case slideshow = "Slideshow"
    /// The title of the choices of how long each photo is shown.
    case timePerPhoto = "Time per Photo"
    /// Takes a number.
    case seconds = "%@ second|%@ seconds"
    case copy = "Copy"
    case copied = "Copied"
    case saveCopy = "Save a Copy…"
    /// The title of the dialog and of the shortcut.
    case saveCopyTitle = "Save a Copy"
    case openWith = "Open With…"
    case openWithTitle = "Open With Another Program"
    case showInFiles = "Show in Files"
    /// Opens the folder of saved photos in the file manager.
    case openFolder = "Open Folder"
    case email = "Send by Email…"
    case print = "Print…"
    case printTitle = "Print"
    case background = "Set as Background…"
    case backgroundTitle = "Set as Background"
    case cannotOpenPhoto = "Couldn’t open the photo with another program"
    case cannotEmail = "Couldn’t send the photo by email"
    case cannotSetBackground = "Couldn’t set the background"
    case cannotPrint = "Couldn’t print the photo"
    case fileIsGone = "The photo’s file isn’t there any more"
    /// The subfolders of a folder of photos.
    case albums = "Albums"
    case allPhotos = "All Photos"
    case saved = "Saved"
    case cannotSave = "Couldn’t save the copy"
    case notOnThisComputer = "Choose a folder on this computer"
    case play = "Play"
    case pause = "Pause"
    case playOrPause = "Play or Pause"
    case cannotPlay = "Couldn’t play the animation"
    case serverTitle = "Connect to a Server"
    case serverDescription = "Paste the link of your invitation, or enter the address of a server."
    /// The title while a server asks for a name and a password.
    case signIn = "Sign In"
    case serverAddress = "Invitation link or address"
    case connect = "Connect"
    case cancel = "Cancel"
    case userName = "Name"
    case password = "Password"
    case showPassword = "Show Password"
    case hidePassword = "Hide Password"
    case diskFull = "The disk is full: nothing new can be saved"
    /// Takes the path of the folder.
    case cacheUnusable = "Nothing new can be saved in %@"
    case cacheInUse = "Another program is using the cache: nothing new can be saved"
    case cacheOfNewerVersion = "A newer version wrote the cache: nothing new can be saved"
    case demoFailed = "Couldn’t start the demo. Try again, or connect to a server."
    case aboutText = "Photos that a friend shares with you, online and offline."
    /// The documents that the app implements.
    case caseStudy = "Essential Feed case study"
    case preferences = "Preferences"
    case photos = "Photos"
    case layout = "Layout"
    /// The layout that shows descriptions beside the photos.
    case withCaptions = "With Captions"
    /// The title of the choice of how large photos in the grid are.
    case photosInGrid = "Photos in the Grid"
    case large = "Large"
    case medium = "Medium"
    case small = "Small"
    case servers = "Servers and Folders"
    case addServer = "Add Server…"
    /// The title of the dialog.
    case chooseFolder = "Choose a Folder"
    /// Takes the name of the server.
    case removeServer = "Remove %@"
    case offlinePhotos = "Offline Photos"
    case diskLimit = "Storage Limit"
    case keepImagesOffline = "Save Photos for Offline Use"
    /// The answer that confirms clearing, in the dialog.
    case clearNow = "Delete"
    case deleteOfflinePhotos = "Delete Offline Photos"
    case clearQuestion = "Delete Offline Photos?"
    case notifications = "Notifications"
    case notifyOfPhotos = "New Photo Notifications"
    case notifyDetail = "While the app is in the background"
    case undo = "Undo"
    case rename = "Rename"
    case welcome = "Welcome to Essential Feed"
    case welcomeDescription = "See the photos that a friend shares with you, or your own."
    case myPhotos = "My Photos"
    case myPhotosDetail = "A folder on this computer"
    case demo = "Demo"
    case demoDetail = "Photos that come with the app"
    /// Takes the path of the folder that contains the index.
    case folderOfEarlierVersion =
        "This folder’s index is from an earlier version. Move %@ away, and open the folder again."
    /// Takes the path of the folder.
    case folderUnreadable = "Can’t show the folder %@. Check that it exists and can be read, or choose another."
    case cannotDelete = "Couldn’t delete some offline photos"
    /// Takes the number of files.
    case cannotShow = "%@ file can’t be shown|%@ files can’t be shown"
    /// Takes the number of files that aren't named.
    case andMore = "and %@ more"
    case notAPhoto = "not a JPEG, PNG, WebP, GIF, HEIC or AVIF"
    case incompleteFile = "incomplete"
    case emptyFile = "empty"
    case unreadableFile = "can’t be read"
    case undecodableFile = "can’t be decoded"
    case details = "Details"
    case close = "Close"
}

extension Language {
    package nonisolated func text(_ key: ScreenStrings, _ values: String...) -> String {
        text(key.rawValue, values)
    }
}
