import CAtspi

/// An element of a window as a screen reader finds it at one moment. Use it on the ``Desktop`` only.
///
/// Properties that most tests need are read once, because each is a call to the program.
public final class Accessible {
    /// The roles distinguished by the tests.
    public enum Role: Sendable {
        case label, button, listItem, alert, entry, separator, other
    }

    private let pointer: UnsafeMutablePointer<AtspiAccessible>

    /// Takes ownership of the reference.
    init?(_ owned: UnsafeMutablePointer<AtspiAccessible>?) {
        guard let owned else { return nil }
        pointer = owned
    }

    deinit {
        g_object_unref(pointer)
    }

    public private(set) lazy var role: Role =
        switch atspi_accessible_get_role(pointer, nil) {
        case ATSPI_ROLE_LABEL: .label
        case ATSPI_ROLE_PUSH_BUTTON: .button
        case ATSPI_ROLE_LIST_ITEM: .listItem
        case ATSPI_ROLE_ALERT, ATSPI_ROLE_NOTIFICATION: .alert
        case ATSPI_ROLE_TEXT, ATSPI_ROLE_ENTRY: .entry
        case ATSPI_ROLE_SEPARATOR: .separator
        default: .other
        }

    var processID: UInt32 { atspi_accessible_get_process_id(pointer, nil) }

    public private(set) lazy var name = Self.string(atspi_accessible_get_name(pointer, nil)) ?? ""

    /// The text of a label or an entry.
    public private(set) lazy var text: String? = {
        guard let text = atspi_accessible_get_text_iface(pointer) else { return nil }
        defer { g_object_unref(text) }
        return Self.string(atspi_text_get_text(text, 0, -1, nil))
    }()

    /// A screen reader's text for an element beside its name: in GTK, its tooltip.
    public var help: String { Self.string(atspi_accessible_get_description(pointer, nil)) ?? "" }

    /// Whether a person can press, choose or change the element.
    public var isControl: Bool {
        let roles = [
            ATSPI_ROLE_PUSH_BUTTON, ATSPI_ROLE_TOGGLE_BUTTON, ATSPI_ROLE_CHECK_BOX, ATSPI_ROLE_RADIO_BUTTON,
            ATSPI_ROLE_ENTRY, ATSPI_ROLE_TEXT, ATSPI_ROLE_PASSWORD_TEXT, ATSPI_ROLE_COMBO_BOX, ATSPI_ROLE_SLIDER,
            ATSPI_ROLE_SPIN_BUTTON, ATSPI_ROLE_MENU_ITEM, ATSPI_ROLE_CHECK_MENU_ITEM, ATSPI_ROLE_RADIO_MENU_ITEM,
            ATSPI_ROLE_LINK,
        ]
        return roles.contains(atspi_accessible_get_role(pointer, nil))
    }

    /// A screen reader's text.
    public var label: String {
        let name = name
        return name.isEmpty ? text ?? "" : name
    }

    /// The child elements visible to a screen reader.
    public private(set) lazy var children = everything.filter(\.isShowing)

    var programs: [Accessible] { everything }

    private var everything: [Accessible] {
        let count = atspi_accessible_get_child_count(pointer, nil)
        return (0..<max(0, count)).compactMap { Accessible(atspi_accessible_get_child_at_index(pointer, $0, nil)) }
    }

    private lazy var states: (isVisible: Bool, isBusy: Bool, isFocused: Bool) = {
        guard let states = atspi_accessible_get_state_set(pointer) else { return (false, false, false) }
        defer { g_object_unref(states) }
        func contain(_ state: AtspiStateType) -> Bool { atspi_state_set_contains(states, state) != 0 }
        return (contain(ATSPI_STATE_VISIBLE), contain(ATSPI_STATE_BUSY), contain(ATSPI_STATE_FOCUSED))
    }()

    /// Whether a screen reader finds the element. GTK 4.8 sets the state “showing” for windows only.
    public var isShowing: Bool { states.isVisible }
    public var isBusy: Bool { states.isBusy }
    public var isFocused: Bool { states.isFocused }

    /// The element's frame in its window, in pixels; `nil` if it has none or isn't laid out.
    public var frame: Frame? {
        guard let component = atspi_accessible_get_component_iface(pointer) else { return nil }
        defer { g_object_unref(component) }
        guard let rect = atspi_component_get_extents(component, ATSPI_COORD_TYPE_WINDOW, nil) else { return nil }
        defer { g_free(rect) }
        let frame = rect.pointee
        guard frame.width > 0, frame.height > 0 else { return nil }
        return Frame(x: Int(frame.x), y: Int(frame.y), width: Int(frame.width), height: Int(frame.height))
    }

    /// Returns this element and its descendants that meet the condition, depth first.
    public func all(where isWanted: (Accessible) -> Bool = { _ in true }) -> [Accessible] {
        (isWanted(self) ? [self] : []) + children.flatMap { $0.all(where: isWanted) }
    }

    public func first(where isWanted: (Accessible) -> Bool) -> Accessible? {
        if isWanted(self) { return self }
        for child in children {
            if let found = child.first(where: isWanted) { return found }
        }
        return nil
    }

    /// Clicks the element.
    @discardableResult
    public func press() -> Bool {
        guard let action = atspi_accessible_get_action_iface(pointer) else { return false }
        defer { g_object_unref(action) }
        for index in 0..<atspi_action_get_n_actions(action, nil)
        where Self.string(atspi_action_get_action_name(action, index, nil)) == "click" {
            return atspi_action_do_action(action, index, nil) != 0
        }
        return false
    }

    /// Replaces the text.
    @discardableResult
    public func type(_ text: String) -> Bool {
        guard let editable = atspi_accessible_get_editable_text_iface(pointer) else { return false }
        defer { g_object_unref(editable) }
        return atspi_editable_text_set_text_contents(editable, text, nil) != 0
    }

    /// Returns the tree of elements, line by line, for failure messages.
    public func description(indent: Int = 0) -> String {
        let role = Self.string(atspi_accessible_get_role_name(pointer, nil)) ?? "?"
        let line = "\(String(repeating: "  ", count: indent))\(role) '\(label)'\(isShowing ? "" : " (hidden)")\n"
        return line + children.map { $0.description(indent: indent + 1) }.joined()
    }

    /// Clears the cache: another program changes at any time.
    func forgetWhatIsKnown() {
        atspi_accessible_set_cache_mask(pointer, ATSPI_CACHE_NONE)
        atspi_accessible_clear_cache(pointer)
    }

    private static func string(_ owned: UnsafeMutablePointer<CChar>?) -> String? {
        guard let owned else { return nil }
        defer { g_free(owned) }
        return String(cString: owned)
    }
}
