package import EssentialFeedStore

/// The current settings, saved after they change. Only the first read and ``finish()`` wait for the disk.
@MainActor
package final class SettingsKeeper {
    private static let delay = Duration.seconds(1)

    package private(set) var value: AppSettings
    private let file: AppSettingsFile
    private let disk: DiskWork
    private let clock: any Clock<Duration>
    /// The pending save of debounced changes; `nil` if there isn't one.
    private var later: Task<Void, Never>?

    package init(_ file: AppSettingsFile, disk: DiskWork, clock: any Clock<Duration> = ContinuousClock()) {
        (self.file, self.disk, self.clock) = (file, disk, clock)
        value = file.load()
    }

    package func change(_ change: (inout AppSettings) -> Void) { if apply(change) { save() } }

    /// Saves about a second later, for values that change often, such as the seen images.
    package func changeOften(_ change: (inout AppSettings) -> Void) {
        guard apply(change), later == nil else { return }
        later = Task { [weak self, clock] in
            do {
                try await clock.sleep(for: Self.delay)
            } catch {
                // The change has already been saved.
                return
            }
            self?.save()
        }
    }

    package func saveNow() { if later != nil { save() } }

    /// Saves debounced changes, and waits until all are written.
    package func finish() async {
        saveNow()
        await disk.finish()
    }

    private func apply(_ change: (inout AppSettings) -> Void) -> Bool {
        // A copy, so the closure may read the current settings.
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
