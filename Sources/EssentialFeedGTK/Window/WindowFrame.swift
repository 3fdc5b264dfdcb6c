/// The size and the state of a window.
package struct WindowFrame: Hashable, Sendable {
    /// The width in application pixels.
    package let width: Int
    /// The height in application pixels.
    package let height: Int
    /// Whether the window is maximized.
    package let isMaximized: Bool
    /// Whether the window is in full-screen mode.
    package let isFullScreen: Bool

    /// Creates the size and the state of a window.
    package init(width: Int, height: Int, isMaximized: Bool = false, isFullScreen: Bool = false) {
        self.width = width
        self.height = height
        self.isMaximized = isMaximized
        self.isFullScreen = isFullScreen
    }
}
