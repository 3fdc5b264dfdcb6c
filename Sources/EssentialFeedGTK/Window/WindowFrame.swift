/// The size and the state of a window.
public struct WindowFrame: Hashable, Sendable {
    /// The width in application pixels.
    public let width: Int
    /// The height in application pixels.
    public let height: Int
    /// Whether the window is maximized.
    public let isMaximized: Bool
    /// Whether the window is in full-screen mode.
    public let isFullScreen: Bool

    /// Creates the size and the state of a window.
    public init(width: Int, height: Int, isMaximized: Bool = false, isFullScreen: Bool = false) {
        self.width = width
        self.height = height
        self.isMaximized = isMaximized
        self.isFullScreen = isFullScreen
    }
}
