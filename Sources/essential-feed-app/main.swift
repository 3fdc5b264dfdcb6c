import ArgumentParser
import EssentialFeedComposition
import Foundation
import GtkKit

// This file must stay synchronous: GTK owns this thread, and libdispatch would take over the thread after an `await`.

func fail(_ reason: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("essential-feed-app: \(reason)\n".utf8))
    exit(status)
}

SystemMemory.shareWhatIsFree()
let options: AppOptions
do {
    options = try AppOptions.parse()
} catch {
    // Help has addresses, too.
    if !AppOptions.exitCode(for: error).isSuccess, CommandLineText.repeatsAddress(AppOptions.message(for: error)) {
        fail(CommandLineText.misplacedAddress(in: "essential-feed-app"), status: 64)
    }
    AppOptions.exit(withError: error)
}
do throws(ProgramStartError) {
    try ProgramStart.checkOpenFiles()
    MainLoop.attach()
    guard MainLoop.isAlive() else { fail("the main loop runs no jobs of the main actor; giving up", status: 70) }
    exit(try DesktopApplication(options, variables: ProcessInfo.processInfo.environment).run(CommandLine.arguments))
} catch {
    switch error {
    case .malformedAddress(let text):
        fail("\(text) isn’t a server address; write it like https://photos.example.com", status: 64)
    case .malformedProxy(let variable):
        fail("\(variable) isn’t a proxy address; write it like http://proxy:3128", status: 64)
    case .noAddress, .tooFewOpenFiles: fail(localized(error.message), status: 71)
    }
}
