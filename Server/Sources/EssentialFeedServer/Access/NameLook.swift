import Foundation

/// A name's look, to find names people could confuse.
struct NameLook: Hashable, Sendable {
    /// The letters, marks and digits as capitals, without differences of width, ligatures and joiners, and with Latin
    /// letters in place of look-alikes.
    let capitals: String
    /// Like `capitals`, but compares small letters as written: ν looks like v, and its capital like N.
    private let written: String
    /// Like `capitals`, with I and 1 as l, 0 as O, and rn as m.
    private let strokes: String

    init(_ name: String) {
        // A joiner would keep the marks around it from their common order.
        let visible = name.unicodeScalars.filter { !AccessToken.joiners.contains($0) }
        // Accents are separate, to compare the letters below them.
        let name = Self.thai(String(String.UnicodeScalarView(visible)).decomposedStringWithCompatibilityMapping)
        capitals = Self.capitals(name)
        written = Self.capitals(Self.latin(name))
        let lines = String(name.map { "I1lǀƖΙІӀӏ".contains($0) ? "|" : $0 == "0" ? "O" : $0 })
        strokes = Self.capitals(Self.latin(lines).replacing("rn", with: "m"))
    }

    /// Returns a name with one spelling of the Thai signs that have several with the same look.
    private static func thai(_ name: String) -> String {
        name.replacing("\u{E40}\u{E40}", with: "\u{E41}")
            .replacingOccurrences(of: "([\u{E48}-\u{E4B}])\u{E4D}", with: "\u{E4D}$1", options: .regularExpression)
    }

    /// Returns whether people would confuse the names.
    func isLike(_ other: NameLook) -> Bool {
        capitals == other.capitals || written == other.written || strokes == other.strokes
    }

    private static func capitals(_ name: String) -> String {
        let letters = name.uppercased().decomposedStringWithCompatibilityMapping.unicodeScalars
            .filter { !AccessToken.punctuation.contains($0) }
        return latin(String(String.UnicodeScalarView(letters)))
    }

    private static func latin(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { lookalikes[$0] ?? $0 }))
    }

    /// The letters that Unicode lists as look-alikes of a Latin one (UTS 39), and small capitals; an Armenian letter
    /// that looks like q is left out, because another one does, too. Then letters of Persian and Arabic, and of
    /// Japanese.
    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
        let rows = [
            "AɑΑαАаᎪᗅᴀꓮ𐊠𖽀", "BƄʙΒВЬᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁", "CСсᏟᴄⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜", "DԁᎠᏧᑯᗞᗪᴅꓒꓓ", "EΕЕеҽᎬᴇⴹꓰꬲ𐊆𑢦𑢮",
            "FϜքᖴẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂", "GƍɡɢԌցᏀᏳᶃꓖ", "HʜΗНҺһհᎻᏂᕼⲎꓧ𐋏", "IıƖǀɩɪΙιІіӀӏᎥᛁⲒⵏꓲꙇꭵ𐊊𐌉𑣃𖼨", "JͿϳЈјᎫᒍᴊꓙꞲ",
            "KΚКᏦᛕᴋⲔꓗ𐔘", "LʟᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖", "MΜϺМᎷᗰᛖᴍⲘꓟ𐊰𐌑", "NɴΝոռⲚꓠ𐔓", "OΟοσОоՕօଠഠဝჿዐᴏᴑⲞⲟⵔꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑢵𑣈𑣗",
            "PΡρРрᏢᑭᴘⲢⲣꓑ𐊕", "QԚԛզⵕ", "RƦʀгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵", "SƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺", "TΤТᎢᴛⲦꓔ𐊗𐊱𐌕𑢼𖼊", "UʋυՍսሀᑌᴜꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂",
            "VνѴѵᏙᐯᴠⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈", "WɯѡԜԝաᎳᏔᴡꓪꮃ𑜊𑜎𑜏", "XΧХхᕁᕽᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐔧", "YɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃", "ZΖᏃᴢꓜꮓ𑢩𑣄",
            "یيى", "کك", "エ工", "カ力", "タ夕", "ト卜", "ニ二", "ハ八", "ヘへ", "ロ口",
        ]
        var latin: [Unicode.Scalar: Unicode.Scalar] = [:]
        for letters in rows.map(\.unicodeScalars) {
            for letter in letters.dropFirst() { latin[letter] = letters.first }
        }
        return latin
    }()
}
