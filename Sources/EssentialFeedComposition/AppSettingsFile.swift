import EssentialFeed
import Files
import Foundation

/// The file that holds the settings: `$XDG_CONFIG_HOME/essential-feed/app.json`.
package struct AppSettingsFile: Sendable {
    private let file: JSONFile<AppSettings>
    let report: @Sendable (any Error) -> Void

    /// `report` receives each read or write error, which doesn't stop the program.
    package init(environment: [String: String], report: @escaping @Sendable (any Error) -> Void) {
        let folder = BaseDirectory.configuration.url(environment: environment, home: .homeDirectory)
        file = JSONFile(folder.appending(path: "essential-feed/app.json"), maximumSize: 16 << 20)
        self.report = report
    }

    package func load() -> AppSettings {
        do {
            let decoder = JSONDecoder()
            decoder.userInfo[.report] = report
            return try file.read(decoder) ?? AppSettings()
        } catch {
            report(error)
            return AppSettings()
        }
    }

    package func save(_ settings: AppSettings) {
        do { try file.write(settings) } catch { report(error) }
    }
}
