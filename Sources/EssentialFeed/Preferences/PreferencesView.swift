/// Draws the preferences.
@MainActor
package protocol PreferencesView: AnyObject {
    /// Draws the view model. Called after each change, on the main actor.
    func display(_ viewModel: PreferencesViewModel)

    /// Asks the user to confirm clearing the cache, which calls ``PreferencesController/clear()``.
    /// - Parameter text: What clearing deletes and how much disk space it frees.
    func askToClear(_ text: String)
}
