import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Photos that a friend has posted together, as a server sends them to browsers.
@Suite struct WebTogetherTests {
    private let folder = PhotoFolder()

    /// Returns a page's text for each item: the title of photos posted together, or a photo's position among them.
    private static func items(_ page: String) -> [String] {
        page.matches(of: #/<ol aria-label="(.+?)">|<article|<span class="position">(.+?)<\/span>|<\/ol><\/div><\/li>/#)
            .map { String($0.1 ?? $0.2 ?? ($0.0 == "<article" ? "photo" : "end")) }
    }

    @Test func `Web: photos a friend posted together are one item, others' and the folder's aren't`() async throws {
        for salt: UInt8 in 1...2 { _ = try folder.add(Pictures.animation(salt: salt), as: "\(salt).png") }
        let (maria, bob) = (try folder.invite("maria", may: .post), try folder.invite("bob", may: .post))
        let photo = try TestPicture.data("large-progressive.jpg")
        try await folder.serve(try folder.drawingConfiguration()) { client in
            for person in [bob, maria, maria, maria] {
                #expect(try await client.post(photo, UUID(), as: person).status == 201)
            }
            let page = try await client.page("/", as: maria)
            #expect(
                Self.items(page) == [
                    "3 Photos", "photo", "1 of 3", "photo", "2 of 3", "photo", "3 of 3", "end",
                    "photo", "photo", "photo",
                ])
            let first = try await client.page("/?limit=2", as: maria)
            #expect(Self.items(first) == ["3 Photos", "photo", "1 of 3", "photo", "2 of 3", "photo", "3 of 3", "end"])
            let link = try #require(first.firstMatch(of: #/rel="next" href="(.+?)"/#)).1
            let older = String(link).replacing("&amp;", with: "&")
            #expect(try await Self.items(client.page(older, as: maria)) == ["photo", "photo"])
        }
    }

    @Test func `Web: a photo's own page has its number among those posted together, in the reader's language`()
        async throws
    {
        _ = try folder.add()
        let (maria, bob) = (try folder.invite("maria", may: .post), try folder.invite("bob", may: .post))
        let photo = try TestPicture.data("large-progressive.jpg")
        try await folder.serve(try folder.drawingConfiguration()) { (client: RawClient) async throws in
            func numbers(_ language: String) async throws -> [String] {
                let feed = try await client.page("/?limit=30", as: maria)
                var numbers: [String] = []
                for link in feed.matches(of: #/class="picture" href="(.+?)"/#) {
                    let page = try await client.page(
                        String(link.1), as: maria, fields: ["Accept-Language: \(language)"])
                    numbers.append(String(page.firstMatch(of: #/<span class="count">(.+?)<\/span>/#)?.1 ?? ""))
                }
                return numbers
            }
            for person in [bob, maria, maria, maria, bob] {
                #expect(try await client.post(photo, UUID(), as: person).status == 201)
            }
            #expect(try await numbers("en") == ["", "1 of 3", "2 of 3", "3 of 3", "", ""])
            #expect(try await numbers("el")[1...3] == ["1 από 3", "2 από 3", "3 από 3"])
            #expect(try await numbers("pt-BR")[2] == "2 de 3")
        }
    }

    @Test func `Web: a photo's own page counts all photos posted together, more than are read at a time`() async throws
    {
        _ = try folder.add()
        let bob = try folder.invite("bob", may: .post)
        let (count, group) = (FeedPageQuery.maximumLimit * 3 / 2, UUID())
        let (ids, picture) = ((0..<count).map { _ in UUID() }, Data("a picture".utf8))
        let friends = try folder.friends.open()
        for id in ids { try friends.posts.pictures.put(picture, for: id) }
        try friends.write { transaction in
            for (number, id) in ids.enumerated() {
                try transaction.insert(
                    PostedPhoto(
                        position: FeedPosition(rank: Double(number) - 1_000_000, id: id),
                        author: Person(id: bob.token.id, name: "bob"), texts: try PostTexts(caption: "one"),
                        postedAt: Date(),
                        picture: .init(
                            digest: ContentDigest(of: picture), byteCount: picture.count,
                            size: PixelSize(width: 3, height: 2), placeholder: Data()),
                        content: ContentDigest(of: picture), group: group))
            }
        }
        try await folder.serve { client in
            for number in [1, count / 2, count] {
                let page = try await client.page("/photo/\(ids[number - 1])", as: bob)
                #expect(page.contains("<span class=\"count\">\(number) of \(count)</span>"))
            }
        }
    }

    @Test func `Web: photos that a friend has posted together have the place of the first one`() async throws {
        _ = try folder.add()
        let maria = try folder.invite("maria", may: .post)
        try await folder.serve(try folder.drawingConfiguration()) { client in
            for name in ["orientation-6.jpg", "large-progressive.jpg"] {
                let photo = try TestPicture.data(name)
                #expect(try await client.post(photo, UUID(), as: maria).status == 201)
            }
            let page = try await client.page("/", as: maria)
            let places = page.matches(of: #/<svg class="placeholder" viewBox="0 0 (\d+) (\d+)"/#)
                .map { [Int($0.1), Int($0.2)] }
            #expect(places.count == 3)
            #expect(places.first == places.dropFirst().first)
        }
    }

    @Test func `Web: photos of two posts aren't one item, even if one follows the other at once`() async throws {
        let folder = PhotoFolder()
        _ = try folder.add()
        let maria = try folder.invite("maria", may: .post)
        let photo = try TestPicture.data("large-progressive.jpg")
        try await folder.serve(try folder.drawingConfiguration()) { (client: RawClient) async throws in
            func post(_ group: String) async throws -> Int {
                try await client.answer(
                    "/photos/\(UUID().uuidString)?group=\(group)", method: "PUT",
                    fields: [
                        "Authorization: Bearer \(maria.secret)", "Content-Type: image/jpeg",
                        "Content-Length: \(photo.count)",
                    ], bytes: photo
                ).status
            }
            let (first, second) = (UUID().uuidString, UUID().uuidString)
            for group in [first, first, second] { #expect(try await post(group) == 201) }
            #expect(
                try await Self.items(client.page("/", as: maria)) == [
                    "photo", "2 Photos", "photo", "1 of 2", "photo", "2 of 2", "end", "photo",
                ])
            for group in ["first", "\(first)&group=\(second)"] { #expect(try await post(group) == 400) }
        }
    }

    /// Returns a posted photo.
    private func photo(by poster: String?, after seconds: Double = 0, in group: UUID? = nil) -> ListedPhoto {
        var photo = ListedPhoto(
            id: UUID(), description: nil, place: nil, date: .distantPast, author: "maria", placeholder: nil,
            sizes: PhotoSizes(PixelSize(width: 4, height: 3), .none))
        (photo.posterID, photo.added, photo.group) = (poster, Date(timeIntervalSince1970: seconds), group)
        return photo
    }

    @Test func `Web: photos of one post belong together, however long they take`() {
        let group = UUID()
        let first = photo(by: "a", in: group)
        #expect(first.isTogether(with: photo(by: "a", after: 3_600, in: group)))
        for other in [photo(by: "a", in: UUID()), photo(by: "a"), photo(by: "b", in: group)] {
            #expect(!first.isTogether(with: other) && !other.isTogether(with: first))
        }
    }

    @Test(arguments: [(0.0, true), (300.0, true), (-300.0, true), (301.0, false), (-301.0, false)])
    func `Web: photos without a group belong together within five minutes`(seconds: Double, isTogether: Bool) {
        #expect(photo(by: "a").isTogether(with: photo(by: "a", after: seconds)) == isTogether)
        #expect(!photo(by: "a").isTogether(with: photo(by: "b", after: seconds)))
        #expect(!photo(by: nil).isTogether(with: photo(by: nil, after: seconds)))
    }
}
