import ArgumentParser
import EssentialFeed
import EssentialFeedComposition

struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: localized("Show or delete saved feeds and photos."),
        discussion: localized(
            """
            Examples:
              essential-feed cache status
              essential-feed cache prune
              essential-feed cache clear
            """),
        subcommands: [
            CacheStatusCommand.self, CachePruneCommand.self, CacheClearCommand.self, CacheValidateCommand.self,
        ])
}
