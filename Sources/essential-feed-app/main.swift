import ArgumentParser
import EssentialFeed
import EssentialFeedHTTP
import Foundation
import GtkKit

// Plain and synchronous: GTK owns this thread, and after an `await` here libdispatch would take it away.

func fail(_ reason: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("essential-feed-app: \(reason)\n".utf8))
    exit(status)
}

let options = AppOptions.parseOrExit()
MainLoop.attach()
guard MainLoop.isAlive() else { fail("the main loop runs no jobs of the main actor; giving up", status: 70) }
do {
    exit(try App(options, environment: ProcessInfo.processInfo.environment).run(CommandLine.arguments))
} catch let error as ServerAddress.Malformed {
    fail("\(error.text) is no server address; write it like https://photos.example.com", status: 64)
} catch let error as ProxySettingsError {
    fail("\(error.variable) is no address of a proxy; write it like http://proxy:3128", status: 64)
}
