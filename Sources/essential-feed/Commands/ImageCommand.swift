import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import Files
import Foundation
import ImagePipeline

struct ImageCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: localized("Load one photo, from the cache if it is saved."),
        discussion: localized(
            """
            Examples:
              essential-feed image 6 -o photo.jpg
              essential-feed image 6 > photo.jpg
            """))

    @OptionGroup var client: ClientOptions

    @Argument(
        help: ArgumentHelp(
            localized("The photo's number in the saved feed, as listed by essential-feed feed, or its address."),
            valueName: "photo"))
    var image: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(localized("Write the photo to this file, replacing an existing one."), valueName: "file"),
        completion: .file())
    var output: String?

    func run(in composition: ClientComposition) async throws {
        try await composition.run(client, savesImages: true) { program in
            let row = try await program.image(inRow: image)
            guard let url = row?.url ?? URL(string: image), FeedImage.isLoadable(url) else {
                throw program.environment.error(
                    .usage, .malformedImageURL, TerminalText.line(ServerAddressError(image).text))
            }
            guard output != nil || !program.streams.outputIsTerminal else {
                throw program.environment.error(.usage, .imageToTerminal)
            }
            let data: Data
            do {
                data = try await program.progress.during {
                    try await program.session.images.picture(for: ImageRequest(url, size: EncodedImages.size))
                }
            } catch let error as RemoteError {
                throw await program.error(error, notFound: true)
            }
            guard let output else { return try program.streams.write(data) }
            do throws(FileSystemError) {
                try AtomicFile(output, permissions: nil, followsLinks: true).write(data)
            } catch {
                throw program.environment.error(
                    .cannotCreate, .cannotWriteFile, TerminalText.line(output), "\(error.errno)")
            }
            if let better = ImageFileName.corrected(output, for: data) {
                let names = [output, better].map { TerminalText.line($0) }
                program.environment.note(program.environment.text(.otherFormat, names[0], names[1]))
            }
        }
    }
}
