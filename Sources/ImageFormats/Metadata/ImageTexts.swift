/// What a block of texts in an image says: a caption, and where the image was taken.
struct ImageTexts: Hashable {
    let caption: String?
    let location: String?

    /// - Parameter placeNames: The names of the place, from the smallest to the country.
    init(caption: String?, placeNames: [String?] = []) {
        self.caption = caption
        let names = placeNames.compactMap { $0.flatMap(Caption.cleaned)?.replacing("\n", with: " ") }
        location = Caption.cleaned(names.joined(separator: ", "))
    }
}
