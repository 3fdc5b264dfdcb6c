extension String {
    /// The text in the pseudo-language: English letters have accents, vowels are doubled because texts in other
    /// languages are longer, and brackets show where the text ends. Placeholders are kept.
    package var inPseudoLanguage: String {
        var result = "["
        for character in self {
            let letter = character.isASCII ? PseudoLanguage.letters[character] : nil
            result.append(letter ?? character)
            if let letter, "aeiou".contains(character) { result.append(letter) }
        }
        return result + "]"
    }
}

/// The letters of the pseudo-language.
private enum PseudoLanguage {
    static let letters: [Character: Character] = {
        let small = zip("abcdefghijklmnopqrstuvwxyz", "áƀçðéƒğĥíĵķłɱñóþɋŕšţúṽŵẋýž")
        let capital = zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ÁƁÇÐÉƑĞĤÍĴĶŁṀÑÓÞɊŔŠŢÚṼŴẊÝŽ")
        return Dictionary(uniqueKeysWithValues: Array(small) + Array(capital))
    }()
}
