import EssentialFeed
import Foundation

struct PagePlace: Sendable {
    let language: Language
    let basePath: String
    let timeZone: TimeZone
    /// The state that scripts compare later changes with.
    var changes: (feed: String, since: ChangeNumber)?
    var reader: Person?
    /// Signs the addresses of images; `nil` if access is open.
    var signer: ImageSigner?
    var accent: AccentColour?
    /// The digests of people's pictures, by the ids of their tokens.
    var pictures: [String: ContentDigest] = [:]
    var colours = InitialsColours()

    func address(of photo: UUID) -> String { basePath + PageRoute.photo(photo).path }

    /// Returns the address of a person's picture; `nil` if there is none.
    /// - Parameter person: The id of the person's token; `nil` for someone in the folder's document.
    func face(of person: String?) -> String? {
        person.flatMap { pictures[$0] }.map { basePath + PageRoute.picture($0).path }
    }

    func name(_ name: String, of person: String?) -> PageName {
        PageName(name, face: face(of: person), colour: colours[name])
    }

    var links: ImageLinks { ImageLinks(below: basePath).signed(by: signer) }

    func picture(_ photo: ListedPhoto, isWhole: Bool) -> PagePicture {
        let links = links
        return PagePicture(photo, isWhole: isWhole) { links.url(of: photo, $0) }
    }

    func date(_ date: Date) -> PageDate { PageDate(date, language: language, timeZone: timeZone) }

    func frame(_ title: String) -> PageFrame {
        var frame = PageFrame(title: title, language: language, basePath: basePath, accent: accent)
        (frame.feed, frame.since) = (changes?.feed, changes?.since.description)
        frame.reader = reader.map { PageReader($0, in: language) }
        return frame
    }
}

struct PageDate {
    /// The date for programs.
    let machine: String
    /// The date without a time, because the server doesn't know its zone.
    let text: String

    init(_ date: Date, language: Language, timeZone: TimeZone) {
        machine = WireDate.text(date)
        text = date.formatted(
            Date.FormatStyle(
                date: .abbreviated, time: .omitted, locale: language.locale, calendar: Calendar(identifier: .gregorian),
                timeZone: timeZone))
    }
}
