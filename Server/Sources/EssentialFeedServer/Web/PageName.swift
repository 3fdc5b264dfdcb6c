import EssentialFeed

/// The name of a person, with their picture or initials.
struct PageName: Hashable {
    private static let maximumLength = 64

    let name: String
    /// The first letters or digits of the name's first and last word that have any; empty if none has.
    let initials: String
    /// The number of the initials' colour, which is the same on all pages.
    let colour: Int
    let face: String?

    /// - Parameters:
    ///   - name: The name as another person wrote it.
    ///   - colour: The person's of ``InitialsColours``; 0 where no initials are shown.
    init(_ name: String, face: String? = nil, colour: Int = 0) {
        self.face = face
        let clean = PlainText.clean(PresentedText.limited(name))
        self.name = clean.count > Self.maximumLength ? clean.prefix(Self.maximumLength) + "…" : clean
        let letters = clean.split(whereSeparator: \.isWhitespace).compactMap { word in
            word.first { $0.isLetter || $0.isNumber }
        }
        initials = (letters.prefix(1) + letters.dropFirst().suffix(1)).map { letter in
            // A few letters have several capitals.
            let capital = letter.uppercased()
            return capital.count == 1 ? capital : String(letter)
        }.joined()
        self.colour = colour
    }
}
