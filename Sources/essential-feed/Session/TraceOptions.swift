import ArgumentParser

/// The options of commands that load images.
struct TraceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write to a file how long each stage of each image took.",
            discussion: "Perfetto (https://ui.perfetto.dev) and Speedscope open it.", valueName: "file"),
        completion: .file())
    var trace: String?
}
