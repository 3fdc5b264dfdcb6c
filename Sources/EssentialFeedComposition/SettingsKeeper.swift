public import EssentialFeedStore

/// The settings in force, saved after they change. Nothing waits for the disk but the first reading and ``finish()``.
@MainActor
public final class SettingsKeeper {
    /// How long a change that may come again and again waits for the next ones.
    private static let delay = Duration.seconds(1)

    /// The settings in force.
    public private(set) var value: AppSettings
    private let file: AppSettingsFile
    private let disk: DiskWork
    private let clock: any Clock<Duration>
    /// Saves what has changed since the last time; `nil` if there is nothing to save.
    private var later: Task<Void, Never>?

    /// Reads the settings from the file.
    /// - Parameters:
    ///   - file: The file.
    ///   - disk: Writes the file.
    ///   - clock: Measures how long changes wait for others.
    public init(_ file: AppSettingsFile, disk: DiskWork, clock: any Clock<Duration> = ContinuousClock()) {
        self.file = file
        self.disk = disk
        self.clock = clock
        value = file.load()
    }

    /// Changes the settings, and saves them if that made a difference.
    /// - Parameter change: Changes the settings.
    public func change(_ change: (inout AppSettings) -> Void) {
        if apply(change) { save() }
    }

    /// Changes the settings, and saves them about a second later if that made a difference. To be used for what changes
    /// many times in a row, such as what has been seen.
    /// - Parameter change: Changes the settings.
    public func changeOften(_ change: (inout AppSettings) -> Void) {
        guard apply(change), later == nil else { return }
        later = Task { [weak self, clock] in
            do {
                try await clock.sleep(for: Self.delay)
            } catch {
                // The change has been saved before its time.
                return
            }
            self?.save()
        }
    }

    /// Saves now what would be saved later.
    public func saveNow() {
        if later != nil { save() }
    }

    /// Saves what would be saved later, and waits until all is written.
    public func finish() async {
        saveNow()
        await disk.finish()
    }

    private func apply(_ change: (inout AppSettings) -> Void) -> Bool {
        // A copy, so that the change may read the settings in force.
        var changed = value
        change(&changed)
        guard changed != value else { return false }
        value = changed
        return true
    }

    private func save() {
        later?.cancel()
        later = nil
        disk.add { [file, value] in file.save(value) }
    }
}
