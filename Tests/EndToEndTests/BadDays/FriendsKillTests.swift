import Foundation
import TestSupport
import Testing

@Suite(.detectsHangs) struct FriendsKillTests {
    @Test
    func
        `Program: of what people send to a server that is killed, nothing that was acknowledged is lost, and nothing is there twice or half`()
        async throws
    {
        let script = Checkout.url.appending(path: "Scripts/torture.py").path
        let result = try await TestProgram.run([
            "python3", script, Program.url.deletingLastPathComponent().path, "--kills", "5",
        ])
        #expect(result.status == 0, "\(result.text)\(result.errors)")
    }
}
