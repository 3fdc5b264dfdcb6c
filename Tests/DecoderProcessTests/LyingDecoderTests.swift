import DecoderProcess
import Foundation
import ImageFormats
import TestSupport
import Testing

/// Decoders that die, hang and lie, in separate processes.
@Suite(.detectsHangs) struct LyingDecoderTests {
    private let folder = TemporaryFolder()

    @Test(
        "A decoder that lies, hangs or ends fails one picture, and the next picture gets another decoder",
        arguments: [
            ("other-number", DecoderError.protocolViolation("it answered what wasn't asked")),
            ("other-size", .protocolViolation("it made a picture of another size")),
            ("huge-size", .protocolViolation("it made a picture of another size")),
            ("other-layout", .protocolViolation("it made a picture of another size")),
            ("other-task", .protocolViolation("it made no picture")),
            ("unknown-task", .protocolViolation("it made no picture")),
            ("garbage", .protocolViolation("it sent what isn't an answer")),
            ("short", .protocolViolation("it sent what isn't an answer")),
            ("long", .protocolViolation("it sent what isn't an answer")),
            ("descriptors", .protocolViolation("it sent what isn't an answer")),
            ("keeps-memory", .protocolViolation("it kept the memory of a picture")), ("ends", .ended),
            ("crashes", .ended),
        ])
    func pictureFailsOnce(lie: String, error: DecoderError) async throws {
        try await Decoders(Self.liar(lie, in: folder), limits: Decoders.one).run { decoders in
            await #expect(throws: error) { try await decoders.picture() }
            let picture = try await decoders.picture()
            #expect(picture.size == Decoders.box && picture.pixels.allSatisfy { $0 == 0x80 })
        }
    }

    @Test(
        "A decoder that lies about sizes fails one image, and the next image gets another decoder",
        arguments: [
            ("other-number", DecoderError.protocolViolation("it answered what wasn't asked")),
            ("other-task", .protocolViolation("it made no sizes")),
            ("unknown-task", .protocolViolation("it made no sizes")),
            ("fewer-sizes", .protocolViolation("it made more or less than there is room for")),
            ("huge-sizes", .protocolViolation("it made more or less than there is room for")),
            ("negative-sizes", .protocolViolation("it made more or less than there is room for")),
            ("cut-sizes", .protocolViolation("it made no plain JPEG of the size")),
            ("other-sizes", .protocolViolation("it made no plain JPEG of the size")),
            ("metadata", .protocolViolation("it made no plain JPEG of the size")),
            ("trailer", .protocolViolation("it made no plain JPEG of the size")),
            ("no-placeholder", .protocolViolation("it made no placeholder")),
            ("garbage", .protocolViolation("it sent what isn't an answer")), ("ends", .ended), ("crashes", .ended),
        ])
    func sizesFailsOnce(lie: String, error: DecoderError) async throws {
        try await Decoders(Self.liar(lie, in: folder), limits: Decoders.one).run { decoders in
            await #expect(throws: error) { try await decoders.sizes() }
            let sizes = try await decoders.sizes()
            #expect(sizes.images.map(\.size) == [PixelSize(width: 30, height: 23), PixelSize(width: 20, height: 15)])
        }
    }

    @Test func `A decoder that hangs is ended at its deadline, and fails one picture`() async throws {
        var limits = Decoders.one
        limits.timeLimit = PictureTimeLimit(least: .milliseconds(25), perMegapixel: .zero)
        let liar = try Self.liar("hangs", in: folder)
        try await Decoders(liar, limits: limits).run { decoders in
            await #expect(throws: DecoderError.tookTooLong) { try await decoders.picture() }
        }
        try await Decoders(liar, limits: Decoders.one).run { decoders in _ = try await decoders.picture() }
    }

    @Test(arguments: ["greeting", "unasked", "twice"])
    func `What a decoder says without being asked fails no picture`(lie: String) async throws {
        var limits = Decoders.one
        limits.pauses = .zero ... .zero
        try await Decoders(Self.liar(lie, in: folder), limits: limits).run { decoders in
            decoders.pool.prepare()
            if lie == "twice" { _ = try await decoders.picture() }
            _ = try await decoders.reported.wait { errors in
                errors.contains { if case .protocolViolation = $0 { true } else { false } }
            }
            _ = try await decoders.picture()
        }
    }

    @Test(arguments: ["stillborn.always", "short-lived.always", "mute.always"])
    func `While no decoder starts, pictures fail at once with why, and starts are retried`(lie: String) async throws {
        var limits = DecoderLimits()
        limits.startTime = .milliseconds(300)
        limits.pauses = .seconds(600) ... .seconds(600)
        try await Decoders(Self.liar(lie, in: folder), limits: limits).run { decoders in
            decoders.pool.prepare()
            try await decoders.reported.wait(for: 2)
            for _ in 0..<3 {
                let error = await #expect(throws: DecoderError.self) { try await decoders.picture() }
                if case .unavailable? = error { continue }
                Issue.record("\(String(describing: error))")
            }
            #expect(decoders.reported.events.count == 2)
        }
    }

    @Test func `A missing program fails each picture with its path, and is found once it is there`() async throws {
        let program = folder.url.appending(path: "honest")
        var limits = DecoderLimits()
        limits.pauses = .zero ... .zero
        try await Decoders(program, limits: limits).run { decoders in
            let reason = "\(program.path) can't be started (No such file or directory)"
            await #expect(throws: DecoderError.unavailable(reason)) { try await decoders.picture() }
            _ = try Self.liar("honest", in: folder)
            _ = try await decoders.picture()
        }
    }

    @Test func `Lies, ends and hangs leave no process and no descriptor behind`() async {
        await #expect(processExitsWith: .success) {
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            let folder = TemporaryFolder()
            // The first thread and the first pool open what stays open.
            try await Decoders(Self.liar("ends", in: folder)).run { _ = try? await $0.picture() }
            let before = try descriptors()
            for lie in ["ends", "crashes", "descriptors", "keeps-memory", "garbage", "stillborn", "unasked", "honest"] {
                let decoders = Decoders(try Self.liar(lie + ".always", in: folder))
                for _ in 0..<5 { _ = try? await decoders.picture() }
                await decoders.pool.close()
            }
            let after = try descriptors()
            precondition(after == before, "\(before) descriptors became \(after)")
            var status: Int32 = 0
            precondition(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD, "a decoder is left")
        }
    }

    /// Makes a link by which the lying decoder is started.
    private static func liar(_ lie: String, in folder: TemporaryFolder) throws -> URL {
        let link = folder.url.appending(path: lie)
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: Decoders.programs.appending(path: "lying-decoder"))
        return link
    }
}
