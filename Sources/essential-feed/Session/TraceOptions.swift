import ArgumentParser

/// The options of commands that load images.
struct TraceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a performance trace to this file.", discussion: "Open it in Perfetto (https://ui.perfetto.dev).",
            valueName: "file"),
        completion: .file())
    var trace: String?
}
