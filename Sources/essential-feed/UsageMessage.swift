import ArgumentParser
import EssentialFeed
import EssentialFeedComposition

func localized(_ message: Message) -> ArgumentHelp { ArgumentHelp(localized(message)) }

/// Names the mistake in a command line, and which command may have been meant.
enum UsageMessage {
    /// The most letters of a command that are taken for a slip.
    private static let maximumSlips = 3

    static func text(_ error: any Error, arguments: [String]) -> String {
        var command: any ParsableCommand.Type = EssentialFeedProgram.self
        var call = [name(command)]
        for word in arguments.prefix(while: { !$0.hasPrefix("-") }) {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty else { break }
            guard let next = commands.first(where: { name($0) == word }) else {
                guard !CommandLineText.repeatsAddress(word) else { break }
                return unknown(word, of: commands.filter { $0.configuration.shouldDisplay }.map { name($0) })
            }
            command = next
            call.append(word)
        }
        let (message, help) = (EssentialFeedProgram.message(for: error).asMessage, call.joined(separator: " "))
        guard !CommandLineText.repeatsAddress(message) else { return CommandLineText.misplacedAddress(in: help) }
        return localized("\(message); see “\(help) --help”")
    }

    private static func name(_ command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

    private static func unknown(_ word: String, of names: [String]) -> String {
        let nearest = names.map { (name: $0, slips: slips($0, word)) }.min { $0.slips < $1.slips }
        let shown = TerminalText.line(word)
        guard let nearest, nearest.slips <= maximumSlips, nearest.slips < nearest.name.count else {
            return localized("unknown command “\(shown)”; see “essential-feed --help”")
        }
        return localized("unknown command “\(shown)”; did you mean “\(nearest.name)”?")
    }

    /// Returns the number of letters to remove and insert to make one word of another; the maximum if their lengths differ
    /// too much.
    private static func slips(_ first: String, _ second: String) -> Int {
        guard abs(first.count - second.count) <= maximumSlips else { return .max }
        return second.difference(from: first).count
    }
}
