import Foundation

/// The name of a file beside a photo with a program's facts about the photo.
struct SidecarName: Hashable {
    enum Kind {
        /// XMP, as `photo.xmp` or `photo.jpg.xmp`.
        case xmp
        /// JSON of Google Takeout, as `photo.jpg.json` or `photo.jpg.supplemental-metadata.json`.
        case takeout
    }

    /// Takeout's text after a photo's name. The end of a long name is cut off.
    private static let supplement = ".supplemental-metadata"
    /// Takeout cuts names off from this number of characters before `.json`.
    private static let cutLength = 46
    /// Takeout's additions to the name of an edited photo, in its users' languages.
    private static let edited = [
        "-edited", "-bearbeitet", "-modifi\u{E9}", "-editado", "-editada", "-modificato", "-bewerkt", "-edytowane",
        "-redigerad", "-redigeret", "-redigert", "-muokattu", "-d\u{FC}zenlendi", "-\u{7DE8}\u{96C6}\u{6E08}\u{307F}",
    ]

    let kind: Kind
    /// The name without its type.
    private let base: String

    init?(_ name: [UInt8]) {
        guard let name = String(validating: name, as: UTF8.self) else { return nil }
        let (base, type) = Self.parts(name)
        switch type.lowercased() {
        case ".xmp": kind = .xmp
        case ".json": kind = .takeout
        default: return nil
        }
        self.base = base
    }

    func describes(_ photo: [UInt8]) -> Bool {
        guard let name = String(validating: photo, as: UTF8.self) else { return false }
        let (stem, type) = Self.parts(name)
        switch kind {
        case .xmp: return base == name || base == stem
        case .takeout:
            let (base, number) = Self.numbered(base)
            let (plain, plainNumber) = Self.numbered(stem)
            return isTakeout(self.base, of: name)
                || number == plainNumber && [plain, Self.original(plain)].contains { isTakeout(base, of: $0 + type) }
        }
    }

    private func isTakeout(_ base: String, of name: String) -> Bool {
        (name + Self.supplement).hasPrefix(base) && base.count >= min(name.count, Self.cutLength)
    }

    /// Whether the name is the photo's whole name, with its type, and describes no other photo.
    func isExact(for photo: [UInt8]) -> Bool { Array(base.utf8) == photo }

    /// Returns the ranges of names that include a photo's sidecars, disjoint and in order. Many photos may share the
    /// beginning of a name, so the ranges are small.
    static func ranges(ofSidecarsOf photo: [UInt8]) -> [Range<FolderPath>] {
        guard let name = String(validating: photo, as: UTF8.self) else { return [] }
        let (stem, type) = parts(name)
        let (plain, number) = numbered(stem)
        let originals: Set = [plain, original(plain)]
        let takeout = takeoutBeginnings(name) + originals.flatMap { takeoutBeginnings($0 + type, number) }
        return ranges(takeout + ["\(stem).x", "\(stem).X", "\(name).x", "\(name).X"])
    }

    /// Returns the beginnings of the names of Takeout's files about a photo. A number follows where the name is cut off.
    private static func takeoutBeginnings(_ name: String, _ number: String = "") -> [String] {
        guard !number.isEmpty || name.count > cutLength else { return [name] }
        let longest = name + supplement
        let ends = Array(longest.indices.dropFirst(min(name.count, cutLength))) + [longest.endIndex]
        return ends.map { "\(longest[..<$0])\(number)." }
    }

    /// The ranges of names that include the photos described by the file, disjoint and in order.
    var rangesOfPhotos: [Range<FolderPath>] {
        guard kind == .takeout else { return Self.ranges([base + "."], names: [base]) }
        let (name, number) = Self.numbered(base)
        let photo = Self.withoutSupplement(name)
        // A cut name may end in a point, and have others.
        let stems = Set([photo, Self.parts(photo).base]).flatMap { stem in
            ([""] + Self.edited).map { "\(stem)\($0)\(number)" }
        }
        // It may have been cut off within the stem.
        let cut = [name, base].filter { $0.count >= Self.cutLength }
        return Self.ranges(stems.map { "\($0)." } + cut, names: stems + [photo + number, base])
    }

    /// Returns a range for each beginning and name, unless another one includes it.
    private static func ranges(_ beginnings: [String], names: [String] = []) -> [Range<FolderPath>] {
        let begun = forms(beginnings).map { FolderPath(bytes: $0)..<FolderPath(bytes: $0).last }
        let exact = forms(names).map { FolderPath(bytes: $0)..<FolderPath(bytes: $0 + [0]) }
        // A range follows those that include it.
        let sorted = (begun + exact).sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
        return sorted.reduce(into: []) { ranges, range in
            if ranges.last?.contains(range.lowerBound) != true { ranges.append(range) }
        }
    }

    /// Returns the bytes of texts in each Unicode form used by file systems.
    private static func forms(_ texts: [String]) -> Set<[UInt8]> {
        var forms = Set(texts.map { Array($0.utf8) })
        // ASCII is the same in each form.
        for text in texts where !text.utf8.allSatisfy({ $0 < 0x80 }) {
            forms.insert(Array(text.precomposedStringWithCanonicalMapping.utf8))
            forms.insert(Array(text.decomposedStringWithCanonicalMapping.utf8))
        }
        return forms
    }

    private static func original(_ plain: String) -> String {
        // File systems may have the name in another Unicode form. In it, equal texts have equally many characters.
        edited.first(where: plain.hasSuffix).map { String(plain.dropLast($0.count)) } ?? plain
    }

    private static func withoutSupplement(_ name: String) -> String {
        for (index, character) in zip(name.indices, name).reversed() where character == "." {
            if supplement.hasPrefix(name[index...]) { return String(name[..<index]) }
        }
        return name
    }

    private static func parts(_ name: String) -> (base: String, type: String) {
        guard let dot = name.lastIndex(of: ".") else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    /// Splits `photo(1)` into `photo` and `(1)`.
    private static func numbered(_ name: String) -> (name: String, number: String) {
        guard name.last == ")", let start = name.lastIndex(of: "("),
            name[start...].dropFirst().dropLast().allSatisfy(\.isNumber)
        else { return (name, "") }
        return (String(name[..<start]), String(name[start...]))
    }
}
