import ArgumentParser

struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Show or delete saved feeds and photos.",
        subcommands: [
            CacheStatusCommand.self, CachePruneCommand.self, CacheClearCommand.self, CacheValidateCommand.self,
        ])
}
