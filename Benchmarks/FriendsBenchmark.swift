import BenchmarkKit
import EssentialFeed
import EssentialFeedServer
import Foundation
import Synchronization

/// The cost of friends: how soon a comment is on the disk, how long others wait beside many comments, the processor
/// time of people who ask for changes and of long conversations, and how long others wait beside readers of one.
struct FriendsBenchmark: Benchmark {
    /// Each person may write ten comments a minute.
    private static let commentsOfOnePerson = 10
    private static let readingConnections = 100
    /// With those of the readers fewer than the server accepts from one address.
    private static let pollingConnections = 20
    /// Tabs that show a long conversation. Each loads it once a second.
    private static let tabs = 20
    private static let readingInterval = Duration.milliseconds(2)
    private static let writingInterval = Duration.milliseconds(20)
    private static let secondsOfRound = 3
    /// 2,000 people ask every 15 seconds.
    private static let pollsASecond = 2_000.0 / 15

    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let photos = folder.appending(path: "photos")
        try PhotoFolder.fill(photos, count: effort.count(200, quick: 20))
        let (rounds, warmUps) = (effort.rounds(200), effort.warmUps(10))
        let readingRounds = effort.rounds(6)
        let comments = (rounds + warmUps)..<(rounds + warmUps + readingRounds * Self.secondsOfRound * 50)
        let writers = comments.upperBound / Self.commentsOfOnePerson + 2
        let longest = effort.count(2_000, quick: 20)
        let talkers = writers + Self.tabs + 1
        let people = try People(
            talkers + longest / Self.commentsOfOnePerson + 1, of: folder.appending(path: "essential-feed"))
        let server = try ServerProcess(
            programs.essentialFeed, ["serve", photos.path, "--port", "0"],
            environment: ["XDG_STATE_HOME": folder.path], errors: folder.appending(path: "log").path)
        defer { server.stop() }
        let reader = try LoadGenerator(server.address, connections: 1)
        reader.fields = people.fields(0)
        let page = try FeedPayload.decode(try reader.body(Route.feed.path))
        guard let photo = page.first?.id else { throw BenchmarkFailure("the feed is empty") }
        try await people.areKnown(to: server)

        let acknowledged = try await acknowledged(
            photo, on: server, by: people, in: folder, rounds: rounds, warmUps: warmUps)
        let conversation = page[page.count - 1].id
        let pageCost = try cost(
            ofPageOf: conversation, with: Self.tabs * Self.commentsOfOnePerson, by: people, from: writers, on: server)
        let longestPageCost = try cost(
            ofPageOf: page[page.count - 2].id, with: longest, by: people, from: talkers, on: server)
        // Another person, because the server limits the rate of each.
        reader.fields = people.fields(1)
        let poll = try poll(reader)
        (reader.fields, reader.status) = (poll.fields, 304)
        let paths = Array(repeating: poll.path, count: effort.count(4_000, quick: 50))
        let polling = try reader.cost(of: paths, 0, of: [server.process.id]) / .seconds(1) * Self.pollsASecond
        let reading = try await waits(
            of: server, people, rounds: readingRounds,
            beside: [
                { nil },
                {
                    SteadyClient(server.address, connections: Self.tabs, interval: .seconds(1) / Self.tabs) {
                        load, number in
                        // Every browser accepts compressed pages.
                        load.fields = people.fields(writers + number % Self.tabs) + "Accept-Encoding: gzip\r\n"
                        _ = try load.body("/photo/\(conversation)", on: number % Self.tabs)
                    }
                },
                {
                    SteadyClient(
                        server.address, connections: Self.pollingConnections, interval: .seconds(1 / Self.pollsASecond)
                    ) { load, number in
                        (load.fields, load.status) = (poll.fields, 304)
                        _ = try load.body(poll.path, on: number % Self.pollingConnections)
                    }
                },
            ])
        // A new comment changes the answers to polls.
        let comment = Mutex(comments.lowerBound)
        let writing = try await waits(
            of: server, people, rounds: readingRounds,
            beside: [
                { nil },
                {
                    SteadyClient(server.address, connections: 1, interval: Self.writingInterval) { load, _ in
                        let number = comment.withLock { number in
                            defer { number += 1 }
                            return number
                        }
                        guard comments.contains(number) else { return }
                        load.status = 201
                        load.fields = people.fields(number / Self.commentsOfOnePerson)
                        try Self.put(UUID(), on: photo, by: load)
                    }
                },
            ])
        return [
            Finding(
                "a comment acknowledged, one writer", acknowledged[0].median,
                floor: "a durable insert by SQLite's C API",
                acknowledged[2].median, mark: 1.5),
            Finding(
                "the same comment repeated, which is only read", acknowledged[1].median,
                floor: "a durable insert by SQLite's C API", acknowledged[2].median),
            Finding(
                "500 readings a second, p99, beside 50 comments a second", writing[1].median,
                floor: "readers alone", writing[0].median, mark: 1.5),
            Finding(
                "500 readings a second, p99, beside 2,000 people who poll", reading[2].median, floor: "readers alone",
                reading[0].median, mark: 1.2),
            Finding(
                "500 readings a second, p99, beside 20 tabs of long comments", reading[1].median,
                floor: "readers alone", reading[0].median, mark: 1.2),
            Finding(
                "2,000 people asking for changes every 15 s, share of a core", floor: "–",
                measured: "\(Figure.number(polling * 100)) %", value: "–", mark: "≤ 5 %", isMet: polling <= 0.05),
            Finding(
                "page with 200 comments of 50 links after a comment, processor", floor: "–",
                measured: Figure.time(pageCost), value: "–", mark: "≤ 20 ms", isMet: pageCost <= .milliseconds(20)),
            Finding(
                "the same with 2,000 comments", floor: "–", measured: Figure.time(longestPageCost), value: "–",
                mark: "≤ 25 ms", isMet: longestPageCost <= .milliseconds(25)),
        ]
    }

    private func acknowledged(
        _ photo: UUID, on server: ServerProcess, by people: People, in folder: URL, rounds: Int, warmUps: Int
    ) async throws -> [Samples] {
        let writer = try LoadGenerator(server.address, connections: 1)
        let file = folder.appending(path: "floor.sqlite")
        try Data().write(to: file)
        let floor = try SQLiteConnection(file)
        try floor.run(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            CREATE TABLE comment (id BLOB PRIMARY KEY, photo BLOB NOT NULL, message TEXT NOT NULL) STRICT
            """)
        let insert = try floor.statement("INSERT INTO comment VALUES (?, ?, 'comment of a friend')")
        var comment = UUID()
        return try await Samples.interleaved(
            rounds: rounds, warmUps: warmUps,
            { round in
                comment = UUID()
                (writer.fields, writer.status) = (people.fields(round / Self.commentsOfOnePerson), 201)
                try Self.put(comment, on: photo, by: writer)
            },
            { _ in
                writer.status = 200
                try Self.put(comment, on: photo, by: writer)
            },
            { _ in
                insert.reset()
                insert.bind(UUID(), at: 1)
                insert.bind(photo, at: 2)
                _ = try insert.next()
            })
    }

    /// Writes comments with many links. Then one more author does, and after each of their comments, the photo's page is
    /// loaded, compressed.
    /// - Parameter first: The first of the authors.
    /// - Returns: The median of the server's processor time for the page.
    private func cost(
        ofPageOf photo: UUID, with count: Int, by people: People, from first: Int, on server: ServerProcess
    ) throws -> Duration {
        let (writer, reader) = try (
            LoadGenerator(server.address, connections: 1), LoadGenerator(server.address, connections: 1)
        )
        writer.status = 201
        reader.fields = people.fields(1) + "Accept-Encoding: gzip\r\n"
        var times = Samples()
        for number in 0..<count + Self.commentsOfOnePerson {
            writer.fields = people.fields(first + number / Self.commentsOfOnePerson)
            try Self.put(UUID(), Self.links, on: photo, by: writer)
            guard number >= count else { continue }
            let before = try server.process.processorTime()
            _ = try reader.body("/photo/\(photo)")
            times.append(try server.process.processorTime() - before)
        }
        return times.median
    }

    /// Returns how long readers wait for an answer: the 99th percentile of each short round.
    /// - Parameter others: Each starts a client that sends other requests in the meantime, or returns `nil`.
    private func waits(
        of server: ServerProcess, _ people: People, rounds: Int, beside others: [() -> SteadyClient?]
    ) async throws -> [Samples] {
        try await Samples.interleaved(
            rounds: rounds, warmUps: 0,
            others.map { start in
                { _ in
                    let reader = SteadyClient(
                        server.address, connections: Self.readingConnections, interval: Self.readingInterval
                    ) {
                        $0.fields = people.fields(0)
                        _ = try $0.body(Route.feed.path, on: $1 % Self.readingConnections)
                    }
                    let other = start()
                    try await Task.sleep(for: .seconds(Self.secondsOfRound))
                    _ = try other?.stop()
                    return try reader.stop().p99
                }
            })
    }

    /// Returns the request for changes of people who know all changes, and its additional fields.
    private func poll(_ reader: LoadGenerator) throws -> (path: String, fields: String) {
        struct Changes: Decodable { let next: String }
        let since = try JSONDecoder().decode(Changes.self, from: try reader.body("/changes")).next
        let path = "/changes?since=\(since)"
        let entityTag = try reader.field("etag", of: path) ?? ""
        return (path, reader.fields + "If-None-Match: \(entityTag)\r\n")
    }

    private static let links = (0..<50).map { "https://example.org/\($0)" }.joined(separator: " ")

    private static func put(
        _ comment: UUID, _ message: String = "comment of a friend", on photo: UUID, by writer: LoadGenerator
    ) throws {
        try writer.put(#"{"message":"\#(message)"}"#, at: "/image/\(photo)/comments/\(comment)")
    }
}

/// Invited people, all allowed to comment.
private struct People: Sendable {
    private let tokens: TokenFile
    private let secrets: [String]

    init(_ count: Int, of stateFolder: URL) throws {
        let tokens = TokenFile(in: stateFolder)
        self.tokens = tokens
        secrets = try (0..<count).map {
            try tokens.invite(Invited("person\($0)"), at: Date()).secret
        }
    }

    /// Lets each person ask for something, and waits until the server has saved when they did, which it does once a minute.
    func areKnown(to server: ServerProcess) async throws {
        let load = try LoadGenerator(server.address, connections: 1)
        for number in secrets.indices {
            load.fields = fields(number)
            _ = try load.body("/changes")
        }
        while try tokens.tokens().contains(where: { $0.lastUsedAt == nil }) {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Returns the lines of a request by a person.
    func fields(_ number: Int) -> String { "Authorization: Bearer \(secrets[number])\r\n" }
}
