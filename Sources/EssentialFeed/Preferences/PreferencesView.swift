/// Draws the preferences.
@MainActor
public protocol PreferencesView: AnyObject {
    /// Draws the view model. Called whenever it has changed, on the main actor.
    func display(_ viewModel: PreferencesViewModel)

    /// Asks whether the cache is to be cleared. The answer is ``PreferencesController/clear()``, or nothing.
    /// - Parameter text: What clearing deletes and how much it frees.
    func askToClear(_ text: String)
}
