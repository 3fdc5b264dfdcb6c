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
    private func write(_ count: Int, message: (Int) -> String = { "comment \($0)" }) throws {
        try file.open().write { transaction in
            for number in 0..<count {
                try transaction.insert(
                    FriendComment(
                        id: UUID(), photo: photo, author: Person(id: "someone", name: "bob"),
                        message: message(number), writtenAt: Date(timeIntervalSince1970: Double(number))))
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
            while try await client.answer(String(path), as: bob).status == 401 {}
            let other = try await client.page(String(path), as: bob)
            #expect(other.contains("name=\"react\" value=\"heart\""))
        }
    }

    @Test func `Slow readers of long lists hold a bounded amount of them, and others are served`() async throws {
        // A list of ten megabytes, more than the system holds for a connection.
        let long = String(repeating: "é", count: 2_000)
        try write(2_500) { _ in long }
        let (bob, path) = (try folder.invite("bob"), "/image/\(photo.uuidString)/comments")
        try await RunningServer.with(try folder.configuration()) { [maria] server in
            let heads = try await withThrowingTaskGroup(of: Int.self) { group in
                let isServed = Box(false)
                let refused = Box(0)
                for _ in 0..<40 {
                    group.addTask {
                        try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { connection in
                            try await connection.send(
                                "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(maria.secret)\r\n\r\n"
                            )
                            var iterator = connection.inbound.makeAsyncIterator()
                            let start = try await iterator.next().map { String(buffer: $0) } ?? ""
                            if start.hasPrefix("HTTP/1.1 503") {
                                #expect(start.lowercased().contains("retry-after: "))
                                refused.change { $0 += 1 }
                                return 503
                            }
                            // Reads no further until others have been served.
                            while !isServed.value { await Task.yield() }
                            return 200
                        }
                    }
                }
                group.addTask {
                    try await withDeadline {
                        while refused.value < 20 { await Task.yield() }
                        let answer = try await RawClient.with(port: server.port) { try await $0.answer(path, as: bob) }
                        #expect(answer.status == 200)
                        #expect(try ImageCommentsPayload.decode(answer.body).count == 2_501)
                        isServed.set(true)
                        return answer.status
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(heads.filter { $0 == 503 }.count >= 20)
            #expect(heads.filter { $0 == 200 }.count > 2)
            // Abandoned answers don't count any more.
            try await withDeadline {
                while try await RawClient.with(port: server.port, { try await $0.answer(path, as: maria).status })
                    != 200
                {}
            }
        }
    }
}
