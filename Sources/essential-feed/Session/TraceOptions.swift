import ArgumentParser
import EssentialFeed
import EssentialFeedComposition

/// The options of commands that load images.
struct TraceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            localized("Write a performance trace to this file."),
            discussion: localized("Open it in Perfetto (https://ui.perfetto.dev)."),
            valueName: "file"),
        completion: .file())
    var trace: String?
}
