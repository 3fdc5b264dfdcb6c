import Foundation

/// The use case "Load appearance": the feed's title, its accent colour and its cover. Values in the folder's document
/// win over those that the owner has set on the page of the people.
struct LoadAppearance: Sendable {
    let document: FolderDocument
    let catalog: any PhotoCatalog
    let friends: (any FriendsStore)?

    /// What the owner calls the feed, safe to show; `nil` for the usual title.
    var title: String? { document.texts.document.title ?? friends?.state.appearance.title }

    var accent: AccentColour? { document.texts.document.accent ?? friends?.state.appearance.accent }

    /// Whether the document sets the title, the colour and the cover.
    var isFixed: (title: Bool, accent: Bool, cover: Bool) {
        let document = document.texts.document
        return (document.title != nil, document.accent != nil, document.cover != nil)
    }

    /// Returns the photo that is shown above the feed; `nil` for none, and if the photo is deleted or hidden. Blocks.
    func cover() throws -> UUID? {
        guard let photo = try chosenCover(), friends?.unseenPhotos.contains(photo) != true else { return nil }
        return photo
    }

    /// Returns why the chosen cover isn't shown; `nil` if it is, or if none is chosen. Blocks.
    func coverNotice() throws -> FolderNotice? {
        let document = document.texts.document
        guard let photo = try chosenCover() else {
            return document.cover.map {
                FolderNotice.coverMissing(file: $0.file, document: document.name, line: $0.line)
            }
        }
        let exists = try catalog.listed(photo) != nil || friends?.post(photo) != nil
        guard try !exists || cover() == nil else { return nil }
        guard let named = document.cover else { return .chosenCoverNotShown }
        return .coverHidden(file: named.file, document: document.name, line: named.line)
    }

    private func chosenCover() throws -> UUID? {
        let texts = document.texts
        guard let cover = texts.document.cover else { return friends?.state.appearance.cover }
        return try catalog.photo(named: cover.file, in: texts)
    }
}
