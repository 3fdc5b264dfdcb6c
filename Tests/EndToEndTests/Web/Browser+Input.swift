import Foundation

/// Keys, the mouse and fingers.
extension Browser {
    enum Pointer: String {
        case mouse, touch
    }

    struct Point {
        var x: Double
        var y: Double
    }

    /// Presses a key: a character, or a code of WebDriver's table of keys.
    func press(_ key: String) async throws {
        try await perform([source("key", ["keyDown", "keyUp"].map { ["type": $0, "value": key] })])
    }

    /// Presses a pointer at a point, moves it to another, and lifts it there unless it stays.
    /// - Parameter milliseconds: The duration of the movement.
    func drag(
        _ pointer: Pointer, from start: Point, to end: Point, milliseconds: Int = 100, staysDown: Bool = false
    ) async throws {
        let lift = staysDown ? [] : [button("pointerUp")]
        try await perform(
            pointer, [move(to: start), button("pointerDown"), move(to: end, milliseconds: milliseconds)] + lift)
    }

    /// Puts two fingers down on both sides of a point, moves them apart or together, and lifts them.
    /// - Parameters:
    ///   - start: The distance of each finger from the point, at first.
    ///   - end: The same in the end.
    func pinch(around middle: Point, from start: Double, to end: Double) async throws {
        try await perform(
            [-1.0, 1].map { side in
                let place = { (distance: Double) in Point(x: middle.x + side * distance, y: middle.y) }
                return source(
                    .touch, "finger \(side)",
                    [
                        move(to: place(start)), button("pointerDown"), move(to: place(end), milliseconds: 100),
                        button("pointerUp"),
                    ])
            })
    }

    /// Moves a pointer as it is.
    func moveOn(_ pointer: Pointer, to point: Point) async throws {
        try await perform(pointer, [move(to: point)])
    }

    /// Taps a point, regardless of the element there.
    func tap(_ point: Point) async throws {
        try await drag(.touch, from: point, to: point, milliseconds: 0)
    }

    /// Turns the wheel at a point.
    /// - Parameter key: A key held in the meantime.
    func turnWheel(at point: Point, by x: Int, _ y: Int, key: String? = nil) async throws {
        let scroll: [String: Any] = [
            "type": "scroll", "x": Int(point.x), "y": Int(point.y), "deltaX": x, "deltaY": y, "duration": 0,
        ]
        let pause: [String: Any] = ["type": "pause"]
        let keys = key.map { key in
            source("key", [["type": "keyDown", "value": key], pause, ["type": "keyUp", "value": key]])
        }
        try await perform([source("wheel", [pause, scroll, pause])] + (keys.map { [$0] } ?? []))
    }

    /// Lifts all keys and pointers.
    func releaseInput() async throws {
        try await call("ReleaseActions", "DELETE", "actions")
    }

    /// Returns the middle of the first matching element.
    func middle(of selector: String) async throws -> Point {
        let numbers = try await numbers(
            """
            const box = document.querySelector("\(selector)").getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
            """)
        return Point(x: numbers[0], y: numbers[1])
    }

    func numbers(_ script: String) async throws -> [Double] {
        (try await run(script) as? [Any] ?? []).map { ($0 as? NSNumber)?.doubleValue ?? .nan }
    }

    private func move(to point: Point, milliseconds: Int = 0) -> [String: Any] {
        ["type": "pointerMove", "x": Int(point.x), "y": Int(point.y), "duration": milliseconds]
    }

    private func button(_ type: String) -> [String: Any] { ["type": type, "button": 0] }

    private func source(_ type: String, _ actions: [[String: Any]]) -> [String: Any] {
        ["type": type, "id": type, "actions": actions]
    }

    private func source(_ pointer: Pointer, _ id: String, _ actions: [[String: Any]]) -> [String: Any] {
        ["type": "pointer", "id": id, "parameters": ["pointerType": pointer.rawValue], "actions": actions]
    }

    private func perform(_ pointer: Pointer, _ actions: [[String: Any]]) async throws {
        try await perform([source(pointer, pointer.rawValue, actions)])
    }

    private func perform(_ sources: [[String: Any]]) async throws {
        do {
            try await call("PerformActions", "POST", "actions", ["actions": sources])
        } catch let failure as Failure where failure.description.contains("message reply cannot be cloned") {
            // Firefox has left the page because of the action.
        }
    }
}
