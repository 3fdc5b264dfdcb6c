import ArgumentParser
@main struct EssentialFeedProgram: AsyncParsableCommand { func run() async throws {} }
