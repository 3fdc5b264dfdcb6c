/// A pattern for names or paths in a photo folder, in the simple forms of `.gitignore`.
///
/// - `*` matches any characters but `/`, `?` for one, and `[a-z]` or `[!a-z]` for one of a set.
/// - `**` matches any number of folders. A backslash takes a special character literally.
/// - A pattern with a slash at its beginning or inside is a path from the folder; any other one matches names everywhere.
/// - A slash at the end restricts the pattern to folders. The contents of a matching folder are excluded with it.
///
/// Letters match in any Unicode form, and capital letters differ from small ones.
public struct PathPattern: Hashable, Sendable {
    /// The pattern as it was written.
    public let text: String
    private let parts: [Part]
    private let isPath: Bool
    private let isOnlyForFolders: Bool

    private enum Part: Hashable {
        case anyFolders
        case name([Element])
    }

    fileprivate enum Element: Hashable {
        case character(Character)
        case one
        case many
        case set([ClosedRange<Character>], isInverted: Bool)
    }

    /// Names of photos that no pattern may match together.
    private static let probes = ["IMG_0001.JPG", "photo.heic", "x.png", "Ω 7.webp"]

    /// Reads a pattern.
    /// - Throws: ``PathPatternError`` if the pattern isn't valid, or would exclude all photos.
    public init(_ text: String) throws(PathPatternError) {
        self.text = text
        isOnlyForFolders = text.hasSuffix("/")
        let names = text.split(separator: "/")
        isPath = text.hasPrefix("/") || names.count > 1
        guard !text.isEmpty, !text.hasPrefix("!"), !names.contains("."), !names.contains("..") else {
            throw .invalid(text)
        }
        var parts: [Part] = []
        for name in names {
            guard let elements = Self.elements(name) else { throw .invalid(text) }
            parts.append(name == "**" ? .anyFolders : .name(elements))
        }
        self.parts = parts
        guard !parts.isEmpty, !Self.probes.allSatisfy({ matches([$0[...]], isFolder: false) }) else {
            throw .everything(text)
        }
    }

    private static func elements(_ name: Substring) -> [Element]? {
        var elements: [Element] = []
        var rest = name
        while let character = rest.popFirst() {
            switch character {
            case "*": if elements.last != .many { elements.append(.many) }
            case "?": elements.append(.one)
            case "[":
                guard let set = set(&rest) else { return nil }
                elements.append(set)
            case "\\":
                guard let next = rest.popFirst() else { return nil }
                elements.append(.character(next))
            default: elements.append(.character(character))
            }
        }
        return elements
    }

    /// Reads a set up to its closing bracket, which may also be the set's first character.
    /// - Returns: `nil` if the set has no end, or a range that runs backwards.
    private static func set(_ rest: inout Substring) -> Element? {
        let isInverted = rest.first == "!" || rest.first == "^"
        if isInverted { rest.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let first = rest.popFirst() {
            if first == "]", !ranges.isEmpty { return .set(ranges, isInverted: isInverted) }
            guard rest.first == "-", let last = rest.dropFirst().first, last != "]" else {
                ranges.append(first...first)
                continue
            }
            rest.removeFirst(2)
            guard first <= last else { return nil }
            ranges.append(first...last)
        }
        return nil
    }

    /// Returns whether the pattern matches the item itself, not only a folder that it is in.
    /// - Parameter path: The names from the folder to the item.
    func matches(_ path: [Substring], isFolder: Bool) -> Bool {
        guard isFolder || !isOnlyForFolders else { return false }
        if isPath { return Self.matches(path, parts) }
        guard let name = path.last else { return false }
        return Self.matches([name], parts)
    }

    /// Compares each name with each part once at most.
    private static func matches(_ path: [Substring], _ parts: [Part]) -> Bool {
        /// Whether the parts up to now match this number of names.
        var isMatched = [true] + path.map { _ in false }
        for (index, part) in parts.enumerated() {
            switch part {
            case .anyFolders:
                guard let first = isMatched.firstIndex(of: true) else { return false }
                // At the end, it matches everything inside a folder.
                let least = index == parts.count - 1 ? first + 1 : first
                for count in isMatched.indices { isMatched[count] = count >= least }
            case .name(let elements):
                isMatched = [false] + path.indices.map { isMatched[$0] && matches(path[$0], elements) }
            }
        }
        return isMatched[path.count]
    }

    /// Needs no more steps than the product of both lengths.
    private static func matches(_ name: Substring, _ elements: [Element]) -> Bool {
        let name = Array(name)
        var (position, next) = (0, 0)
        var retry: (position: Int, next: Int)?
        while position < name.count {
            if next < elements.count, elements[next] == .many {
                next += 1
                retry = (position, next)
            } else if next < elements.count, elements[next].matches(name[position]) {
                (position, next) = (position + 1, next + 1)
            } else if let last = retry {
                retry = (last.position + 1, last.next)
                (position, next) = (last.position + 1, last.next)
            } else {
                return false
            }
        }
        return elements[next...].allSatisfy { $0 == .many }
    }
}

extension PathPattern.Element {
    fileprivate func matches(_ character: Character) -> Bool {
        switch self {
        case .character(let own): own == character
        case .one, .many: true
        case .set(let ranges, let isInverted): ranges.contains { $0.contains(character) } != isInverted
        }
    }
}
