import Foundation
import Logging
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The server's requests to push services of different kinds, over real connections.
@Suite(.detectsHangs) struct PushSenderTests {
    private static let contact = "https://photos.example.com"

    private let clock = VirtualClock()
    private let browser = PushBrowser()

    /// - Parameter isWanted: Whether the person still wants the message.
    private func send(
        to service: PushService, if isWanted: @Sendable () async -> Bool = { true }
    ) async throws -> PushSender.Outcome {
        let sender = PushSender(
            client: service.client, key: VAPIDKey(), contact: Self.contact, clock: clock,
            now: { Date(timeIntervalSince1970: 1_800_000_000) })
        return await sender.send(
            PushMessage(kind: .comment, number: 7), to: try browser.subscription(service.server.url("/a?b=c")),
            logger: Logger(label: "test"), if: isWanted)
    }

    /// Waits until the next attempt is due, and lets the time pass.
    private func wait(_ time: Duration) async {
        await clock.sleepers(1)
        clock.advance(by: time)
    }

    @Test func `A push service gets the encrypted message, how long it counts, and who signs for it`() async throws {
        try await PushService.with { service in
            #expect(try await send(to: service) == .delivered)
            let request = try #require(service.server.requests.events.first)
            #expect(request.head.hasPrefix("POST /a?b=c HTTP/1.1"))
            let fields = ["ttl", "topic", "urgency", "content-encoding", "content-type"].map { request[$0] }
            #expect(fields == ["259200", "activity", "normal", "aes128gcm", "application/octet-stream"])
            #expect(request["authorization"]?.hasPrefix("vapid t=") == true)
            #expect(try browser.read(request.body) == #"{"kind":"comment","number":7}"#)
        }
    }

    @Test(arguments: [(404, PushSender.Outcome.gone), (410, .gone), (403, .failed), (307, .failed)])
    func `A push service that refuses a message is asked once`(status: Int, outcome: PushSender.Outcome) async throws {
        try await PushService.with { service in
            service.server.answerEverything(
                with: .response(
                    status: status, headers: [("Location", service.endpoint("/b"))], body: Data(count: 100_000)))
            let result = try await send(to: service)
            #expect(result == outcome)
            #expect(service.server.requests.events.count == 1)
        }
    }

    @Test func `A message that a push service has taken isn't sent again, however long the answer is`() async throws {
        try await PushService.with { service in
            service.server.answerEverything(with: .response(status: 201, body: Data(count: 100_000)))
            let outcome = try await send(to: service)
            #expect(outcome == .delivered)
            #expect(service.server.requests.events.count == 1)
        }
    }

    @Test func `A busy push service is asked again when it says, or else later and later`() async throws {
        try await PushService.with { service in
            service.server.answer(
                "/a", with: .response(status: 429, headers: [("Retry-After", "30")]), .response(status: 503),
                .response(status: 500), .response(status: 201))
            let task = Task { try await send(to: service) }
            for seconds in [30, 8, 32] { await wait(.seconds(seconds)) }
            let outcome = try await task.valueInTime()
            #expect(outcome == .delivered)
            #expect(clock.sleeps == [.seconds(30), .seconds(8), .seconds(32)])
        }
    }

    @Test func `A message isn't sent again after the person has signed out`() async throws {
        try await PushService.with { service in
            service.server.answerEverything(with: .response(status: 503))
            let isSignedIn = Box(true)
            let task = Task { try await send(to: service) { isSignedIn.value } }
            try await service.server.requests.wait(for: 1)
            isSignedIn.set(false)
            await wait(.seconds(2))
            let outcome = try await task.valueInTime()
            #expect(outcome == .failed)
            #expect(service.server.requests.events.count == 1)
        }
    }

    @Test func `A push service that wants a rest of an hour gets no more of the message`() async throws {
        try await PushService.with { service in
            service.server.answerEverything(with: .response(status: 429, headers: [("Retry-After", "3600")]))
            let outcome = try await send(to: service)
            #expect(outcome == .failed)
            #expect(service.server.requests.events.count == 1)
        }
    }

    @Test func `A push service that never answers has ten seconds, four times`() async throws {
        let network = VirtualClock()
        try await PushService.with(clock: network) { service in
            service.server.answerEverything(with: .hang)
            let task = Task { try await send(to: service) }
            for attempt in 1...4 {
                try await service.server.requests.wait(for: attempt)
                await network.sleepers(1)
                network.advance(by: .seconds(10))
                if attempt < 4 { await wait(.seconds(60)) }
            }
            #expect(try await task.valueInTime() == .failed)
            #expect(network.sleeps == Array(repeating: .seconds(10), count: 4))
            #expect(service.server.requests.events.count == 4)
        }
    }

    @Test func `A slow push service delays only its own people's messages, who get the newest then`() async throws {
        try await PushService.with { service in
            service.server.answer("/slow", with: .hang)
            let sender = PushSender(
                client: service.client, key: VAPIDKey(), contact: Self.contact, clock: clock,
                now: { Date(timeIntervalSince1970: 1_800_000_000) })
            let queue = PushQueue(sender, logger: Logger(label: "test"), isWanted: { _ in true }, onGone: { _ in })
            func item(_ tokenID: String, _ path: String, _ session: UInt8, _ number: Int64) throws -> PushQueue.Item {
                PushQueue.Item(
                    tokenID: tokenID, session: Data([session]),
                    subscription: try browser.subscription(service.server.url(path)),
                    message: PushMessage(kind: .comment, number: number))
            }
            let task = Task { await queue.run() }
            queue.add([try item("bob", "/slow", 1, 1), try item("bob", "/slow", 2, 1), try item("bob", "/slow", 3, 1)])
            try await service.server.requests.wait(for: 2)
            queue.add([try item("zoe", "/fast", 4, 2), try item("bob", "/fast", 3, 3)])
            let requests = try await service.server.requests.wait { $0.contains { $0.path == "/fast" } }
            #expect(requests.map(\.path) == ["/slow", "/slow", "/fast"])
            #expect(try browser.read(#require(requests.last).body) == #"{"kind":"comment","number":2}"#)
            // The connections end, and bob's message is the newest one.
            service.server.answer("/slow", with: .response(status: 410))
            try await service.server.resetConnections()
            await wait(.seconds(2))
            let all = try await service.server.requests.wait {
                $0.contains { $0.path == "/fast" && $0 != requests.last }
            }
            #expect(try browser.read(#require(all.last).body) == #"{"kind":"comment","number":3}"#)
            task.cancel()
            await task.value
        }
    }

    @Test func `A push service that doesn't answer leaves room for the messages to others`() async throws {
        try await PushService.with { slow in
            try await PushService.with { fast in
                slow.server.answerEverything(with: .hang)
                let sender = PushSender(
                    client: fast.client, key: VAPIDKey(), contact: Self.contact, clock: clock,
                    now: { Date(timeIntervalSince1970: 1_800_000_000) })
                let queue = PushQueue(sender, logger: Logger(label: "test"), isWanted: { _ in true }, onGone: { _ in })
                func item(_ person: UInt8, _ device: UInt8, _ service: PushService) throws -> PushQueue.Item {
                    PushQueue.Item(
                        tokenID: "\(person)", session: Data([person, device]),
                        subscription: try browser.subscription(service.server.url("/a")),
                        message: PushMessage(kind: .comment, number: 1))
                }
                var items: [PushQueue.Item] = []
                for person in 0..<20 as Range<UInt8> {
                    for device in 0..<2 as Range<UInt8> { items.append(try item(person, device, slow)) }
                }
                items.append(try item(20, 0, fast))
                let task = Task { await queue.run() }
                queue.add(items)
                try await fast.server.requests.wait(for: 1)
                task.cancel()
                await task.value
            }
        }
    }
}
