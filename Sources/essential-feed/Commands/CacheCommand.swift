import ArgumentParser

struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "See, validate or clear what is saved.",
        subcommands: [CacheStatusCommand.self, CacheValidateCommand.self, CacheClearCommand.self])
}
