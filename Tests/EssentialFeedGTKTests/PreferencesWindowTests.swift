import CAdwaita
import EssentialFeed
import GtkKit
import XCTest

@testable import EssentialFeedGTK

/// The preferences. The comment above a function is its name.
final class PreferencesWindowTests: WidgetTestCase {
    /// A server's row has a field for its name; a name that looks like markup is shown as it is
    func test_preferences_renameServer() {
        onMain {
            var saved: [Preferences] = []
            let (screen, controller) = Screens.preferences(save: { saved.append($0) })
            let stage = Stage(screen.root, height: 900).settled()
            let name = "photos.example.com/family_&_friends"
            let row = try XCTUnwrap(screen.root.row(name))
            adw_expander_row_set_expanded(row.raw.assumingMemoryBound(to: AdwExpanderRow.self), gboolean(1))
            stage.settle()
            let entry = try XCTUnwrap(row.descendants.first { $0.isA(gtk_entry_get_type()) && $0.isMapped })
            gtk_widget_grab_focus(entry.pointer)
            gtk_editable_set_text(entry.opaque, "Maria & <friends>")
            stage.settle()
            gtk_widget_activate(try XCTUnwrap(row.iconButton("Rename")).pointer)
            runLoop(until: "the name") { !saved.isEmpty }
            XCTAssertEqual(saved.last?.servers.names.values.sorted(), ["Maria & <friends>"])
            XCTAssertNotNil(screen.root.row("Maria & <friends>"))
            withExtendedLifetime(controller) {}
            stage.close()
        }
    }

    /// The layout and the size of photos in the grid are passed on when the person changes them
    func test_preferences_changeLayout() {
        onMain {
            var styles: [FeedStyle] = []
            let (screen, controller) = Screens.preferences(onStyle: { styles.append($0) })
            let stage = Stage(screen.root, height: 900).settled()
            let combos = screen.root.descendants.filter { $0.isA(adw_combo_row_get_type()) }
            XCTAssertEqual(gtk_widget_get_sensitive(combos[1].pointer), 0)
            ListRows.select(1, in: combos[0])
            XCTAssertEqual(gtk_widget_get_sensitive(combos[1].pointer), 1)
            ListRows.select(2, in: combos[1])
            XCTAssertEqual(styles, [FeedStyle(isGrid: true), FeedStyle(isGrid: true, density: .high)])
            withExtendedLifetime(controller) {}
            stage.close()
        }
    }

    /// The row "Add Server…" closes the window and asks for a server, also when nobody owns the window after it is closed
    func test_preferences_addServer() {
        onMain {
            var owned: PreferencesWindow? = Screens.preferences().screen
            let window = try XCTUnwrap(owned?.root)
            var asks = 0
            owned?.onAddServer = { asks += 1 }
            owned?.onClose = { owned = nil }
            _ = Stage(window, height: 900).settled()
            let row = try XCTUnwrap(window.row("Add Server…"))
            emit("activated", from: row.raw)
            XCTAssertNil(owned)
            XCTAssertEqual(asks, 1)
        }
    }

    /// At 200 % text nothing in the preferences is cut, in any language
    func test_preferences_cutNothing() {
        onMain {
            Surroundings.textScale = 2
            for language in Language.allCases {
                Surroundings.language = language
                let (screen, _) = Screens.preferences()
                let stage = Stage(screen.root, width: 360, height: 2_000).settled()
                let labels = screen.root.descendants.filter { $0.isA(gtk_label_get_type()) && $0.isMapped }
                XCTAssertGreaterThan(labels.count, 12)
                for label in labels where !label.hasClass("title") || !label.text(is: language.text(.preferences)) {
                    let layout = gtk_label_get_layout(label.opaque)
                    XCTAssertEqual(pango_layout_is_ellipsized(layout), 0, "\(language): \(label.text)")
                }
                stage.close()
            }
        }
    }

    /// The preferences say how many photos are saved for offline use, and nothing if that isn't known
    func test_preferences_sayWhatIsSaved() {
        onMain {
            let (screen, controller) = Screens.preferences()
            let stage = Stage(screen.root, height: 900).settled()
            XCTAssertEqual(screen.root.row("Saving 120 of 200 photos…")?.isMapped, true)
            controller.offlineChanged(nil)
            stage.settle()
            XCTAssertFalse(screen.root.descendants.contains { $0.isLabel && $0.text.contains("120") && $0.isMapped })
            stage.close()
        }
    }

    /// The button of a server removes it, is named after it, and offers to undo that
    func test_preferences_removeServer() {
        onMain {
            var offers: [UndoOffer] = []
            let (screen, controller) = Screens.preferences(offerUndo: { offers.append($0) })
            let stage = Stage(screen.root, height: 900).settled()
            gtk_widget_activate(try XCTUnwrap(screen.root.iconButton("Remove Summer")).pointer)
            runLoop(until: "an offer") { !offers.isEmpty }
            XCTAssertEqual(offers.map(\.text), ["Removed Summer; the photos stay in the folder"])
            stage.settle()
            XCTAssertNil(screen.root.row("Summer"))
            controller.undo(offers[0].id)
            stage.settle()
            XCTAssertNotNil(screen.root.row("Summer"))
            stage.close()
        }
    }

    /// The limit, the choice of photos and the switch are saved when the person changes them, and not when they are shown
    func test_preferences_saveChanges() {
        onMain {
            var saved: [Preferences] = []
            let (screen, _) = Screens.preferences(save: { saved.append($0) })
            let stage = Stage(screen.root, height: 900).settled()
            XCTAssertEqual(saved, [])
            let combos = screen.root.descendants.filter { $0.isA(adw_combo_row_get_type()) }
            ListRows.select(4, in: try XCTUnwrap(combos.last))
            XCTAssertEqual(saved.map(\.imageLimit), [2_000_000_000])
            ListRows.select(3, in: combos[2])
            XCTAssertEqual(saved.last?.offlineChoice, .all)
            let switches = screen.root.descendants.filter { $0.isA(gtk_switch_get_type()) && $0.isMapped }
            gtk_widget_activate(try XCTUnwrap(switches.first).pointer)
            runLoop(until: "the switch") { saved.last?.notifiesOfNewPhotos == true }
            XCTAssertEqual(saved.count, 3)
            stage.close()
        }
    }

    /// Enter on the row that clears asks as its button does, and nothing if there is nothing to clear
    func test_clearRow_asksAsItsButton() {
        onMain {
            let (screen, _) = Screens.preferences()
            let stage = Stage(screen.root, height: 900)
            runLoop(until: "the button") {
                Self.clear(screen).map { gtk_widget_get_sensitive($0.pointer) != 0 } ?? false
            }
            let button = try XCTUnwrap(Self.clear(screen))
            let row = try XCTUnwrap(gtk_widget_get_ancestor(button.pointer, gtk_list_box_row_get_type()))
            gtk_widget_activate(row)
            runLoop(until: "the question") { Widget.messageDialog != nil }
            gtk_widget_activate(try XCTUnwrap(Widget.messageDialog?.button("Delete")).pointer)
            runLoop(until: "the answer") { Widget.messageDialog == nil }
            stage.settle()
            XCTAssertEqual(gtk_widget_get_sensitive(button.pointer), 0)
            gtk_widget_activate(row)
            stage.settle()
            XCTAssertNil(Widget.messageDialog)
            stage.close()
        }
    }

    /// Clearing asks what it deletes; Cancel deletes nothing, Clear offers to undo it
    func test_preferences_askBeforeClearing() {
        onMain {
            var offers: [UndoOffer] = []
            let (screen, _) = Screens.preferences(offerUndo: { offers.append($0) })
            let stage = Stage(screen.root, height: 900)
            runLoop(until: "the button") {
                Self.clear(screen).map { gtk_widget_get_sensitive($0.pointer) != 0 } ?? false
            }
            for answer in ["Cancel", "Delete"] {
                gtk_widget_activate(try XCTUnwrap(Self.clear(screen)).pointer)
                runLoop(until: "the question") { Widget.messageDialog != nil }
                let dialog = try XCTUnwrap(Widget.messageDialog)
                stage.settle()
                XCTAssertTrue(dialog.descendants.contains { $0.isLabel && $0.text.contains("frees 48 MB") })
                gtk_widget_activate(try XCTUnwrap(dialog.button(answer)).pointer)
                runLoop(until: "the answer \(answer)") { Widget.messageDialog == nil }
                XCTAssertEqual(offers.count, answer == "Delete" ? 1 : 0)
            }
            XCTAssertEqual(offers.map(\.text), ["Deleted offline photos (48 MB)"])
            stage.settle()
            XCTAssertEqual(Self.clear(screen).map { gtk_widget_get_sensitive($0.pointer) }, 0)
            stage.close()
        }
    }

    /// The button for deleting the offline photos.
    @MainActor private static func clear(_ screen: PreferencesWindow) -> Widget? {
        screen.root.iconButton("Delete Offline Photos")
    }
}
