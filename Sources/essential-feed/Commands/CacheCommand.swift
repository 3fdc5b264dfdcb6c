import ArgumentParser

struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Show, validate or clear what is saved.",
        subcommands: [CacheStatusCommand.self, CacheValidateCommand.self, CacheClearCommand.self])
}
