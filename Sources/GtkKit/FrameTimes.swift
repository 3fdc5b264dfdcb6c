import CAdwaita

/// Reports the time of each frame that a widget's window draws, while ``isOn`` is set.
public final class FrameTimes {
    private let widget: Widget
    private let onFrame: (Duration) -> Void
    private var running: (clock: ObjectReference, handler: UInt)?

    /// Creates the object without reporting anything.
    /// - Parameters:
    ///   - widget: The widget, which must be in a window while ``isOn`` is set.
    ///   - onFrame: Receives the time of a frame, relative to an arbitrary start.
    public init(of widget: Widget, onFrame: @escaping (Duration) -> Void) {
        self.widget = widget
        self.onFrame = onFrame
    }

    /// Whether times are reported. If so, the window draws at the display's refresh rate.
    public var isOn = false {
        didSet {
            guard isOn != oldValue else { return }
            if isOn { start() } else { stop() }
        }
    }

    private func start() {
        guard let clock = gtk_widget_get_frame_clock(widget.pointer) else { return }
        let raw = UnsafeMutableRawPointer(clock)
        let handler = Signal.connect(raw, "update") { [weak self] arguments in
            guard let self, let clock = arguments.object(0) else { return }
            onFrame(.microseconds(gdk_frame_clock_get_frame_time(OpaquePointer(clock))))
        }
        gdk_frame_clock_begin_updating(clock)
        running = (ObjectReference(raw), handler)
    }

    private func stop() {
        guard let (clock, handler) = running else { return }
        running = nil
        gdk_frame_clock_end_updating(OpaquePointer(clock.pointer))
        Signal.disconnect(clock.pointer, handler)
    }
}
