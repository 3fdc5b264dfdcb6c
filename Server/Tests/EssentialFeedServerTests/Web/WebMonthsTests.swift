import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The months of the feed, as a server sends them to browsers.
@Suite struct WebMonthsTests {
    private let folder = PhotoFolder()

    /// Writes a photo of a time, with a caption.
    private func write(_ caption: String, _ date: String, minutesLater minutes: Int = 0) throws {
        let taken = try Date(date, strategy: .iso8601).timeIntervalSince1970 + Double(minutes * 60)
        let data = Pictures.jpeg(exif: Pictures.exif(description: Array(caption.utf8)))
        // The folder's times begin with 2020.
        try folder.write(data, to: "\(caption).jpg", seconds: taken - 1_577_836_800)
    }

    /// Writes 25 photos of June and 12 of May.
    private func writeTwoMonths() throws {
        for number in 1...25 { try write("june \(number)", "2026-06-15T12:00:00Z", minutesLater: number) }
        for number in 1...12 { try write("may \(number)", "2026-05-15T12:00:00Z", minutesLater: number) }
    }

    /// Returns the headings and captions of a page, in their order.
    private static func lines(_ page: String) -> [String] {
        let line = #/<h2><a href="[^"]+">(.+?)<\/a>|<p class="caption" dir="auto">(.+?)<\/p>/#
        return page.matches(of: line).map { String($0.1 ?? $0.2 ?? "") }
    }

    /// Returns the lines of the list of months.
    private static func list(_ page: String) -> [String] {
        page.matches(of: #/<li id="(.+?)"><a href="(.+?)"><span>(.+?)<\/span> <span>(.+?)<\/span>/#)
            .map { "\($0.1) \($0.2) \($0.3): \($0.4)" }
    }

    private static func newer(_ page: String) -> String? {
        page.firstMatch(of: #/<a class="button" rel="prev" href="(.+?)">/#).map { String($0.1) }
    }

    private static func older(_ page: String) -> String? {
        page.firstMatch(of: #/<a class="button" rel="next" href="(.+?)">/#).map { String($0.1) }
    }

    private func hide(_ caption: String, _ client: RawClient) async throws {
        let card = try await client.page("/").split(separator: "<article").first { $0.contains(">\(caption)</p>") }
        let address = try #require(card?.firstMatch(of: #/class="picture" href="(.+?)"/#)).1
        #expect(try await client.post(String(address), "do=hide-photo").status == 303)
    }

    @Test(arguments: ["", "/p"])
    func `Web: each month's first photo has a heading above, which leads to the list`(basePath: String) async throws {
        try write("photo d", "2026-06-01T00:00:00Z")
        try write("photo c", "2026-05-31T23:59:59Z")
        try write("photo b", "2026-05-01T00:00:00Z")
        try write("photo a", "2025-05-31T23:59:59Z")
        try await folder.serve(try folder.configuration(basePath: basePath)) { client in
            let page = try await client.page(basePath + "/")
            #expect(
                Self.lines(page) == ["June 2026", "photo d", "May 2026", "photo c", "photo b", "May 2025", "photo a"])
            #expect(page.contains(#"<li class="month"><h2><a href="\#(basePath)/months#2026-06">June 2026</a>"#))
            #expect(page.contains(#"<a class="button" href="\#(basePath)/months">Months</a>"#))
            #expect(
                try await Self.list(client.page(basePath + "/months")) == [
                    "2026-06 \(basePath)/?month=2026-06 June 2026: 1 Photo",
                    "2026-05 \(basePath)/?month=2026-05 May 2026: 2 Photos",
                    "2025-05 \(basePath)/?month=2025-05 May 2025: 1 Photo",
                ])
        }
    }

    @Test func `Web: months are those of the server's time zone, as the dates of photos are`() async throws {
        try write("photo a", "2026-05-31T22:30:00Z")
        var configuration = try folder.configuration()
        configuration.timeZone = try #require(TimeZone(identifier: "Europe/Athens"))
        try await folder.serve(configuration) { client in
            let page = try await client.page("/")
            #expect(Self.lines(page) == ["June 2026", "photo a"])
            #expect(page.contains(">Jun 1, 2026</time>"))
            #expect(try await Self.lines(client.page("/?month=2026-06")) == ["June 2026", "photo a"])
        }
    }

    @Test func `Web: each page begins with a heading, and from a month one reads on in both directions`() async throws {
        try writeTwoMonths()
        try await folder.serve { client in
            let june = try await client.page("/?month=2026-06")
            #expect(Self.lines(june) == ["June 2026"] + (16...25).reversed().map { "june \($0)" })
            #expect(Self.newer(june) == nil)
            let second = try await client.page(try #require(Self.older(june)))
            #expect(Self.lines(second) == ["June 2026"] + (6...15).reversed().map { "june \($0)" })
            let may = try await client.page("/?month=2026-05")
            #expect(Self.lines(may) == ["May 2026"] + (3...12).reversed().map { "may \($0)" })
            let newer = try await client.page(try #require(Self.newer(may)))
            #expect(Self.lines(newer) == ["June 2026"] + (1...10).reversed().map { "june \($0)" })
            let older = try await client.page(try #require(Self.older(may)))
            #expect(Self.lines(older) == ["May 2026", "may 2", "may 1"])
            #expect(try await Self.lines(client.page("/?month=2026-05&limit=1")) == ["May 2026", "may 12"])
        }
    }

    @Test func `Web: a month without photos leads to those before it; what isn't a month is refused`() async throws {
        try write("june", "2026-06-01T00:00:00Z")
        try write("may", "2026-05-01T00:00:00Z")
        try await folder.serve { client async throws in
            #expect(try await Self.lines(client.page("/?month=2030-01")) == ["June 2026", "june", "May 2026", "may"])
            #expect(try await client.page("/?month=2026-04").contains("rel=\"prev\""))
            for text in ["2026", "2026-13", "2026-00", "2026-5", "26-05", "2026-05-01", "٢٠٢٦-٠٥", "photo x"] {
                let path = "/?month=\(text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "")"
                #expect(try await client.answer(path).status == 400, "\(text)")
            }
        }
    }

    @Test func `Web: hidden photos are missing from the months, as from the feed`() async throws {
        try write("photo c", "2026-06-02T00:00:00Z")
        try write("photo b", "2026-06-01T00:00:00Z")
        try write("photo a", "2026-05-01T00:00:00Z")
        try await folder.serve { client in
            let may = "2026-05 /?month=2026-05 May 2026: 1 Photo"
            #expect(
                try await Self.list(client.page("/months")) == ["2026-06 /?month=2026-06 June 2026: 2 Photos", may])
            try await hide("photo c", client)
            let june = "2026-06 /?month=2026-06 June 2026: 1 Photo"
            #expect(try await Self.list(client.page("/months")) == [june, may])
            #expect(
                try await Self.lines(client.page("/?month=2026-06")) == ["June 2026", "photo b", "May 2026", "photo a"])
            try await hide("photo a", client)
            #expect(try await Self.list(client.page("/months")) == [june])
        }
    }

    @Test func `Web: months have their names in the reader's language`() async throws {
        try write("photo a", "2026-06-15T12:00:00Z")
        try await folder.serve { client in
            for (accepted, title, name, count) in [
                ("en", "Months", "June 2026", "1 Photo"), ("el", "Μήνες", "Ιούνιος 2026", "1 φωτογραφία"),
                ("pt-BR", "Meses", "Junho de 2026", "1 foto"),
            ] {
                let fields = ["Accept-Language: \(accepted)"]
                #expect(try await Self.lines(client.page("/", fields: fields)) == [name, "photo a"])
                let page = try await client.page("/months", fields: fields)
                #expect(page.contains("<h1>\(title)</h1>"))
                #expect(Self.list(page) == ["2026-06 /?month=2026-06 \(name): \(count)"])
            }
        }
    }

    @Test func `Web: posted photos count, and deleted ones don't`() async throws {
        try folder.write(Pictures.animation(), to: "a.png", seconds: 135 * 86_400)
        let maria = try folder.invite("maria", may: .post)
        let photo = try TestPicture.data("large-progressive.jpg")
        try await folder.serve(try folder.drawingConfiguration()) { client in
            let id = UUID()
            #expect(try await client.post(photo, id, as: maria).status == 201)
            let posted = try await Self.list(client.page("/months", as: maria))
            #expect(posted.count == 2)
            #expect(posted.first?.hasSuffix(": 1 Photo") == true)
            #expect(posted.last == "2020-05 /?month=2020-05 May 2020: 1 Photo")
            #expect(try await client.delete("/photos/\(id.uuidString)", as: maria).status == 204)
            #expect(try await Self.list(client.page("/months", as: maria)) == Array(posted.suffix(1)))
        }
    }

    @Test func `Web: there is no list of months without photos`() async throws {
        try await folder.serve { client async throws in
            #expect(try await !client.page("/").contains("/months"))
            #expect(try await client.page("/months").contains("There are no photos yet."))
        }
    }
}
