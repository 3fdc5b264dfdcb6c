import ArgumentParser

/// What the calls that load images take besides.
struct TraceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write to a file what each stage of each image took.",
            discussion: "`essential-feed trace FILE` shows it.", valueName: "file"),
        completion: .file())
    var trace: String?
}
