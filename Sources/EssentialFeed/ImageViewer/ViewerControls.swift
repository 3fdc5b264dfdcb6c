/// Decides when the viewer shows its controls and the zoom level: the controls hide two seconds after they were last
/// used, and the zoom level one second after its last change. While something holds the controls, they are checked again
/// every two seconds.
@MainActor
package final class ViewerControls {
    private enum Work { case hideControls, hideZoom }

    private static let delay = Duration.seconds(2)

    package private(set) var areShown = true
    package private(set) var zoom: Int?
    private let clock: any Clock<Duration>
    private let isHeld: @MainActor () -> Bool
    private let onChange: @MainActor () -> Void
    private lazy var tasks = ScreenTasks<Work, Work> { [weak self] in self?.waitEnded($0) }

    /// Creates the controls, which are shown.
    /// - Parameters:
    ///   - isHeld: Returns whether the controls must stay, such as under the pointer.
    ///   - onChange: Called after ``areShown`` or ``zoom`` has changed.
    package init(
        clock: any Clock<Duration>, isHeld: @escaping @MainActor () -> Bool, onChange: @escaping @MainActor () -> Void
    ) {
        self.clock = clock
        self.isHeld = isHeld
        self.onChange = onChange
    }

    /// Shows the controls, because the pointer has moved or a key was pressed.
    package func used() {
        wait(.hideControls, for: Self.delay)
        change { areShown = true }
    }

    package func zoomed(to percent: Int) {
        wait(.hideZoom, for: .seconds(1))
        change { zoom = percent }
    }

    private func wait(_ work: Work, for duration: Duration) {
        tasks.cancel(work)
        tasks.wait(work, for: duration, on: clock, then: work)
    }

    private func waitEnded(_ work: Work) {
        switch work {
        case .hideControls where isHeld(): wait(.hideControls, for: Self.delay)
        case .hideControls: change { areShown = false }
        case .hideZoom: change { zoom = nil }
        }
    }

    private func change(_ change: () -> Void) {
        let before = (areShown, zoom)
        change()
        if before != (areShown, zoom) { onChange() }
    }
}
