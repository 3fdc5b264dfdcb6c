import CAdwaita
import Foundation
import XCTest

/// The pointer and the keyboard of the X server, through its test extension: GTK receives real events.
@MainActor
struct PointerAndKeys {
    private typealias Display = UnsafeMutableRawPointer
    private typealias Motion = @convention(c) (Display, Int32, Int32, Int32, UInt) -> Int32
    private typealias Press = @convention(c) (Display, UInt32, Int32, UInt) -> Int32

    private let display: Display
    private let fakeMotion: Motion
    private let fakeButton: Press
    private let fakeKey: Press
    private let flush: @convention(c) (Display) -> Int32
    private let keyCode: @convention(c) (Display, UInt) -> UInt8

    init() throws {
        let library = try XCTUnwrap(dlopen("libXtst.so.6", RTLD_NOW), "libXtst is missing")
        func find<Function>(_ name: String, _: Function.Type) throws -> Function {
            unsafeBitCast(try XCTUnwrap(dlsym(library, name) ?? dlsym(nil, name), name), to: Function.self)
        }
        let ofDisplay = try find("gdk_x11_display_get_xdisplay", (@convention(c) (OpaquePointer?) -> Display?).self)
        display = try XCTUnwrap(ofDisplay(gdk_display_get_default()))
        fakeMotion = try find("XTestFakeMotionEvent", Motion.self)
        fakeButton = try find("XTestFakeButtonEvent", Press.self)
        fakeKey = try find("XTestFakeKeyEvent", Press.self)
        flush = try find("XFlush", (@convention(c) (Display) -> Int32).self)
        keyCode = try find("XKeysymToKeycode", (@convention(c) (Display, UInt) -> UInt8).self)
    }

    /// Moves the pointer to a point of the screen.
    func move(x: Double, y: Double) {
        _ = fakeMotion(display, -1, Int32(x), Int32(y), 0)
        _ = flush(display)
    }

    /// Releases Ctrl and Shift, and moves the pointer to the last corner of the screen, where it is over no window.
    func leave() {
        holdControl(false)
        hold(GDK_KEY_Shift_L, false)
        move(x: Double(Int16.max), y: Double(Int16.max))
    }

    /// Turns the wheel by one step.
    func turnWheel(isUp: Bool) {
        let button: UInt32 = isUp ? 4 : 5
        click(button: button)
    }

    /// Presses and releases a button of the mouse.
    func click(button: UInt32) {
        for isPressed in [true, false] { hold(button: button, isPressed) }
    }

    /// Presses a button of the mouse, or releases it.
    func hold(button: UInt32, _ isHeld: Bool) {
        _ = fakeButton(display, button, isHeld ? 1 : 0, 0)
        _ = flush(display)
    }

    /// Presses and releases a key.
    func press(_ key: Int32) {
        for isPressed: Int32 in [1, 0] { _ = fakeKey(display, UInt32(keyCode(display, UInt(key))), isPressed, 0) }
        _ = flush(display)
    }

    /// Presses Ctrl, or releases it.
    func holdControl(_ isHeld: Bool) { hold(GDK_KEY_Control_L, isHeld) }

    /// Presses a key, or releases it.
    func hold(_ key: Int32, _ isHeld: Bool) {
        _ = fakeKey(display, UInt32(keyCode(display, UInt(key))), isHeld ? 1 : 0, 0)
        _ = flush(display)
    }
}
