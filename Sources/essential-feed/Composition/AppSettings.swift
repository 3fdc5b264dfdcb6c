import Foundation

/// What the terminal program takes over from the app: the server that was used there last.
struct AppSettings: Sendable {
    let address: String?

    /// Reads `$XDG_CONFIG_HOME/essential-feed/app.json`; `~/.config` where the variable is unset or not an absolute path.
    /// - Parameter report: told why there is a file that cannot be read.
    init(environment: [String: String], report: (any Error) -> Void) {
        let home = environment["HOME"].map { URL(filePath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        let file = (folder ?? home.appending(path: ".config")).appending(path: "essential-feed/app.json")
        do {
            let values = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            address = values?["address"] as? String
        } catch CocoaError.fileReadNoSuchFile {
            address = nil
        } catch {
            report(error)
            address = nil
        }
    }
}
