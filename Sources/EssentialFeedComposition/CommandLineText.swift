import EssentialFeed

/// Keeps sign-ins out of messages about command lines. An invitation's link contains one.
package enum CommandLineText {
    /// What to say instead of a message that repeats an address.
    package static func misplacedAddress(in command: String) -> String {
        localized("pass the address with --url or in ESSENTIAL_FEED_URL; see “\(command) --help”")
    }

    package static func repeatsAddress(_ message: String) -> Bool { message.contains(/:\/\/|:[^\s\/@]+@/) }

    package static func withoutSignIns(_ message: String) -> String {
        message.replacing(/[^\s\/@:“"]*:[^\s\/@]+@/, with: "…@")
    }
}
