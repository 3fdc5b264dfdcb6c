import DecoderProcess
import Foundation
import ImageFormats
import TestSupport
import Testing

/// The decoder itself, as the processes that a pool starts.
@Suite(.detectsHangs, .watchesTasks) struct DecoderProgramTests {
    private static let program = Decoders.programs.appending(path: "essential-feed-decoder")

    private let folder = TemporaryFolder()

    @Test func `Every form of image that is decoded here is decoded by a confined process, too`() async throws {
        try await Decoders(Self.program).run { decoders in
            for name in try TestPicture.names() where name != "huge.png" {
                let picture = try await decoders.picture(name)
                let layout = picture.layout
                #expect(picture.size == Decoders.box && picture.pixels.count == 40 * 30 * layout.bytesPerPixel)
                let isGrey = name.hasPrefix("grey") || name.hasPrefix("one-bit") || name.hasPrefix("linear-grey")
                guard layout == .rgb, !isGrey, !name.hasPrefix("orientation") else { continue }
                let (inside, outside) = ((6 * 40 + 6) * 3, (24 * 40 + 30) * 3)
                #expect(picture.pixels[inside] > 220 && picture.pixels[inside + 2] < 30, "\(name)")
                #expect(picture.pixels[outside] < 30 && picture.pixels[outside + 2] > 220, "\(name)")
            }
            #expect(decoders.reported.events == [])
        }
    }

    @Test func `A decoder gives way, and has no privileges to gain, few system calls and no file`() async throws {
        let link = try Decoder.link(in: folder)
        try await Decoders(link, limits: Decoders.one).run { decoders in
            _ = try await decoders.picture()
            let decoder = try #require(try Decoder.all(startedBy: link).first)
            #expect(decoder.niceness == min(19, Decoder(process: getpid()).niceness + 5))
            #expect(decoder.status["NoNewPrivs"] == "1")
            #expect(decoder.status["Seccomp"] == "2")
            #expect(decoder.status["Threads"] == "1")
            #expect(try decoder.descriptors() == ["/dev/null", "/dev/null", "/dev/null", "socket"])
            #expect(decoder.environment == "")
            #expect(decoder.limit("Max core file size") == "0")
            #expect(decoder.limit("Max file size") == "0")
            #expect(decoder.limit("Max address space").flatMap { Int($0) } ?? .max < 2 << 30)
            // The kernel supports Landlock, too, or this lists the missing features.
            #expect(decoders.reported.events == [])
        }
    }

    @Test(
        """
        From inside a confinement no file opens, no connection is made, no program starts, no memory becomes code and \
        no other process gets limits
        """,
        arguments: ["seccomp", "landlock", "threads"])
    func confinementDeniesEverythingElse(confinement: String) async throws {
        let program = Decoders.programs.appending(path: "confined-attempts")
        let file = folder.url.appending(path: "file")
        try Data().write(to: file)
        let result = try await TestProgram.run([program.path, confinement, file.path, folder.path + "/other"])
        #expect(result.status == 0, "the number of the attempt that succeeded")
    }

    @Test func `An AVIF or HEIC decoded as a whole may take more memory than others, up to a limit`() async throws {
        var limits = Decoders.one
        limits.budget = 20 << 20
        try await Decoders(Decoders.programs.appending(path: DecoderProgram.name), limits: limits).run { decoders in
            for name in ["large.heic", "large.avif"] {
                let data = try TestPicture.data(name)
                #expect(try decoders.pool.estimatedBytes(DecodePlan(of: data), filling: Decoders.box) > limits.budget)
                #expect(try await decoders.picture(name).size == Decoders.box)
            }
            await #expect(throws: PictureError.self) { try await decoders.picture("large-progressive.jpg") }
        }
        limits.wholeBudget = 40 << 20
        try await Decoders(Decoders.programs.appending(path: DecoderProgram.name), limits: limits).run { decoders in
            let data = try TestPicture.data("large.heic")
            let size = try ImageHeader(of: data).size
            #expect(throws: PictureError.tooLarge(size)) {
                try decoders.pool.estimatedBytes(DecodePlan(of: data), filling: Decoders.box)
            }
            await #expect(throws: PictureError.tooLarge(size)) { try await decoders.picture("large.heic") }
        }
    }

    @Test func `A large image that is only decoded whole may exceed the budget, up to a limit`() async throws {
        var limits = Decoders.one
        limits.budget = 64 << 20
        limits.wholeBudget = 300 << 20
        try await Decoders(Self.program, limits: limits).run { decoders in
            let large = try decoders.pool.estimatedBytes(
                DecodePlan(of: Pictures.sized(7_000, 7_000)), filling: Decoders.box)
            #expect(limits.budget < large && large <= limits.wholeBudget)
            for (width, height) in [(6_000, 5_000), (12_000, 9_000)] {
                #expect(throws: PictureError.tooLarge(PixelSize(width: width, height: height))) {
                    try decoders.pool.estimatedBytes(
                        DecodePlan(of: Pictures.sized(width, height)), filling: Decoders.box)
                }
            }
        }
    }

    @Test func `A decoder that is killed in the middle of a picture fails that picture alone`() async throws {
        let link = try Decoder.link(in: folder)
        var limits = Decoders.one
        limits.timeLimit = PictureTimeLimit(least: .seconds(120), perMegapixel: .zero)
        try await Decoders(link, limits: limits).run { decoders in
            _ = try await decoders.picture()
            let decoder = try #require(try Decoder.all(startedBy: link).first)
            decoder.send(SIGSTOP)
            let failing = Task { try await decoders.picture() }
            await letOthersRun()
            // Orders are taken one after the other: once this one has been cancelled, the decoder has its request.
            let cancelled = Task { try await decoders.picture() }
            await letOthersRun()
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.valueInTime() }
            decoder.send(SIGKILL)
            await #expect(throws: DecoderError.ended) { try await failing.valueInTime() }
            _ = try await decoders.picture()
        }
    }

    @Test func `A decoder that is killed while it has nothing to do fails no picture`() async throws {
        let link = try Decoder.link(in: folder)
        try await Decoders(link, limits: Decoders.one).run { decoders in
            for _ in 0..<5 {
                _ = try await decoders.picture()
                let decoder = try #require(try Decoder.all(startedBy: link).first)
                let reports = decoders.reported.events.count
                decoder.send(SIGKILL)
                try await decoders.reported.wait(for: reports + 1)
            }
            _ = try await decoders.picture()
            #expect(Set(decoders.reported.events) == [.ended])
        }
    }

    @Test func `Decoders end when their pool is closed`() async throws {
        let link = try Decoder.link(in: folder)
        try await Decoders(link).run { decoders in
            _ = try await decoders.picture()
            #expect(try !Decoder.all(startedBy: link).isEmpty)
        }
        #expect(try Decoder.all(startedBy: link).isEmpty)
    }

    @Test func `Decoders end with the program that has started them, even if it is killed`() async throws {
        let link = try Decoder.link(in: folder)
        let image = TestPicture.folder.appending(path: "plain.jpg").path
        let client = try await TestProgram.start(
            [Decoders.programs.appending(path: "decoder-client").path, link.path, image], hasInput: true)
        #expect(try await client.line() == "decoded")
        let decoders = try Decoder.all(startedBy: link)
        #expect(!decoders.isEmpty)
        // One that hangs ends as well.
        decoders.first?.send(SIGSTOP)
        let ends = decoders.map(\.end)
        await client.kill()
        for end in ends { #expect(try await end.valueInTime()) }
    }

    @Test func `Hundreds of pictures at once are decoded, each with its own pixels`() async throws {
        try await Decoders(Self.program).run { decoders in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        let box = PixelSize(width: 1 + number % 40, height: 30)
                        let data = try TestPicture.data(number % 2 == 0 ? "plain.jpg" : "transparent.png")
                        let picture = try await decoders.pool.picture(of: data, filling: box)
                        #expect(picture.size == box)
                        #expect(picture.layout == (number % 2 == 0 ? .rgb : .premultipliedBGRA))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `A request cancelled while it waits ends at once; data that can't be decoded says why`() async throws {
        try await Decoders(Self.program).run { decoders in
            await #expect(throws: PictureError.unsupportedFormat) {
                try await decoders.pool.picture(of: Data("text".utf8), filling: Decoders.box)
            }
            let cut = try TestPicture.data("plain.png").dropLast(20)
            await #expect(throws: PictureError.self) { try await decoders.pool.picture(of: cut, filling: Decoders.box) }
            let cancelled = Task { try await decoders.picture() }
            cancelled.cancel()
            // It may have begun before.
            _ = await cancelled.result
        }
        var limits = DecoderLimits()
        limits.timeLimit = PictureTimeLimit(least: .zero, perMegapixel: .zero)
        limits.budget = 1 << 30
        try await Decoders(Self.program, limits: limits).run { decoders in
            await #expect(throws: (any Error).self) { try await decoders.picture("plain.png") }
        }
    }

    @Test func `A confined process makes the sizes of every form of image, with a placeholder`() async throws {
        try await Decoders(Self.program).run { decoders in
            for name in try TestPicture.names() where name != "huge.png" {
                let upright = try ImageHeader(of: TestPicture.data(name)).uprightSize
                let sizes = try await decoders.sizes(name, longEdges: [10, 30, 2_048, 30])
                #expect(sizes.images.map(\.size) == upright.scaled(toLongEdges: [10, 30, 2_048, 30]), "\(name)")
                #expect(sizes.images.allSatisfy { PlainJPEG.matches($0.data, $0.size) }, "\(name)")
                #expect(ThumbHash(sizes.placeholder) != nil)
            }
            #expect(decoders.reported.events == [])
        }
    }

    @Test func `Data that makes no sizes says why: a cut image, one of no format, one taking too much`() async throws {
        var limits = Decoders.one
        limits.budget = 4 << 20
        try await Decoders(Self.program, limits: limits).run { decoders in
            let cut = try TestPicture.data("plain.png").dropLast(20)
            await #expect(throws: PictureError.self) { try await decoders.pool.sizes(of: cut, longEdges: [10]) }
            await #expect(throws: PictureError.unsupportedFormat) {
                try await decoders.pool.sizes(of: Data("text".utf8), longEdges: [10])
            }
            let huge = try ImageHeader(of: TestPicture.data("large-progressive.jpg")).size
            await #expect(throws: PictureError.tooLarge(huge)) { try await decoders.sizes("large-progressive.jpg") }
            _ = try await decoders.sizes()
        }
    }

    @Test(arguments: ["plain.heic", "plain.avif"])
    func `Hostile AVIF and HEIC fail one image each at most`(name: String) async throws {
        var random = SeededGenerator(seed: 3)
        let data = try TestPicture.data(name)
        try await Decoders(Self.program).run { decoders in
            for _ in 0..<150 {
                var hostile = data
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    hostile[Int.random(in: 0..<data.count, using: &random)] ^=
                        1 << UInt8.random(in: 0...7, using: &random)
                }
                do {
                    _ = try await decoders.pool.picture(of: hostile, filling: Decoders.box)
                } catch is PictureError {
                    continue
                } catch DecoderError.ended, DecoderError.tookTooLong {
                    continue
                }
            }
            #expect(try await decoders.picture(name).size == Decoders.box)
        }
    }
}
