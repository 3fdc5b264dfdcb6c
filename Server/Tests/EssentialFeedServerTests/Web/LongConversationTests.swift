import EssentialFeed
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Photos with more comments than a page shows.
@Suite struct LongConversationTests {
    private let folder = PhotoFolder()
    private let photo: UUID
    private let page: String
    private let maria: Invitation
    private let file: FriendsFile

    init() throws {
        try folder.writeComment()
        photo = try folder.add()
        page = "/photo/\(photo.uuidString)"
        maria = try folder.invite("maria")
        file = try folder.friends
    }

    /// Writes comments into the database, beyond the limits of a day.
    private func write(
        _ count: Int, by author: Person = Person(id: "someone", name: "bob"),
        message: (Int) -> String = { "comment \($0)" }
    ) throws {
        try file.open().write { transaction in
            for number in 0..<count {
                try transaction.insert(
                    FriendComment(
                        id: UUID(), photo: photo, author: author, message: message(number),
                        writtenAt: Date(timeIntervalSince1970: Double(number))))
            }
        }
    }

    private func messages(_ page: String) -> [String] {
        // The template of an unsent comment is empty.
        page.matches(of: #/<p class="message" dir="auto">(.*?)</p>/#).map { String($0.1) }.filter { !$0.isEmpty }
    }

    private func earlier(_ page: String) -> String? {
        page.firstMatch(of: #/class="earlier" href="(.+?)#comments"/#).map { String($0.1) }
    }

    @Test func `Web: a page has the newest 100 comments, and links lead to all earlier ones and back`() async throws {
        try write(250)
        try await folder.serve { client in
            let newest = try await client.page(page, as: maria)
            #expect(messages(newest) == (150..<250).map { "comment \($0)" })
            #expect(newest.contains("<textarea"))
            let before = try await client.page(try #require(earlier(newest)), as: maria)
            #expect(messages(before) == (50..<150).map { "comment \($0)" })
            #expect(before.contains("href=\"\(page)#comments\">Newest Comments"))
            let first = try await client.page(try #require(earlier(before)), as: maria)
            #expect(messages(first) == ["from the document"] + (0..<50).map { "comment \($0)" })
            #expect(earlier(first) == nil)
        }
    }

    @Test func `Web: a place among the comments that doesn't exist is an error, not another page`() async throws {
        try write(1)
        try await folder.serve { client in
            for (query, status) in [
                ("before=\(UUID())", 404), ("before=", 400), ("before=1", 400), ("before=\(UUID())%00", 400),
                ("before=\(UUID())&before=\(UUID())", 400), ("part=nothing", 400), ("other=1", 200),
                ("reply=1", 400), ("reply=\(UUID())", 200),
            ] {
                let answer = try await client.answer("\(page)?\(query)", as: maria)
                #expect(answer.status == status, "\(query)")
            }
        }
    }

    @Test func `Web: the page of a photo with 10,000 comments is as long as that of one with 100`() async throws {
        try write(100) { _ in "hello" }
        let length = Box(0)
        try await folder.serve { client in length.set(try await client.page(page, as: maria).utf8.count) }
        try write(9_900) { _ in "hello" }
        try await folder.serve { client in
            let long = try await client.page(page, as: maria).utf8.count
            #expect(abs(long - length.value) < 1_000)
        }
    }

    @Test func `Web: a page that shows new comments loads these alone, and nothing if there are none`() async throws {
        try write(3)
        try await folder.serve { client in
            let path = try #require(
                try await client.page(page, as: maria).firstMatch(of: #/<section id="comments".* data-address="(.+?)"/#)
            ).1
            let fields = ["Authorization: Bearer \(maria.secret)", "Accept: text/html"]
            let part = try await client.answer(String(path), fields: fields)
            let text = part.text
            #expect(text.hasPrefix("<section id=\"comments\""))
            #expect(messages(text) == ["from the document", "comment 0", "comment 1", "comment 2"])
            let known = fields + ["If-None-Match: \(part.fields["etag"] ?? "")"]
            #expect(try await client.answer(String(path), fields: known, hasBody: false).status == 304)
            #expect(try await client.post(page, "react=heart", as: maria).status == 303)
            let changed = try await client.answer(String(path), fields: known)
            #expect(changed.status == 200)
            #expect(changed.text.contains("❤️ 1"))
            // Nothing of it is for others.
            let bob = try folder.invite("bob")
            try await waitUntil { try await client.answer(String(path), as: bob).status != 401 }
            let other = try await client.page(String(path), as: bob)
            #expect(other.contains("name=\"react\" value=\"heart\""))
        }
    }

    @Test func `Web: a conversation's page is made once until it changes, whatever replies are begun`() async throws {
        // A hundred of these pages are more than the server keeps.
        let long = String(repeating: "é", count: 2_000)
        try write(100) { _ in long }
        let bob = try folder.invite("bob")
        try await folder.serve { client in
            // Each page that is made has a new id for the next comment.
            func made() async throws -> Substring {
                let shown = try await client.page(page, as: bob)
                return try #require(shown.firstMatch(of: #/name="comment" value="([^"]+)"><input [^>]*name="reply"/#)).1
            }
            let first = try await made()
            #expect(try await made() == first)
            for _ in 0..<100 { _ = try await client.answer("\(page)?reply=\(UUID())", as: maria) }
            #expect(try await made() == first)
            #expect(try await client.post(page, "react=heart", as: maria).status == 303)
            #expect(try await made() != first)
        }
    }

    @Test func `All clients together have a limit of unread texts, which are counted until they are forgotten`() {
        let unread = Shares(maximum: 100, maximumByClient: 60)
        func take(_ length: Int, _ client: String) -> [Shares.Share] {
            unread.take(length, for: client).map { [$0] } ?? []
        }
        var shares = take(60, "maria") + take(40, "bob")
        #expect(shares.count == 2)
        // Even the first text of another client.
        #expect(take(1, "zoe").isEmpty)
        shares.removeFirst()
        #expect(take(61, "zoe").isEmpty)
        shares += take(60, "zoe")
        #expect(shares.count == 2)
        #expect(take(1, "maria").isEmpty)
        shares.removeAll()
        // A text that is longer than both limits waits alone.
        shares = take(101, "maria")
        #expect(take(1, "bob").isEmpty)
        #expect(shares.count == 1)
    }

    enum Long: CaseIterable, Sendable {
        case list, form
        /// Behind a proxy, everybody may read.
        case publicList
    }

    @Test(arguments: Long.allCases)
    func `Slow readers of long lists and pages hold a bounded amount; others are served`(kind: Long) async throws {
        // More bytes than the system holds for a connection, even compressed. A page has all text of own comments.
        let count = kind == .form ? 100 : 2_500
        try write(count, by: Person(maria.token)) { _ in
            let numbers = (0..<940_000 / count).map { _ in UInt64.random(in: .min ... .max) }
            return numbers.withUnsafeBytes { Data($0) }.base64EncodedString()
        }
        let bob = try folder.invite("bob")
        let path = kind == .form ? page : "/image/\(photo.uuidString)/comments"
        let (slow, other) =
            kind == .publicList
            ? ("X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 192.0.2.2")
            : ("Authorization: Bearer \(maria.secret)", "Authorization: Bearer \(bob.secret)")
        let fields = "Host: localhost\r\n\(slow)\r\nAccept-Encoding: gzip\r\n"
        let form = "do=post&message=hello&quote=\(UUID())"
        let request =
            switch kind {
            case .list, .publicList: "GET \(path) HTTP/1.1\r\n\(fields)\r\n"
            case .form: "POST \(path) HTTP/1.1\r\n\(fields)Content-Length: \(form.utf8.count)\r\n\r\n\(form)"
            }
        let configuration =
            kind == .publicList
            ? try folder.configuration(publicURL: "https://photos.example.com", isPublic: true)
            : try folder.configuration()
        try await RunningServer.with(configuration) { server in
            @Sendable func answer(_ field: String) async throws -> RawClient.Answer {
                try await RawClient.with(port: server.port, owner: nil) { try await $0.answer(path, fields: [field]) }
            }
            let heads = try await withThrowingTaskGroup(of: Int.self) { group in
                let isServed = Box(false)
                let refused = Box(0)
                for _ in 0..<40 {
                    group.addTask {
                        try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { connection in
                            try await connection.send(request)
                            var iterator = connection.inbound.makeAsyncIterator()
                            let start = try await iterator.next().map { String(buffer: $0) } ?? ""
                            if start.hasPrefix("HTTP/1.1 503") {
                                #expect(start.lowercased().contains("retry-after: "))
                                refused.change { $0 += 1 }
                                return 503
                            }
                            // Reads no further until others have been served.
                            try await waitUntil { isServed.value }
                            return 200
                        }
                    }
                }
                group.addTask {
                    try await withDeadline {
                        try await waitUntil { refused.value >= 20 }
                        let answer = try await answer(other)
                        #expect(answer.status == 200)
                        if kind != .form {
                            #expect(try ImageCommentsPayload.decode(answer.body).count == 2_501)
                        }
                        isServed.set(true)
                        return answer.status
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(heads.filter { $0 == 503 }.count >= 20)
            #expect(heads.filter { $0 == 200 }.count > 2)
            // Abandoned answers don't count any more.
            try await waitUntil { try await answer(slow).status == 200 }
        }
    }
}
