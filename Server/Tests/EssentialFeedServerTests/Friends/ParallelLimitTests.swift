import Foundation
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The limits on what one person sends, while many requests come at once.
@Suite struct ParallelLimitTests {
    private let folder = PhotoFolder()
    private let maria: Invitation
    private let photos: [UUID]
    private let picture: Data

    init() throws {
        let folder = folder
        photos = try (UInt8(0)..<12).map { try folder.add(Pictures.animation(salt: $0), as: "\($0).png") }
        maria = try folder.invite("maria", may: .post)
        picture = try TestPicture.data("plain.jpg")
    }

    private var authorization: String { "Authorization: Bearer \(maria.secret)" }

    /// Returns the statuses of requests that are sent at once, each on its own connection.
    private func statuses(
        _ count: Int, of server: RunningServer, _ send: @escaping @Sendable (Int, RawClient) async throws -> Int
    ) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<count {
                group.addTask { try await RawClient.with(port: server.port) { try await send(number, $0) } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    enum Write: CaseIterable, Sendable {
        case comment, commentAfterRestart, reaction, change, name, link

        /// The number that is sent, the number that the limit allows, and the status of these.
        var expected: (sent: Int, saved: Int, status: Int) {
            switch self {
            case .comment: (60, 10, 201)
            case .commentAfterRestart: (20, 5, 201)
            case .reaction: (72, 60, 200)
            case .change: (80, 60, 303)
            case .name, .link: (20, 10, 303)
            }
        }
    }

    private func send(_ write: Write, _ number: Int, by client: RawClient) async throws -> Int {
        switch write {
        case .comment, .commentAfterRestart:
            return try await client.put("/image/\(photos[0])/comments/\(UUID())", "hello", as: maria).status
        case .reaction:
            let (reactions, photo) = (Reaction.allCases, photos[number / Reaction.allCases.count])
            let name = reactions[number % reactions.count].rawValue
            return try await client.put("/image/\(photo)/reactions/\(name)", as: maria).status
        case .change: return try await client.post("/you", "do=remove-picture", as: maria).status
        case .name: return try await client.post("/you", "do=save&name=maria\(number)&language=", as: maria).status
        case .link: return try await client.post("/you", "do=link", as: maria).status
        }
    }

    @Test(arguments: Write.allCases)
    func `Of more writes at once than a person's limit, exactly the limit are saved`(write: Write) async throws {
        if write == .commentAfterRestart {
            // Five fewer than on one day.
            let (photo, author, hourAgo) = (photos[0], Person(maria.token), Date() - 3_600)
            try folder.friends.open().write { transaction in
                for _ in 0..<195 {
                    try transaction.insert(
                        FriendComment(id: UUID(), photo: photo, author: author, message: "hello", writtenAt: hourAgo))
                }
            }
        }
        try await RunningServer.with(try folder.configuration()) { server in
            let expected = write.expected
            let statuses = try await statuses(expected.sent, of: server) { try await send(write, $0, by: $1) }
            #expect(statuses.count { $0 == expected.status } == expected.saved, "\(statuses)")
            #expect(statuses.count { $0 == 429 } == expected.sent - expected.saved, "\(statuses)")
        }
    }

    @Test(arguments: [true, false])
    func `Of sixty requests at once, a rate lets its burst pass, and what was added`(isStranger: Bool) async throws {
        var configuration = try folder.configuration()
        let rate = RequestRate(burst: 20, perSecond: 1)
        (configuration.requestLimits.byToken, configuration.requestLimits.refused) = (rate, rate)
        let (fields, status) = isStranger ? (["Authorization: Bearer wrong"], 401) : ([authorization], 200)
        try await RunningServer.with(configuration) { server in
            let start = ContinuousClock.now
            let statuses = try await statuses(60, of: server) { try await $1.answer("/feed", fields: fields).status }
            let seconds = Int(start.duration(to: .now) / .seconds(1)) + 1
            let passed = statuses.count { $0 == status }
            #expect((20...20 + seconds).contains(passed), "\(statuses)")
            #expect(statuses.count { $0 == 429 } == 60 - passed, "\(statuses)")
        }
    }

    @Test func `Of eight photos at once, three are received, the others refused before they are sent`() async throws {
        let answered = Box(0)
        try await RunningServer.with(try folder.drawingConfiguration()) { [picture] server in
            let heads = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await RawConnection.with(port: server.port) { connection in
                            var iterator = connection.inbound.makeAsyncIterator()
                            var rest = ByteBuffer()
                            try await connection.send(
                                """
                                PUT /photos/\(UUID()) HTTP/1.1\r
                                Host: localhost\r
                                \(authorization)\r
                                Content-Type: image/jpeg\r
                                Content-Length: \(picture.count)\r
                                Expect: 100-continue\r
                                \r

                                """)
                            let first = try await connection.readAnswer(hasBody: false, &iterator, rest: &rest).head
                            answered.change { $0 += 1 }
                            guard first == "HTTP/1.1 100 Continue" else { return first }
                            // No photo makes room for another before each has its answer.
                            try await waitUntil { answered.value >= 8 }
                            try await connection.send("", picture)
                            return try await connection.readAnswer(&iterator, rest: &rest).head
                        }
                    }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(heads.count { $0.hasPrefix("HTTP/1.1 201 ") } == 3, "\(heads)")
            #expect(heads.count { $0.hasPrefix("HTTP/1.1 429 ") } == 5, "\(heads)")
            let later = try await RawClient.with(port: server.port) {
                try await $0.post(picture, UUID(), as: maria).status
            }
            #expect(later == 201)
        }
    }

    enum Upload: CaseIterable, Sendable {
        case photosADay, bytesADay, allBytes, preview, ownPicture

        /// How many each device sends, how many are accepted, and the statuses of these and of the others.
        var expected: (each: Int, accepted: Int, status: Int, refusal: Int) {
            switch self {
            case .photosADay, .bytesADay: (3, 4, 201, 429)
            case .allBytes: (1, 1, 201, 507)
            case .preview: (8, 20, 200, 429)
            case .ownPicture: (8, 20, 303, 429)
            }
        }

        var request: (method: String, path: String) {
            switch self {
            case .photosADay, .bytesADay, .allBytes: ("PUT", "/photos/\(UUID())")
            case .preview: ("POST", "/post/preview")
            case .ownPicture: ("POST", "/you/picture")
            }
        }
    }

    @Test(arguments: Upload.allCases)
    func `What three devices of a person upload at once counts together`(upload: Upload) async throws {
        // Only one of these is within 130 KB, as it is kept.
        let photo = try upload == .allBytes ? TestPicture.data("large-progressive.jpg") : picture
        var configuration = try folder.drawingConfiguration()
        switch upload {
        case .photosADay:
            configuration.postLimits.photosADay = WriteLimit(name: "4 a day", count: 4, window: .hours(24))
        case .bytesADay:
            configuration.postLimits.bytesADay = WriteLimit(
                name: "little a day", count: 5 * photo.count - 1, window: .hours(24))
        case .allBytes: configuration.postLimits.all = StorageLimit(name: "130 KB in all", bytes: 130_000)
        case .preview, .ownPicture: break
        }
        let fields = [authorization, "Content-Type: image/jpeg", "Content-Length: \(photo.count)"]
        let (expected, sent) = (upload.expected, Box<[Int]>([]))
        try await RunningServer.with(configuration) { server in
            try await withThrowingTaskGroup { group in
                for _ in 0..<3 {
                    group.addTask {
                        for _ in 0..<expected.each {
                            let (method, path) = upload.request
                            let answer = try await RawClient.with(port: server.port) {
                                try await $0.answer(path, method: method, fields: fields, bytes: photo)
                            }
                            sent.append(answer.status)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        let statuses = sent.value
        #expect(statuses.count { $0 == expected.status } == expected.accepted, "\(statuses)")
        #expect(statuses.count { $0 == expected.refusal } == 3 * expected.each - expected.accepted, "\(statuses)")
    }
}
