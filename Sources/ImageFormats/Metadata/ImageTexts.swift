/// The texts of a metadata block: a caption and a location.
struct ImageTexts: Hashable {
    let caption: String?
    let location: String?

    /// - Parameter placeNames: The place names, from the smallest place to the country.
    init(caption: String?, placeNames: [String?] = []) {
        self.caption = caption
        let names = placeNames.compactMap { $0.flatMap(Caption.cleaned)?.replacing("\n", with: " ") }
        location = Caption.cleaned(names.joined(separator: ", "))
    }
}
