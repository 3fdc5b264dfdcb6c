import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

#if os(Linux)
    // The compiler attributes the members of C's structures to the first of these modules that it reads.
    import CDispatch
    import CNIOLinux
#endif

@Suite struct FileStampTests {
    private let folder = PhotoFolder()

    @Test(arguments: [
        0, 1, -1, 10_413_792_000, -2_177_452_800, 9_223_372_036, 9_223_372_037, -9_223_372_037, .max, .min,
    ])
    func `Server: a stamp and a date hold any time of the file system`(seconds: Int) {
        var status = stat()
        status.st_mtim = timespec(tv_sec: seconds, tv_nsec: 999_999_999)
        status.st_ctim = timespec(tv_sec: seconds, tv_nsec: 1)

        let stamp = FileStamp(Stat(rawValue: status))

        #expect(stamp.modified == FileStamp.Time(seconds: Int64(seconds), nanoseconds: 999_999_999))
        #expect(stamp.changed == FileStamp.Time(seconds: Int64(seconds), nanoseconds: 1))
        #expect(
            abs(stamp.modificationDate.timeIntervalSince1970 - Double(seconds)) <= max(1, abs(Double(seconds)) * 1e-12))
        let now = FileStamp.Time(seconds: 1_800_000_000, nanoseconds: 0)
        #expect((stamp.modified.elapsed(until: now) > .zero) == (seconds < 1_800_000_000))
    }

    @Test(arguments: [10_413_792_000, 4_102_444_800, -2_000_000_000, -1])
    func `Server: a file with any time is served, and not read again at the next start`(seconds: Int) async throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
        try #require(setModificationTime(seconds, nanoseconds: 5, of: folder.url("a.png")))

        try await folder.serve { client in
            let answer = try await client.answer("/image/\(contentID(Pictures.animation(salt: 1)))")
            #expect(answer.body == Pictures.animation(salt: 1))
        }
        #expect(try await folder.index().filesRead == 0)
    }

    @Test func `Server: the server continues when the time of a served file changes to a remote one`() async throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
        try folder.write(Pictures.animation(salt: 2), to: "b.png")

        try await RunningServer.with(try folder.configuration()) { server in
            for seconds in [10_413_792_000, -2_000_000_000] {
                #expect(setModificationTime(seconds, of: folder.url("a.png")))
                try await RawClient.with(port: server.port) { client in
                    // It is a 404 until its bytes have been read again.
                    var status = 0
                    while status != 200 {
                        status = try await client.answer("/image/\(contentID(Pictures.animation(salt: 1)))").status
                        #expect([200, 404].contains(status))
                    }
                    let other = try await client.answer("/image/\(contentID(Pictures.animation(salt: 2)))")
                    #expect(other.status == 200)
                }
            }
        }
    }
}
