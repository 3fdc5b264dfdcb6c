import Foundation

/// Recognises what cameras and programs write where people write a caption.
enum MachineText {
    /// Whole texts, in lower case: meaningless ones, and codes of a camera's modes.
    private static let fillers: Set<String> = [
        "default", "x-default", "unknown", "none", "null", "nil", "untitled", "no title", "no comment", "n/a",
        "image description", "user comment", "user comments", "my beautiful picture", "jpeg picture", "digital image",
        "digital camera", "digital still camera", "digital stillcamera",
        "screenshot", "samsung", "dcim", "dsc", "ascii", "unicode", "jis", "undefined", "applemark",
        "dav", "cof", "mde", "sdr", "hdr", "hdr+", "rhdr", "hdrpl", "ptr", "rpt", "nor", "edf", "bty", "rbt", "cuva",
        "oznor", "oznorwo", "ozedf", "ozbty", "fbt", "fbthdr", "btr", "btf", "btfmdn", "btfhdr", "qrf", "fshbty",
        "frem", "bsh",
        "binary comment", "scanner", "hellomoto", "faceapp", "fotoknudsen", "iclarified",
    ]
    private static let brands: Set<String> = [
        "acer", "asus", "benq", "canon", "casio", "dji", "epson", "fuji", "fujifilm", "gopro", "hp", "htc", "huawei",
        "kodak", "konica",
        "kyocera", "leica", "lg", "medion", "minolta", "motorola", "nikon", "nokia", "olympus", "om", "panasonic",
        "pentax", "polaroid", "ricoh", "rollei", "samsung", "sanyo", "sigma", "sony", "toshiba", "vivitar", "xiaomi",
    ]
    /// The words after a brand.
    private static let kinds: Set<String> = [
        "camera", "cameras", "digital", "dsc", "image", "images", "jpeg", "minolta", "phone", "photo", "photos",
        "picture", "pictures", "still", "stillcamera", "video",
    ]
    /// The words after a brand not in capitals.
    private static let lastKinds: Set<String> = ["camera", "cameras", "dsc", "stillcamera"]
    /// Programs that sign without a version.
    private static let programs: Set<String> = [
        "ffmpeg", "gimp", "imagemagick", "imlib", "paint.net", "photoshop", "picasa",
    ]
    /// The things numbered by programs.
    private static let numbered: Set<String> = [
        "bild", "dsc", "foto", "image", "img", "photo", "picture", "scan", "untitled", "video",
    ]
    private static let companies: Set<String> = [
        "corporation", "imaging", "inc", "inc.", "ltd", "ltd.", "technologies",
    ]
    private static let fileTypes: Set<String> = [
        "arw", "avif", "bmp", "cr2", "cr3", "dng", "gif", "heic", "heif", "jpe", "jpeg", "jpg", "mov", "mp4", "nef",
        "orf", "png", "psd", "raf", "rw2", "tif", "tiff", "webp",
    ]
    private static let makings: Set<String> = [
        "compressed", "converted", "created", "edited", "encoded", "exported", "generated", "optimised", "optimized",
        "processed", "produced", "written",
    ]
    /// Words beside a version.
    private static let technicalWords = [
        "jpeg", "jpg", "png", "dcf", "hdmi", "encoder", "codec", "software", "technologies", "library", "magick",
        "photoshop",
    ]
    private static let screenshots = ["screenshot", "screen shot", "whatsapp", "signal-", "bildschirmfoto"]
    /// A longer text was written by a person, unless it is a list of values.
    private static let longestStamp = 200

    /// - Parameter text: A text without surrounding white space.
    static func matches(_ text: String) -> Bool {
        if isList(text) { return true }
        guard text.utf8.count <= longestStamp else { return false }
        let words = text.split(whereSeparator: \.isWhitespace)
        let lowercased = words.joined(separator: " ").lowercased()
        return isFiller(lowercased) || isTag(text) || isBrand(words) || isFileName(lowercased)
            || isStamp(words.map { $0.lowercased() }, words) || words.count == 1 && isCode(text)
            || text.utf8.count == 1 || Set(text).count == 1 && text.utf8.allSatisfy { $0 < 0x80 }
    }

    private static let brackets = CharacterSet(charactersIn: "()[]<>")

    /// A meaningless text, or a program's number of a thing.
    private static func isFiller(_ text: String) -> Bool {
        if text.hasPrefix("charset=") || fillers.contains(text.trimmingCharacters(in: brackets)) { return true }
        let name = text.prefix { $0.isLetter }
        let rest = text.dropFirst(name.count)
        return numbered.contains(String(name)) && rest.allSatisfy { $0.isNumber || " -_()".contains($0) }
            && rest.contains(where: \.isNumber)
    }

    /// JSON, or names with values between semicolons or commas.
    private static func isList(_ text: String) -> Bool {
        if text.first == "{", text.last == "}" { return true }
        let parts = text.split(separator: ";")
        return parts.count >= 3 && parts.count { $0.contains(where: \.isNumber) } * 2 >= parts.count
            && parts.allSatisfy { part in
                let name = part.drop(while: \.isWhitespace).prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
                return !name.isEmpty && [":", "="].contains(part[name.endIndex...].first)
            }
    }

    /// A single tag, such as `<Unknown>`.
    private static func isTag(_ text: String) -> Bool {
        text.first == "<" && text.last == ">" && text.count { $0 == "<" } == 1
    }

    /// A brand with a kind of camera, such as `SAMSUNG CAMERA PICTURES`, or anyone's `DIGITAL CAMERA` in capitals.
    private static func isBrand(_ words: [Substring]) -> Bool {
        let lowercased = words.map { $0.lowercased() }
        guard let first = lowercased.first, let last = lowercased.last, words.count <= 5 else { return false }
        let isCapital = words.allSatisfy { !$0.contains(where: \.isLowercase) }
        if words.count > 1, companies.contains(last), isCapital || brands.contains(first) { return true }
        if brands.contains(first), lowercased.dropFirst().allSatisfy(kinds.contains) {
            return isCapital || words.count > 1 && lastKinds.contains(last) || lowercased.contains("dsc")
        }
        return isCapital && (lowercased.suffix(2) == ["digital", "camera"] || last == "stillcamera")
    }

    /// A path, a name with a type of image, or the name of a screenshot.
    private static func isFileName(_ text: String) -> Bool {
        if text.dropFirst().hasPrefix(":\\") { return true }
        if !text.contains(" "), text.hasPrefix("/") || text.count(where: { $0 == "\\" }) > 1 { return true }
        let type = text.split(separator: ".").last.map(String.init) ?? ""
        if type.count < text.count, text.hasSuffix("." + type), fileTypes.contains(type) { return true }
        return screenshots.contains(where: text.hasPrefix)
            && FileNameTime(Array(text.utf8), now: .distantFuture)?.hasClock == true
    }

    /// The mark of the program that wrote the file.
    private static func isStamp(_ words: [String], _ original: [Substring]) -> Bool {
        if let first = words.first, first.hasSuffix("creator:") || first.hasPrefix("lavc") || first.hasPrefix("lavf") {
            return true
        }
        let hasVersion = words.contains(where: isVersion)
        let making = words.first == "file" ? words.dropFirst() : words[...]
        if let verb = making.first, makings.contains(verb), let link = making.dropFirst().first,
            ["by", "using", "with"].contains(link), let name = original.dropFirst(making.startIndex + 2).first
        {
            // "Created by Lena" is a person's; programs sign with their version or address, or as the tool itself.
            let isName = name.first?.isUppercase ?? false
            return link != "by" && isName && original.count <= 6 || hasVersion
                || brands.union(programs).contains(name.lowercased())
                || name.contains(".")
        }
        return hasVersion && words.contains { word in technicalWords.contains(where: word.contains) }
    }

    /// A number with points, as in `v1.0`.
    private static func isVersion(_ word: String) -> Bool {
        let number = word.drop { $0.isLetter || "([".contains($0) }
        return number.first?.isNumber ?? false && number.contains { ".,".contains($0) }
            && number.dropLast().contains { ".,".contains($0) }
    }

    /// One word that counts or identifies something, such as `IMG_1234`, `_cuva` or a UUID.
    private static func isCode(_ text: String) -> Bool {
        let digits = text.count { $0.isASCII && $0.isNumber }
        if text.hasPrefix("_") { return true }
        if text.allSatisfy({ $0.isASCII && ($0.isLetter || "_-".contains($0)) }), text.contains("_") {
            return text.lowercased().contains("jpeg")
                || text.split(separator: "_").count > 1 && text.split(separator: "_").allSatisfy { $0.count <= 4 }
        }
        guard digits > 0, text.allSatisfy(\.isASCII) else { return false }
        if text.contains("_") { return true }
        let letters = text.prefix { $0.isLetter }
        let rest = text.dropFirst(letters.count)
        let isYear = rest.count == 4 && ["19", "20"].contains(rest.prefix(2))
        if letters.allSatisfy(\.isUppercase), digits == rest.count, digits >= (letters.isEmpty ? 5 : 4), !isYear {
            return true
        }
        if isVersion(text), !letters.isEmpty { return true }
        if text.count >= 16, text.allSatisfy({ $0.isHexDigit || $0 == "-" }) { return true }
        if text.count >= 24, text.allSatisfy({ $0.isLetter || $0.isNumber || "+/=-".contains($0) }) { return true }
        return FileNameTime(Array(text.utf8), now: .distantFuture)?.hasClock == true
            || digits * 2 > text.count && letters.count <= 5 && !letters.isEmpty && text.contains("-")
    }
}
