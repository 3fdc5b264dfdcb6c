import ArgumentParser

struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Show or delete saved feeds and photos.",
        discussion: """
            Examples:
              essential-feed cache status
              essential-feed cache prune
              essential-feed cache clear
            """,
        subcommands: [
            CacheStatusCommand.self, CachePruneCommand.self, CacheClearCommand.self, CacheValidateCommand.self,
        ])
}
