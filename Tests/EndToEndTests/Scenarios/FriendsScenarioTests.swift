import Foundation
import TestSupport
import Testing

/// The scenarios of friends in `docs/specs.md`, line by line, over the server's API and the owner's commands.
@Suite struct FriendsScenarioTests {
    static let scenarios: [Scenario] = {
        do {
            return Scenario.all(in: try Checkout.text("docs/specs.md"), of: "friends")
        } catch {
            preconditionFailure("docs/specs.md cannot be read: \(error)")
        }
    }()

    @Test(arguments: scenarios)
    func `The scenarios of friends hold over the API and the commands`(scenario: Scenario) async throws {
        let world = try await FriendsWorld()
        for step in try scenario.steps.map(FriendsSteps.step) { try await step(world) }
        await world.end()
    }

    @Test func `Every scenario of friends has its steps, and every step is used`() {
        #expect(Self.scenarios.count >= 7)
        #expect(Set(Self.scenarios.flatMap(\.steps)) == Set(FriendsSteps.all.keys))
    }
}

/// What each line of the scenarios of friends does.
private enum FriendsSteps {
    typealias Step = @Sendable (FriendsWorld) async throws -> Void

    static func step(for line: String) throws -> Step {
        guard let step = all[line] else { throw Steps.Unknown(line: line) }
        return step
    }

    static let all: [String: Step] = [
        "the owner has invited maria and bob": { world in
            for name in ["maria", "bob"] { try await world.invite(name) }
        },
        "maria comments on an image": { try await $0.comment(expecting: 201) },
        "maria has commented on an image": { try await $0.comment(expecting: 201) },
        "maria has commented on an image, but the answer was lost": { try await $0.comment(expecting: 201) },
        "maria sends the comment again": { try await $0.comment(expecting: 200) },
        "maria deletes the comment": { world in
            let answer = try await world.request("DELETE", world.commentPath, as: "maria")
            #expect(answer.status == 204)
        },
        "maria reacts to an image": { world in
            let answer = try await world.request("PUT", world.imagePath + "/reactions/heart", as: "maria")
            #expect(answer.status == 200)
        },
        "the owner hides the comment": { try await $0.command("hide", $0.commentID.uuidString) },
        "the owner closes the comments on an image": { try await $0.command("close", $0.imageID) },
        "the owner removes maria with her comments": { try await $0.command("revoke", "maria", "--with-comments") },
        "bob should see maria's comment": { try await $0.expect(comments: ["maria: hello"]) },
        "bob should see the comment once": { try await $0.expect(comments: ["maria: hello"]) },
        "bob should see no comment of maria": { try await $0.expect(comments: []) },
        "bob should see maria's reaction": { world in
            let reactions = try await world.request("GET", world.imagePath + "/reactions", as: "bob")
            #expect(reactions.body == #"{"items":[{"authors":[{"username":"maria"}],"name":"heart"}]}"#)
        },
        "the comment should appear in bob's changes": { world in
            let changes = try await world.changes()
            #expect(changes.contains(#""message":"hello""#))
        },
        "the comment should be deleted in bob's changes": { world in
            let changes = try await world.changes()
            #expect(changes.contains(#"{"deleted":true,"id":"\#(world.commentID)""#))
        },
        "maria posts a photo": { try await $0.post(expecting: 201) },
        "maria has posted a photo": { try await $0.post(expecting: 201) },
        "maria has posted a photo, but the answer was lost": { try await $0.post(expecting: 201) },
        "maria sends the photo again": { try await $0.post(expecting: 200) },
        "maria changes the caption": { world in
            let answer = try await world.request("PATCH", world.photoPath, as: "maria", #"{"caption":"at noon"}"#)
            #expect(answer.status == 200)
        },
        "maria deletes the photo": { world in
            let answer = try await world.request("DELETE", world.photoPath, as: "maria")
            #expect(answer.status == 204)
        },
        "the owner hides the photo": { try await $0.command("hide", $0.photoID.uuidString) },
        "bob should see maria's photo first": { world in
            let item = try await world.feed().first
            #expect(item?["id"] as? String == world.photoID.uuidString)
            #expect(item?["author"] as? String == "maria")
        },
        "the photo should tell nothing that its file told": { world in
            let item = try #require(try await world.feed().first)
            #expect(item["location"] == nil && item["description"] as? String == "harbour")
            let image = try await TestProgram.succeed(["curl", "-sf", try #require(item["image"] as? String)]).output
            #expect(image.range(of: Data("CANARY".utf8)) == nil)
        },
        "bob should see the photo once": { world in
            let feed = try await world.feed()
            #expect(feed.filter { $0["author"] as? String == "maria" }.count == 1)
        },
        "bob should see the new caption": { world in
            let feed = try await world.feed()
            #expect(feed.first?["description"] as? String == "at noon")
        },
        "bob should see no photo of maria": { world in
            try await world.until { try await !world.feed().contains { $0["author"] as? String == "maria" } }
        },
        "the photo should be deleted in bob's changes": { world in
            let changes = try await world.changes()
            #expect(changes.contains(#""deleted":true,"hidden":true,"id":"\#(world.photoID)""#))
        },
        "maria should be refused when she comments": { world in
            try await world.until { try await world.put(UUID()).status / 100 == 4 }
        },
    ]
}

/// A server with its owner, and friends who use its API.
private final class FriendsWorld {
    struct Answer {
        let status: Int
        let body: String
    }

    let commentID = UUID()
    let photoID = UUID()
    private let home: Home
    private let server: ProgramServer
    private var links: [String: String] = [:]
    /// What bob knew before the scenario.
    private var start = ""
    let imageID: String

    init() async throws {
        home = try Home()
        server = try await home.serve(PhotoFolder())
        let feed = try await TestProgram.succeed(["curl", "-sf", server.address + "/feed"]).output
        let payload = try JSONSerialization.jsonObject(with: feed) as? [String: Any]
        let items = try #require(payload?["items"] as? [[String: Any]])
        // The newest photo has comments in the document, the last one has none.
        imageID = try #require(items.last?["id"] as? String)
    }

    var imagePath: String { "/image/\(imageID)" }
    var commentPath: String { "\(imagePath)/comments/\(commentID)" }

    var photoPath: String { "/photos/\(photoID)" }

    func invite(_ name: String) async throws {
        let link = try await home.run(["invite", name, "--may", "post"] + state)
        #expect(link.status == 0, "\(link.errors)")
        // curl takes the secret as a password.
        let parts = link.text.trimmingCharacters(in: .newlines).components(separatedBy: "/join#")
        try #require(parts.count == 2)
        links[name] = parts[0].replacing("://", with: "://\(parts[1])@")
        try await until { try await request("GET", "/changes", as: name).status == 200 }
        guard name == "bob" else { return }
        let body = try await request("GET", "/changes", as: "bob").body
        let changes = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
        start = try #require(changes?["next"] as? String)
    }

    func put(_ id: UUID) async throws -> Answer {
        try await request("PUT", "\(imagePath)/comments/\(id)", as: "maria", #"{"message":"hello"}"#)
    }

    func comment(expecting status: Int) async throws {
        #expect(try await put(commentID).status == status)
    }

    /// Sends a photo whose file says more than it should.
    func post(expecting status: Int) async throws {
        let file = home.folder.url.appending(path: "photo.jpg")
        try PrivatePicture.data("camera.jpg").write(to: file)
        let link = try #require(links["maria"])
        let result = try await TestProgram.run([
            "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-T", file.path, "-H", "Content-Type: image/jpeg",
            "-H", "Photo-Caption: harbour", link + photoPath,
        ])
        #expect(Int(result.text) == status)
    }

    /// Returns what bob sees.
    func feed() async throws -> [[String: Any]] {
        let body = try await request("GET", "/feed?limit=100", as: "bob").body
        let payload = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
        return try #require(payload?["items"] as? [[String: Any]])
    }

    func command(_ arguments: String...) async throws {
        let result = try await home.run(arguments + state)
        #expect(result.status == 0, "\(result.errors)")
    }

    /// Waits until bob sees the comments.
    func expect(comments: [String]) async throws {
        try await until {
            let body = try await request("GET", imagePath + "/comments", as: "bob").body
            let payload = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
            let items = payload?["items"] as? [[String: Any]] ?? []
            return items.map { item in
                let author = item["author"] as? [String: String]
                return "\(author?["username"] ?? ""): \(item["message"] ?? "")"
            } == comments
        }
    }

    func changes() async throws -> String {
        try await request("GET", "/changes?since=\(start)", as: "bob").body
    }

    func request(_ method: String, _ path: String, as name: String, _ body: String? = nil) async throws -> Answer {
        let link = try #require(links[name])
        let data = body.map { ["-H", "Content-Type: application/json", "--data-binary", $0] } ?? []
        let result = try await TestProgram.run(
            ["curl", "-s", "-X", method, "-w", "\n%{http_code}"] + data + [link + path])
        let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
        return Answer(status: Int(lines.last ?? "") ?? 0, body: lines.dropLast().joined(separator: "\n"))
    }

    /// Repeats a request until the server has noticed what a command has done.
    func until(_ isDone: () async throws -> Bool) async throws {
        for _ in 0..<100 {
            if try await isDone() { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        Issue.record("the server hasn't noticed the command")
    }

    func end() async {
        await server.stop()
    }

    private var state: [String] { ["--state", home.folder.url.appending(path: "state/essential-feed").path] }
}
