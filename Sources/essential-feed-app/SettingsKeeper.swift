import EssentialFeedComposition

/// The settings in force, saved whenever they change.
final class SettingsKeeper {
    private let file: AppSettingsFile
    private(set) var value: AppSettings

    /// Reads the settings from the file.
    init(_ file: AppSettingsFile) {
        self.file = file
        value = file.load()
    }

    /// Changes the settings, and saves them if that made a difference.
    func change(_ change: (inout AppSettings) -> Void) {
        let old = value
        change(&value)
        if value != old { file.save(value) }
    }
}
