import CAdwaita
import EssentialFeed
import GtkKit

/// The context menu of a photo. Opens with a right click, a long press, the Menu key or Shift+F10.
final class ContextMenu {
    struct Entry {
        let name: String
        let text: String
        let perform: (FeedImage) -> Void

        init(_ name: String, _ text: String, perform: @escaping (FeedImage) -> Void) {
            (self.name, self.text, self.perform) = (name, text, perform)
        }
    }

    nonisolated static let keys = ["Menu", "<Shift>F10"]

    private let box: Widget
    private let popover: Widget
    /// The menu, also for a button beside a single photo.
    let menu = Menu()
    private let actions: UnsafeMutableRawPointer
    private let find: (Widget) -> FeedImage?
    private var image: FeedImage?
    private var hadFocus = false

    /// The box around the photos owns the menu. `find` returns the photo that a widget belongs to.
    init(on box: Widget, _ sections: [[Entry]], find: @escaping (Widget) -> FeedImage?) {
        (self.box, self.find) = (box, find)
        popover = Widget(gtk_popover_menu_new_from_model(menu.model.cast()))
        gtk_popover_set_has_arrow(popover.cast(), gboolean(0))
        gtk_widget_set_halign(popover.pointer, GTK_ALIGN_START)
        gtk_widget_set_parent(popover.pointer, box.pointer)
        actions = Actions.addGroup("photo", to: box)
        for entries in sections {
            let section = Menu()
            for entry in entries { add(entry, to: section) }
            menu.append(section: section)
        }
        listen()
    }

    static func entries(
        _ commands: [PhotoCommand], _ language: Language, perform: @escaping (PhotoCommand, FeedImage) -> Void
    ) -> [Entry] {
        commands.map { command in
            Entry(command.rawValue, command.title(in: language)) { perform(command, $0) }
        }
    }

    func offer(_ commands: Set<PhotoCommand>) {
        for command in PhotoCommand.allCases {
            Actions.setEnabled(commands.contains(command), command.rawValue, in: actions)
        }
    }

    private func add(_ entry: Entry, to section: Menu) {
        let item = ObjectReference(owning: g_menu_item_new(entry.text, "photo.\(entry.name)"))
        g_menu_item_set_attribute_value(item.opaque, "hidden-when", g_variant_new_string("action-disabled"))
        g_menu_append_item(section.model.opaque, item.opaque)
        Actions.add(entry.name, to: actions) { [weak self] in
            guard let self, let image = self.image ?? find(box) else { return }
            entry.perform(image)
        }
    }

    private func listen() {
        let (click, hold) = (gtk_gesture_click_new(), gtk_gesture_long_press_new())
        gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
        gtk_gesture_single_set_touch_only(hold, gboolean(1))
        for (gesture, x) in [(click, 2), (hold, 1)] {
            Signal.connect(gesture, "pressed") { [weak self] arguments in
                guard let self, open(x: arguments.double(x), y: arguments.double(x + 1)) else { return }
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            }
            gtk_widget_add_controller(box.pointer, gesture)
        }
        Signal.connect(popover, "closed") { [weak self] in self?.returnFocus() }
        for key in Self.keys { Actions.addShortcut(key, to: box) { [weak self] in self?.openAtFocus() } }
    }

    /// GTK would move the focus to a button if nothing had the focus, and Space would press that button.
    private func returnFocus() {
        guard !hadFocus else { return }
        MainLoop.afterLayout { [box] in
            if box.isMapped { gtk_root_set_focus(gtk_widget_get_root(box.pointer), nil) }
        }
    }

    private func open(x: Double, y: Double) -> Bool {
        guard let widget = gtk_widget_pick(box.pointer, x, y, GTK_PICK_DEFAULT), let image = find(Widget(widget)) else {
            return false
        }
        open(for: image, at: GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1))
        return true
    }

    private func openAtFocus() {
        let focus = box.windowFocus ?? box
        guard let image = find(focus), let bounds = focus.bounds(in: box) else { return }
        let (x, y) = (bounds.origin.x + bounds.size.width / 2, bounds.origin.y + bounds.size.height / 2)
        let height = Float(gtk_widget_get_height(box.pointer))
        open(for: image, at: GdkRectangle(x: Int32(x), y: Int32(min(max(0, y), height)), width: 1, height: 1))
    }

    private func open(for image: FeedImage, at place: GdkRectangle) {
        self.image = image
        hadFocus = box.windowFocus != nil
        var place = place
        gtk_popover_set_pointing_to(popover.cast(), &place)
        gtk_popover_popup(popover.cast())
    }
}
