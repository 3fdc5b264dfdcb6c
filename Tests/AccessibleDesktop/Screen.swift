import CXlib

/// The colour of a pixel.
public struct Colour: Hashable, Sendable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Returns the difference in the channel that differs most.
    public func distance(to other: Colour) -> Int {
        [(red, other.red), (green, other.green), (blue, other.blue)].map { abs(Int($0) - Int($1)) }.max() ?? 0
    }
}

/// The pixels of the display. Without a window manager, windows are in its upper left corner, so positions in a window
/// are positions here.
public final class Screen {
    private let display: OpaquePointer

    public init?() {
        guard let display = XOpenDisplay(nil) else { return nil }
        self.display = display
    }

    deinit {
        XCloseDisplay(display)
    }

    /// The element with the keyboard's focus.
    public enum Focus: Sendable {
        /// The window in front of all others.
        case window
        /// No window: the user works elsewhere.
        case elsewhere
        /// The window below the pointer, as it is before anything else is said.
        case pointer
    }

    /// Moves the keyboard's focus, as a window manager would.
    public func move(_ focus: Focus) {
        // The root would hand the focus on to the window below the pointer.
        var wanted = focus == .pointer ? Window(PointerRoot) : Window(None)
        if focus == .window {
            var (ignored, parent, count) = (Window(), Window(), UInt32())
            var children: UnsafeMutablePointer<Window>?
            guard XQueryTree(display, XDefaultRootWindow(display), &ignored, &parent, &children, &count) != 0 else {
                return
            }
            defer { if let children { XFree(children) } }
            for index in 0..<Int(count) {
                var attributes = XWindowAttributes()
                guard let child = children?[index], XGetWindowAttributes(display, child, &attributes) != 0,
                    attributes.map_state == IsViewable, attributes.width > 100
                else { continue }
                wanted = child
            }
        }
        XSetInputFocus(display, wanted, Int32(RevertToPointerRoot), Time(CurrentTime))
        XSync(display, 0)
    }

    /// Returns the colour of a pixel, or `nil` outside the display.
    public func colour(x: Int, y: Int) -> Colour? {
        let number = XDefaultScreen(display)
        guard (0..<Int(XDisplayWidth(display, number))).contains(x),
            (0..<Int(XDisplayHeight(display, number))).contains(y),
            let image = XGetImage(display, XDefaultRootWindow(display), Int32(x), Int32(y), 1, 1, XAllPlanes(), ZPixmap)
        else { return nil }
        defer { _ = image.pointee.f.destroy_image(image) }
        guard let pixel = image.pointee.f.get_pixel?(image, 0, 0) else { return nil }
        return Colour(red: UInt8(pixel >> 16 & 0xFF), green: UInt8(pixel >> 8 & 0xFF), blue: UInt8(pixel & 0xFF))
    }
}
