import Foundation

/// What a name looks like to people, who may take it for another one.
struct NameLook: Hashable, Sendable {
    /// The letters, marks and digits as capitals, without differences of width, ligatures and joiners, and with Latin letters
    /// in place of others that look like them.
    let capitals: String
    /// The same, but small letters are compared as they are written: ν looks like v, and its capital like N.
    private let written: String

    init(_ name: String) {
        // A joiner would keep the marks around it from their common order.
        let visible = name.unicodeScalars.filter { !AccessToken.joiners.contains($0) }
        // Accents are separate, so that the letters below them are compared.
        let name = String(String.UnicodeScalarView(visible)).decomposedStringWithCompatibilityMapping
        capitals = Self.capitals(name)
        written = name.utf8.allSatisfy { $0 < 0x80 } ? capitals : Self.capitals(Self.latin(name))
    }

    /// Returns whether people would confuse the names.
    func isLike(_ other: NameLook) -> Bool {
        capitals == other.capitals || written == other.written
    }

    private static func capitals(_ name: String) -> String {
        let letters = name.uppercased().decomposedStringWithCompatibilityMapping.unicodeScalars
            .filter { !" -_.'’".unicodeScalars.contains($0) }
        return latin(String(String.UnicodeScalarView(letters)))
    }

    private static func latin(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { lookalikes[$0] ?? $0 }))
    }

    /// The letters that Unicode lists as look-alikes of a Latin one (UTS 39), and small capitals. Scripts from right to left
    /// are left out, as is an Armenian letter that looks like q, because another one does, too.
    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
        let rows = [
            "AɑΑαАаᎪᗅᴀꓮ𐊠𖽀", "BƄʙΒВЬᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁", "CСсᏟᴄⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜", "DԁᎠᏧᑯᗞᗪᴅꓒꓓ", "EΕЕеҽᎬᴇⴹꓰꬲ𐊆𑢦𑢮",
            "FϜքᖴẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂", "GƍɡɢԌցᏀᏳᶃꓖ", "HʜΗНҺһհᎻᏂᕼⲎꓧ𐋏", "IıƖǀɩɪΙιІіӀӏᎥᛁⲒⵏꓲꙇꭵ𐊊𐌉𑣃𖼨", "JͿϳЈјᎫᒍᴊꓙꞲ",
            "KΚКᏦᛕᴋⲔꓗ𐔘", "LʟᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖", "MΜϺМᎷᗰᛖᴍⲘꓟ𐊰𐌑", "NɴΝոռⲚꓠ𐔓", "OΟοσОоՕօଠഠဝჿዐᴏᴑⲞⲟⵔꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑢵𑣈𑣗",
            "PΡρРрᏢᑭᴘⲢⲣꓑ𐊕", "QԚԛզⵕ", "RƦʀгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵", "SƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺", "TΤТᎢᴛⲦꓔ𐊗𐊱𐌕𑢼𖼊", "UʋυՍսሀᑌᴜꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂",
            "VνѴѵᏙᐯᴠⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈", "WɯѡԜԝաᎳᏔᴡꓪꮃ𑜊𑜎𑜏", "XΧХхᕁᕽᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐔧", "YɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃", "ZΖᏃᴢꓜꮓ𑢩𑣄",
        ]
        var latin: [Unicode.Scalar: Unicode.Scalar] = [:]
        for letters in rows.map(\.unicodeScalars) {
            for letter in letters.dropFirst() { latin[letter] = letters.first }
        }
        return latin
    }()
}
