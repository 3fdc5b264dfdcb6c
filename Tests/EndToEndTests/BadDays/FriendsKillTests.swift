import Foundation
import TestSupport
import Testing

@Suite struct FriendsKillTests {
    /// Each start takes about a second.
    private static let kills = 8

    @Test
    func `Program: of comments sent to a server that is killed, none that was acknowledged is lost, none is twice`()
        async throws
    {
        let home = try Home()
        let photos = try PhotoFolder(count: 1)
        var sent: [UUID] = []
        var acknowledged: Set<UUID> = []
        for kill in 0..<Self.kills {
            let server = try await home.serve(photos)
            let image = try await Self.image(at: server.address)
            // What was sent last may have been saved before the kill.
            for id in sent where !acknowledged.contains(id) {
                let status = try await Self.put(id, to: image)
                #expect([200, 201].contains(status), "\(status)")
                acknowledged.insert(id)
            }
            #expect(try await Self.comments(on: image) == sent.map(\.uuidString).sorted())
            let id = UUID()
            sent.append(id)
            async let status = Self.put(id, to: image)
            // From before the request arrives to after it is answered: curl starts within some milliseconds.
            try await Task.sleep(for: .milliseconds(2 + kill * 4))
            server.send(SIGKILL)
            if try await [200, 201].contains(status) { acknowledged.insert(id) }
            _ = await server.result()
        }
    }

    @Test
    func
        `Program: of photos sent to a server that is killed, none that was acknowledged is lost, and no file is left over`()
        async throws
    {
        let home = try Home()
        let photos = try PhotoFolder(count: 1)
        let file = home.folder.url.appending(path: "photo.jpg")
        try TestPicture.data("large-progressive.jpg").write(to: file)
        let state = home.folder.url.appending(path: "state/essential-feed")
        var sent: [UUID] = []
        var acknowledged: Set<UUID> = []
        for kill in 0..<Self.kills {
            let server = try await home.serve(photos)
            // Nothing is half visible, and what was acknowledged is there.
            let posted = try await Self.posted(at: server.address)
            #expect(acknowledged.isSubset(of: posted) && Set(posted).isSubset(of: sent))
            #expect(try Self.files(in: state) == posted.map { "\($0.uuidString).jpg" }.sorted())
            for id in sent where !acknowledged.contains(id) {
                let status = try await Self.post(file, id, to: server.address)
                #expect([200, 201].contains(status), "\(status ?? 0)")
                acknowledged.insert(id)
            }
            #expect(try await Set(Self.posted(at: server.address)) == Set(sent))
            let id = UUID()
            sent.append(id)
            // The file takes a second, and is drawn in less than another one.
            async let status = Self.post(file, id, to: server.address, "--limit-rate", "80k")
            try await Task.sleep(for: .milliseconds(300 + kill * 250))
            server.send(SIGKILL)
            if try await [200, 201].contains(status) { acknowledged.insert(id) }
            _ = await server.result()
        }
    }

    private static func post(_ file: URL, _ id: UUID, to address: String, _ options: String...) async throws -> Int? {
        let result = try await TestProgram.run(
            ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-T", file.path, "-H", "Content-Type: image/jpeg"]
                + options + ["\(address)/photos/\(id)"])
        return Int(result.text)
    }

    /// Returns the ids of the photos that the owner has posted.
    private static func posted(at address: String) async throws -> [UUID] {
        let feed = try await TestProgram.succeed(["curl", "-sf", address + "/feed?limit=100"]).output
        let payload = try JSONSerialization.jsonObject(with: feed) as? [String: Any]
        let items = try #require(payload?["items"] as? [[String: Any]])
        return items.filter { $0["author"] as? String == "owner" }.compactMap { $0["id"] as? String }
            .compactMap(UUID.init)
    }

    /// Returns the sorted names of the files of posted photos, with those that aren't finished.
    private static func files(in state: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: state.path).filter { $0.hasPrefix("posts-") }
            .compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) }.sorted()
    }

    private static func image(at address: String) async throws -> String {
        let feed = try await TestProgram.succeed(["curl", "-sf", address + "/feed"]).output
        let payload = try JSONSerialization.jsonObject(with: feed) as? [String: Any]
        let items = try #require(payload?["items"] as? [[String: Any]])
        return "\(address)/image/\(try #require(items.first?["id"] as? String))"
    }

    private static func put(_ id: UUID, to image: String) async throws -> Int? {
        let result = try await TestProgram.run([
            "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-X", "PUT", "-H", "Content-Type: application/json",
            "--data-binary", #"{"message":"hello"}"#, "\(image)/comments/\(id)",
        ])
        return Int(result.text)
    }

    /// Returns the ids of the owner's comments, sorted.
    private static func comments(on image: String) async throws -> [String] {
        let output = try await TestProgram.succeed(["curl", "-sf", image + "/comments"]).output
        let payload = try JSONSerialization.jsonObject(with: output) as? [String: Any]
        let items = payload?["items"] as? [[String: Any]] ?? []
        return items.filter { ($0["author"] as? [String: String])?["username"] == "owner" }
            .compactMap { $0["id"] as? String }.sorted()
    }
}
