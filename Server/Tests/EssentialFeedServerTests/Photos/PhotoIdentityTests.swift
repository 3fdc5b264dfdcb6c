import ImageFormats
import Testing

@testable import EssentialFeedServer

@Suite struct PhotoIdentityTests {
    private let known = PhotoEvidence(
        digest: ContentDigest(of: "a".utf8), picture: ContentDigest(of: "picture".utf8), path: FolderPath("a/b.jpg"),
        captured: "2020:05:20 11:24:59", camera: "camera", look: .imaginary(1), size: PixelSize(width: 640, height: 480)
    )

    /// Returns the evidence of a file with other bytes.
    private func file(_ change: (inout PhotoEvidence) -> Void) -> PhotoEvidence {
        var file = known
        file.digest = ContentDigest(of: "b".utf8)
        file.picture = ContentDigest(of: "other".utf8)
        change(&file)
        return file
    }

    @Test func `Server: equal bytes, and equal pictures, are the same photo at any path`() {
        #expect(PhotoIdentity(of: file { ($0.digest, $0.path) = (known.digest, FolderPath("c")) }, as: known) == .same)
        let moved = file {
            ($0.picture, $0.path, $0.captured) = (known.picture, FolderPath("c"), "2021:01:01 00:00:00")
        }
        #expect(PhotoIdentity(of: moved, as: known) == .same)
        #expect(
            PhotoIdentity(of: file { ($0.picture, $0.captured) = (nil, "2021:01:01 00:00:00") }, as: known)
                == .different)
    }

    @Test func `Server: at a path, the capture time decides, unless it is only a day`() {
        #expect(PhotoIdentity(of: file { $0.look = nil }, as: known) == .same)
        #expect(PhotoIdentity(of: file { ($0.look, $0.path) = (nil, FolderPath("a/b.HEIC")) }, as: known) == .same)
        #expect(PhotoIdentity(of: file { $0.captured = "2020:05:20 11:25:00" }, as: known) == .different)
        #expect(PhotoIdentity(of: file { $0.camera = "another" }, as: known) == .different)
        #expect(PhotoIdentity(of: file { $0.captured = "2020:05:20 11:24:59.5" }, as: known) == .same)
        var precise = known
        precise.captured = "2020:05:20 11:24:59.25"
        #expect(PhotoIdentity(of: file { $0.captured = "2020:05:20 11:24:59.5" }, as: precise) == .different)
        var scan = known
        // Programs write a day as midnight, and it was read as midnight once.
        let (midnight, noon) = ("00:00:00", "12:00:00")
        for (time, newTime) in [(midnight, midnight), (noon, noon), (midnight, noon), (noon, midnight)] {
            scan.captured = "1985:01:01 \(time)"
            let other = file { ($0.captured, $0.look) = ("1985:01:01 \(newTime)", nil) }
            #expect(PhotoIdentity(of: other, as: scan) == .doubtful)
        }
        #expect(PhotoIdentity(of: file { $0.captured = "1985:01:02 12:00:00" }, as: scan) == .different)
    }

    @Test func `Server: without a capture time, the look decides`() {
        func identity(_ look: PhotoLook?, at path: String = "a/b.jpg") -> PhotoIdentity {
            PhotoIdentity(of: file { ($0.captured, $0.look, $0.path) = (nil, look, FolderPath(path)) }, as: known)
        }
        #expect(identity(known.look) == .same)
        #expect(identity(known.look, at: "a/c.jpg") == .same)
        #expect(identity(.imaginary(2)) == .different)
        #expect(identity(.imaginary(2), at: "a/c.jpg") == .different)
        #expect(identity(nil) == .doubtful)
        // A blank page looks like any other.
        #expect(identity(PhotoLook(width: 1, height: 1) { _, _ in 255 }) == .doubtful)
    }

    @Test func `Server: other times say that photos differ only if exports change neither of them`() {
        var gps = known
        gps.isCaptureTimeLasting = false
        func other(_ look: PhotoLook?, isLasting: Bool, at path: String = "c.jpg") -> PhotoEvidence {
            file {
                ($0.captured, $0.isCaptureTimeLasting) = ("2021:01:01 10:00:00", isLasting)
                ($0.look, $0.path) = (look, FolderPath(path))
            }
        }
        #expect(PhotoIdentity(of: other(known.look, isLasting: true), as: known) == .different)
        #expect(PhotoIdentity(of: other(known.look, isLasting: false), as: known) == .same)
        for isLasting in [true, false] {
            #expect(PhotoIdentity(of: other(known.look, isLasting: isLasting), as: gps) == .doubtful)
            #expect(PhotoIdentity(of: other(nil, isLasting: isLasting), as: gps) == .doubtful)
            #expect(PhotoIdentity(of: other(.imaginary(2), isLasting: isLasting), as: gps) == .different)
            #expect(PhotoIdentity(of: other(known.look, isLasting: isLasting, at: "a/b.jpg"), as: gps) == .same)
            var another = other(known.look, isLasting: isLasting, at: "a/b.jpg")
            another.camera = "another"
            #expect(PhotoIdentity(of: another, as: gps) == .different)
            another.captured = known.captured
            #expect(PhotoIdentity(of: another, as: gps) == .different)
        }
    }

    @Test func `Server: of two photos without capture times, the look doesn't decide if the paths are others`() {
        var page = known
        page.captured = nil
        let other = file { ($0.captured, $0.path) = (nil, FolderPath("c.jpg")) }
        #expect(PhotoIdentity(of: other, as: page) == .doubtful)
    }
}
