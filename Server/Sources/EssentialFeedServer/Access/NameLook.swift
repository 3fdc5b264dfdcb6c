import Foundation

/// A name's look, to find names people could confuse.
struct NameLook: Hashable, Sendable {
    /// The letters, marks and digits as capitals, without differences of width, ligatures and joiners, and with Latin
    /// letters in place of look-alikes: I for 1 and O for 0, in the digits of all scripts, and I for l between capitals.
    let capitals: String
    /// Like `capitals`, but compares small letters as written: ν looks like v, and its capital like N.
    private let written: String
    /// Like `capitals`, with I and 1 as l, and rn as m.
    private let strokes: String
    /// Whether the name has letters of several scripts.
    private let isMixed: Bool

    init(_ name: String) {
        // A joiner would keep the marks around it from their common order.
        let visible = name.unicodeScalars.filter { !AccessToken.joiners.contains($0) }
        // Accents are separate, to compare the letters below them.
        let name = Self.thai(String(String.UnicodeScalarView(visible)).decomposedStringWithCompatibilityMapping)
        let letters = String(String.UnicodeScalarView(name.unicodeScalars.map(Self.letter)))
        let isCapital = letters.allSatisfy { !$0.isLowercase || $0 == "l" }
        capitals = Self.capitals(isCapital ? letters.replacing("l", with: "I") : letters)
        written = Self.capitals(Self.latin(name))
        let lines = String(String.UnicodeScalarView(name.unicodeScalars.map(Self.line)))
        strokes = Self.capitals(Self.latin(lines).replacing("rn", with: "m"))
        isMixed = Set(name.unicodeScalars.compactMap(Self.script)).count > 1
    }

    /// Returns a name with one spelling of the Thai signs that have several with the same look.
    private static func thai(_ name: String) -> String {
        name.replacing("\u{E40}\u{E40}", with: "\u{E41}")
            .replacingOccurrences(of: "([\u{E48}-\u{E4B}])\u{E4D}", with: "\u{E4D}$1", options: .regularExpression)
    }

    private static func letter(_ digit: Unicode.Scalar) -> Unicode.Scalar {
        guard digit.properties.numericType == .decimal else { return digit }
        return switch digit.properties.numericValue {
        case 0?: "O"
        case 1?: "I"
        default: digit
        }
    }

    private static func line(_ letter: Unicode.Scalar) -> Unicode.Scalar {
        let letter = Self.letter(letter)
        return "IlǀƖΙІӀӏ".unicodeScalars.contains(letter) ? "|" : letter
    }

    /// Returns whether people would confuse the names. In a name of several scripts, up to half of the letters may look
    /// like any letter of another script: ``lookalikes`` never has all of them.
    func isLike(_ other: NameLook) -> Bool {
        let looks = [(capitals, other.capitals), (written, other.written), (strokes, other.strokes)]
        return looks.contains { $0 == $1 }
            || (isMixed || other.isMixed) && looks.contains { Self.mayBeAlike($0.unicodeScalars, $1.unicodeScalars) }
    }

    private static func mayBeAlike(_ name: String.UnicodeScalarView, _ other: String.UnicodeScalarView) -> Bool {
        guard name.count == other.count else { return false }
        let different = zip(name, other).filter { $0 != $1 }
        return different.count * 2 <= name.count
            && different.allSatisfy { letter, other in
                let (one, another) = (Self.script(letter), Self.script(other))
                return one != nil && another != nil && one != another
            }
    }

    /// Returns the script of a letter, or of a digit outside ASCII; `nil` if names mix it with other scripts.
    private static func script(_ letter: Unicode.Scalar) -> Substring? {
        let properties = letter.properties
        guard properties.isAlphabetic || !letter.isASCII && properties.numericType == .decimal else { return nil }
        guard !letter.isASCII else { return "LATIN" }
        // Unicode's names of letters begin with the script.
        let words = properties.name?.split { $0 == " " || $0 == "-" } ?? []
        let script = words.first { !["EXTENDED", "NEW", "OLD"].contains($0) }
        return script.flatMap { shared.contains($0) ? nil : $0 }
    }

    /// The scripts of East Asia, whose names have Latin letters, too, and letters of no script.
    private static let shared: Set<Substring> = [
        "BOPOMOFO", "CJK", "COMBINING", "HANGUL", "HIRAGANA", "IDEOGRAPHIC", "KATAKANA", "MODIFIER",
    ]

    private static func capitals(_ name: String) -> String {
        let letters = name.uppercased().decomposedStringWithCompatibilityMapping.unicodeScalars
            .filter { !AccessToken.punctuation.contains($0) }
        return latin(String(String.UnicodeScalarView(letters)))
    }

    private static func latin(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { lookalikes[$0] ?? $0 }))
    }

    /// The letters that Unicode lists as look-alikes of a Latin one (UTS 39), small capitals, and letters of Coptic,
    /// Gothic, Cherokee and Canada; an Armenian letter that looks like q is left out, because another one does, too.
    /// Then Coptic letters that look like Greek ones, and letters of Persian and Arabic, and of Japanese.
    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
        let rows = [
            "AɑΑαАаᎪᗅᴀꓮ𐊠𖽀Ⲁⲁᗩᐱ", "BƄʙΒВЬᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁Ⲃⲃ𐌱Ᏸ", "CСсᏟᴄⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜ᑕᑢᙅ", "DԁᎠᏧᑯᗞᗪᴅꓒꓓᕲ", "EΕЕеҽᎬᴇⴹꓰꬲ𐊆𑢦𑢮Ⲉⲉ𐌴ᕮᗴᘿᙓ",
            "FϜքᖴẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂𐍆", "GƍɡɢԌցᏀᏳᶃꓖᎶᏩᘜ", "HʜΗНҺһհᎻᏂᕼⲎꓧ𐋏ⲏ𐌷ᖺ", "IıƖǀɩɪΙιІіӀӏᎥᛁⲒⵏꓲꙇꭵ𐊊𐌉𑣃𖼨ⲓ𐌹ᓰ", "JͿϳЈјᎫᒍᴊꓙꞲᒧ",
            "KΚКᏦᛕᴋⲔꓗ𐔘ⲕ𐌺", "LʟᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖", "MΜϺМᎷᗰᛖᴍⲘꓟ𐊰𐌑ⲙ𐌼ᘻᙏ", "NɴΝոռⲚꓠ𐔓ⲛ𐌽ᑎᘉ", "OΟοσОоՕօଠഠဝჿዐᴏᴑⲞⲟⵔꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑢵𑣈𑣗ᓍ",
            "PΡρРрᏢᑭᴘⲢⲣꓑ𐊕ᕵ", "QԚԛզⵕᑫ", "RƦʀгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵𐍂ᕴ", "SƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺𐍃ᔕ", "TΤТᎢᴛⲦꓔ𐊗𐊱𐌕𑢼𖼊ⲧ𐍄ᖶ",
            "UʋυՍսሀᑌᴜꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂Ꮜᑘᖳ", "VνѴѵᏙᐯᴠⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈ᐺ", "WɯѡԜԝաᎳᏔᴡꓪꮃ𑜊𑜎𑜏ⲱᗯᘺᙎ", "XΧХхᕁᕽᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐔧ⲭ𐍇",
            "YɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃ⲩᖻ", "ZΖᏃᴢꓜꮓ𑢩𑣄Ⲍⲍᘔ",
            "ΓⲄ", "ΔⲆ", "ΘⲐ", "ΛⲖ", "ΞⲜ", "ΠⲠ", "ΦⲪ", "ΨⲮ", "ΩⲰ",
            "یيى", "کك", "エ工", "カ力", "タ夕", "ト卜", "ニ二", "ハ八", "ヘへ", "ロ口",
        ]
        var latin: [Unicode.Scalar: Unicode.Scalar] = [:]
        for letters in rows.map(\.unicodeScalars) {
            for letter in letters.dropFirst() { latin[letter] = letters.first }
        }
        return latin
    }()
}
