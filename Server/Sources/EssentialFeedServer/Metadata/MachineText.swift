import Foundation

/// Recognises what cameras and programs write where people write a caption.
///
/// A text that a person could have written stays, such as "HDR", "our_dog" or "Created with Anna". A machine's text is:
/// - a phrase of its own, such as `binary comment`, or a mode of a camera, such as `oznor`;
/// - a brand with words for a camera (`SAMSUNG CAMERA PICTURES`) or a company (`NIKON CORPORATION`);
/// - what a known program has done, without other words (`Created with GIMP`), or its name and version;
/// - a file's name: with its type, a path, a counter of cameras (`IMG_1234`, `oplus_0`), or a time with seconds;
/// - a long number, a digest, JSON, variables with values (`filterMask: 0; jpegRotation: 90`), or a line (`---`).
enum MachineText {
    private static let phrases: Set<String> = [
        "default", "x-default", "undefined", "none", "null", "n/a", "no title", "<unknown>", "image description",
        "user comment", "user comments", "my beautiful picture", "jpeg picture", "dcim", "dsc", "screenshot",
        "binary comment", "dcf 1.0", "dvc 10.1 hdmi", "faceapp", "fotoknudsen", "iclarified", "untitled",
    ]
    /// Texts in this spelling only.
    private static let marks: Set<String> = [
        "SAMSUNG", "samsung", "HUAWEI", "HELLOMOTO", "AppleMark", "Scanner", "ASCII", "UNICODE", "JIS", "CS=ITU601",
    ]
    /// The modes of Huawei's cameras, in this spelling only. Another word can follow, as in `edf_nor`.
    private static let modes: Set<Substring> = [
        "bsh", "btf", "btfhdr", "btfmdn", "btr", "bty", "cof", "cuva", "dav", "edf", "fbt", "fbthdr", "frem",
        "frontbhdp", "fshbty", "hdrpl", "mde", "nor", "ozbty", "ozedf", "oznor", "oznorWO", "ptr", "qrf", "rbt", "rhdr",
        "rpt", "sdr",
    ]
    private static let brands: Set<String> = [
        "agfa", "agfaphoto", "benq", "canon", "casio", "digimax", "eastman", "epson", "fuji", "fujifilm", "hp",
        "jenoptik", "kenox", "kodak", "konica", "kyocera", "leica", "lg", "medion", "minolta", "moultrie", "nikon",
        "olympus", "panasonic", "pentax", "polaroid", "ricoh", "rollei", "samsung", "sanyo", "seiko", "sigma", "sony",
        "toshiba", "vivitar",
    ]
    private static let kinds: Set<String> = [
        "camera", "digital", "dsc", "game", "image", "minolta", "picture", "pictures", "still", "stillcamera",
    ]
    private static let makings: Set<String> = [
        "compressed", "converted", "created", "edited", "exported", "generated", "optimized", "processed", "written",
    ]
    private static let programs: Set<String> = [
        "acdsee", "adobe", "ebay", "ffmpeg", "gd", "gimp", "imagemagick", "imlib", "inkscape", "irfanview", "lightroom",
        "paint.net", "photoscape", "photoshop", "picasa", "pixlr", "snapseed", "tinypng", "vsco", "vscocam", "xnview",
    ]
    private static let counters = [
        "_dsc", "_img", "_mg_", "cimg", "dcp", "dji", "dsc", "dscf", "dsci", "dscn", "epsn", "fb_img_", "gopr", "hpim",
        "imag", "img", "imgp", "kif", "mvimg", "pict", "pxl", "rimg", "sdc", "wp",
    ]
    private static let variants: Set<Substring> = [
        "burst", "copy", "cover", "e", "edit", "edited", "hdr", "ios", "mp", "night", "pano", "portrait", "wa",
    ]
    /// Words that a person numbers, too, but without zeros.
    private static let numbered = ["bild", "foto", "image", "photo", "picture", "sam", "scan"]
    private static let fileTypes: Set<String> = [
        "arw", "avif", "bmp", "cr2", "cr3", "dng", "gif", "heic", "heif", "jpeg", "jpg", "nef", "png", "tif", "webp",
    ]
    private static let screenshots = ["screen", "whatsapp", "bildschirmfoto", "captura ", "capture ", "στιγμιότυπο "]
    private static let longestMachineText = 200

    /// - Parameter text: A text without surrounding white space.
    static func matches(_ text: String) -> Bool {
        if isList(text) { return true }
        guard text.utf8.count <= longestMachineText else { return false }
        let words = text.split(whereSeparator: \.isWhitespace)
        let lowercased = words.map { $0.lowercased() }
        let name = lowercased.joined(separator: " ")
        return isPhrase(text, name) || isCamera(words, lowercased) || isStamp(words, lowercased, name)
            || isFileName(name) || isCounter(name) || words.count == 1 && isCode(text)
    }

    private static func isList(_ text: String) -> Bool {
        if text.hasPrefix("{\""), text.last == "}" { return true }
        let variables = text.split { $0 == ";" || $0.isNewline }.count { part in
            let name = part.drop { $0.isWhitespace || $0 == "." }.prefix { $0.isLetter || "-_".contains($0) }
            let isCode = name.prefix(2).allSatisfy(\.isLowercase) && name.contains(where: \.isUppercase)
            let rest: Substring = part[name.endIndex...]
            let value = rest.dropFirst().first { !$0.isWhitespace }
            return isCode && [":", "="].contains(rest.first) && value?.isNumber == true
        }
        return variables >= 2
    }

    private static func isPhrase(_ text: String, _ name: String) -> Bool {
        let isTag = name.first == "<" && name.last == ">"
        let isLine = Set(text).count == 1 && text.allSatisfy { "*-_=".contains($0) }
        return phrases.contains(name.trimmingCharacters(in: CharacterSet(charactersIn: "()[]"))) || marks.contains(text)
            || isLine || isTag && name.split { " <>".contains($0) }.contains { brands.contains(String($0)) }
    }

    private static func isName(_ word: Substring) -> Bool { word.first?.isLowercase == false }

    private static func isCamera(_ words: [Substring], _ lowercased: [String]) -> Bool {
        guard words.allSatisfy(isName), let last = lowercased.last else { return false }
        let isBranded = brands.contains(lowercased[0])
        let isCompany = ["company", "corp", "inc", "ltd", "co.,ltd"].contains(where: last.hasPrefix)
        if isBranded, isCompany, !words[0].contains(where: \.isLowercase) { return true }
        let kind = lowercased.dropFirst(isBranded ? 1 : 0)
        guard kind.allSatisfy(kinds.contains) else { return false }
        return kind.contains("digital") && last.hasSuffix("camera")
            || isBranded && (kind.contains("dsc") || kind.suffix(2) == ["camera", "pictures"])
    }

    private static func isStamp(_ words: [Substring], _ lowercased: [String], _ text: String) -> Bool {
        let openings = ["jpeg encoder copyright", "file source: http", "creator: gd-", "creator: xv"]
        if openings.contains(where: text.hasPrefix) { return true }
        let parts = words.last?.drop { "vV[".contains($0) }.split { ".,".contains($0) } ?? []
        // A number without `v` and with fewer points could be a date or a price.
        let isVersion = parts.count >= (lowercased.last?.first == "v" ? 2 : 4) && parts[0].first?.isNumber == true
        if isVersion, words.dropLast().allSatisfy({ isName($0) || $0 == "version" }) {
            return lowercased.contains { $0.contains("jpeg") || ["inc.", "technologies"].contains($0) }
        }
        let making = lowercased.drop { $0 == "file" }.prefix(2)
        let names = lowercased[making.endIndex...].drop { $0 == "the" }
        guard let verb = making.first, makings.contains(verb), let link = making.last, let first = names.first,
            ["by", "using", "with"].contains(link)
        else { return false }
        let program = first.trimmingCharacters(in: .alphanumerics.inverted)
        let isKnown = programs.contains(program) || program.contains("jpeg")
        // A sentence can follow the program's name.
        return isKnown && (names.count == 1 || !".,:!?".contains(first.suffix(1)))
            && names.dropFirst().allSatisfy { word in
                let name = word.trimmingCharacters(in: .alphanumerics.inverted)
                return ["a", "mac", "on", "optimizer", "preset", "with"].contains(name) || programs.contains(name)
                    || name.contains { $0.isNumber || $0 == "." }
            }
    }

    private static func isFileName(_ text: String) -> Bool {
        if text.dropFirst().hasPrefix(":\\"), text.dropFirst(3).first?.isLetter == true { return true }
        if screenshots.contains(where: text.hasPrefix), hasClock(text) { return true }
        guard !text.contains(" "), !text.contains("://") else { return false }
        let type = text.split(separator: ".").last.map(String.init) ?? ""
        return text.hasPrefix("dcim\\") || text.first == "/" && text.count { $0 == "/" } >= 3
            || fileTypes.contains(type) && text.hasSuffix("." + type)
    }

    private static func hasClock(_ text: String) -> Bool {
        FileNameTime(Array(text.utf8), now: .distantFuture)?.hasClock == true
    }

    private static func isCounter(_ text: String) -> Bool {
        func rest(after name: String) -> Substring? { text.hasPrefix(name) ? text.dropFirst(name.count) : nil }
        if let number = rest(after: "oplus_") ?? rest(after: "untitled") {
            return number.allSatisfy { $0.isNumber || " -_()".contains($0) }
        }
        let numbers = numbered.compactMap { rest(after: $0)?.drop { " -_".contains($0) } }
        if numbers.contains(where: { $0.first == "0" && $0.count >= 3 && $0.allSatisfy(\.isNumber) }) { return true }
        return counters.compactMap(rest).contains { rest in
            rest.first?.isLetter == false && rest.first != " " && rest.count(where: \.isNumber) >= 3
                && rest.allSatisfy { $0.isLetter || $0.isNumber || " -_~.()".contains($0) }
                && rest.split { !$0.isLetter }.allSatisfy(variants.contains)
        }
    }

    /// One word that counts or identifies something.
    private static func isCode(_ text: String) -> Bool {
        guard text.allSatisfy(\.isASCII) else { return false }
        let parts = text.split(separator: "_")
        if modes.contains(parts.first ?? ""), parts.joined(separator: "").allSatisfy(\.isLetter) { return true }
        let openings = ["charset=", "exif_jpeg", "agc8", "lmc8", "mgc_8"]
        if openings.contains(where: text.lowercased().hasPrefix) { return true }
        if ["Lavc", "Lavf"].contains(text.prefix(4)), text.dropFirst(4).first?.isNumber == true { return true }
        let shape = String(text.map { $0.isNumber ? "0" : $0.isUppercase ? "A" : $0 })
        if shape == "A0000000" || shape == "000_0000" && text.first == "1" { return true }
        if shape == "AA000000", text.first == "P", text < "PD" { return true }
        let (digits, letters) = (text.count(where: \.isNumber), text.count(where: \.isLetter))
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-_~.".contains($0) }
        let isDigest = digits > 0 && letters > 0 && text.count >= 16 && text.allSatisfy { $0.isHexDigit || $0 == "-" }
        let isNumber = isPlain && digits > letters && text.split { !$0.isNumber }.contains { $0.count >= 12 }
        return isDigest || isNumber || hasClock(text)
    }
}
