import CAdwaita
import EssentialFeed
import Foundation
import GtkKit
import ImageFormats
import XCTest

@testable import EssentialFeedGTK

/// The feed as a grid of photos by months. The comment above a function is its name.
final class GridTests: WidgetTestCase {
    /// A photo of the grid that can't be loaded shows neither its placeholder nor a picture, but that it failed
    func test_grid_showsFailedPhotosWithoutPlaceholder() {
        onMain {
            let screen = Screens.feed(.fail(.undecodable("a test")))
            screen.show(FeedStyle(isGrid: true))
            screen.display(
                Screens.feed([Screens.image(1, description: nil, location: nil, placeholder: Screens.placeholder)]))
            let stage = Stage(screen.root, width: 1_000)
            runLoop(until: "the failure") { screen.root.descendants.contains { $0.hasClass("failed") } }
            let photo = try XCTUnwrap(screen.root.descendants.first { $0.hasClass("failed") })
            XCTAssertNil(gtk_picture_get_paintable(photo.opaque))
            XCTAssertFalse(photo.hasClass("covered"))
            stage.close()
        }
    }

    /// A photo that covers its cell needs no background; a tiny one keeps it
    func test_grid_hasBackgroundBehindTinyPhotos() {
        onMain {
            for (size, isCovered) in [
                (PixelSize(width: 24, height: 16), false), (PixelSize(width: 900, height: 600), true),
            ] {
                let screen = Screens.feed()
                screen.show(FeedStyle(isGrid: true))
                screen.display(Screens.feed([Screens.image(1, description: nil, location: nil, size: size)]))
                let stage = Stage(screen.root, width: 1_000)
                runLoop(until: "the photo") {
                    screen.root.descendants.contains {
                        $0.hasClass("photo-cell") && gtk_picture_get_paintable($0.opaque) != nil
                    }
                }
                let photo = screen.root.descendants.first { $0.hasClass("photo-cell") }
                XCTAssertEqual(photo?.hasClass("covered"), isCovered)
                stage.close()
            }
        }
    }

    /// The button and its keys change between cards and the grid, and the photo at the top stays there
    func test_grid_keepsThePlace() {
        onMain {
            let images = Self.images(200)
            let screen = Screens.feed(.stay)
            var chosen: [FeedStyle] = []
            screen.onStyle = { chosen.append($0) }
            screen.display(Screens.feed(images))
            let stage = Stage(screen.root, width: 1_000, height: 700)
            runLoop(until: "cards") { Self.hasCards(screen) }
            screen.scroll(to: FeedPlace.Card(id: images[90].id, passed: 0))
            for _ in 0..<6 { stage.settle() }
            XCTAssertEqual(Self.topRow(screen, images)?.contains(90), true)
            for (key, name) in [
                (GDK_KEY_g, "grid"), (GDK_KEY_minus, "smaller"), (GDK_KEY_plus, "larger"), (GDK_KEY_plus, "larger"),
                (GDK_KEY_0, "usual"), (GDK_KEY_g, "cards"),
            ] {
                XCTAssertTrue(stage.press(key, GDK_CONTROL_MASK.rawValue), name)
                for _ in 0..<6 { stage.settle() }
                XCTAssertEqual(Self.topRow(screen, images)?.contains(90), true, name)
            }
            XCTAssertEqual(chosen.map(\.isGrid), [true, true, true, true, true, false])
            XCTAssertEqual(chosen.map(\.density), [.usual, .high, .usual, .low, .usual, .usual])
            XCTAssertTrue(Self.hasCards(screen))
            XCTAssertTrue(stage.press(GDK_KEY_minus, GDK_CONTROL_MASK.rawValue), "without a grid, nothing changes")
            XCTAssertEqual(chosen.count, 6)
            stage.close()
        }
    }

    /// A pinch changes the density in steps
    func test_grid_followsPinch() {
        onMain {
            var chosen: [FeedStyle.Density] = []
            let (screen, stage) = Self.grid(showing: Screens.feed(Self.images(60))) { chosen.append($0.density) }
            let pinch = try XCTUnwrap(screen.list.root.controllers(gtk_gesture_zoom_get_type()).first)
            for scale in [1.1, 1.3, 1.4, 1.1, 0.9, 0.7] { _ = emit("scale-changed", from: pinch, [.double(scale)]) }
            XCTAssertEqual(chosen, [.low, .usual, .high])
            stage.close()
        }
    }

    /// Arrows move among photos and over headings; Enter and Space open the photo that has the focus, and so does a click
    func test_grid_hasKeys() {
        onMain {
            let images = Self.images(60)
            var opened: [FeedImage] = []
            let (screen, controller) = Screens.feed(
                loading: images, now: { Date() },
                onOutput: { if case .selected(let image) = $0 { opened.append(image) } })
            screen.show(FeedStyle(isGrid: true))
            let stage = Stage(screen.root, width: 1_000, height: 1_200)
            runLoop(until: "photos") { Self.cells(screen).count > 30 }
            stage.settle()
            stage.press(GDK_KEY_Down)
            stage.settle()
            XCTAssertEqual(Self.focused(screen), "View place 1")
            for number in 2...35 {
                stage.press(GDK_KEY_Right)
                stage.settle()
                XCTAssertEqual(Self.focused(screen), "View place \(number)")
            }
            let cells = Self.cells(screen)
            let old = try XCTUnwrap(cells.first { $0.name == "View place 35" }).frame
            stage.press(GDK_KEY_Up)
            stage.settle()
            let above = cells.filter { $0.frame.y < old.y }
            let row = above.filter { cell in cell.frame.y == above.map(\.frame.y).max() }
            let distance = { (frame: Frame) in abs(frame.x + frame.width / 2 - old.x - old.width / 2) }
            XCTAssertEqual(Self.focused(screen), row.min { distance($0.frame) < distance($1.frame) }?.name)
            stage.press(GDK_KEY_Home)
            stage.settle()
            stage.press(GDK_KEY_Return)
            XCTAssertEqual(opened.map(\.location), ["place 1"])
            stage.press(GDK_KEY_Right)
            stage.settle()
            stage.press(GDK_KEY_space)
            XCTAssertEqual(opened.map(\.location), ["place 1", "place 2"])
            controller.stop()
            stage.close()
        }
    }

    /// In each density, Home, End and the page keys take the focus with them
    func test_pageKeys_moveFocus() {
        onMain {
            for density in FeedStyle.Density.allCases {
                let (screen, stage) = Self.grid(density, showing: Screens.feed(Self.images(600)))
                @MainActor func press(_ key: Int32) -> (focus: String, seen: [String]) {
                    stage.press(key)
                    for _ in 0..<3 { stage.settle() }
                    let seen = Self.cells(screen).filter { $0.frame.y < 700 && $0.frame.y + $0.frame.height > 0 }
                    return (Self.focused(screen) ?? "", seen.map(\.name))
                }
                XCTAssertEqual(press(GDK_KEY_End).focus, "View place 600", "\(density)")
                let up = press(GDK_KEY_Page_Up)
                XCTAssertTrue(up.seen.contains(up.focus), "\(density): \(up)")
                XCTAssertEqual(press(GDK_KEY_Home).focus, "View place 1", "\(density)")
                XCTAssertNil(screen.place)
                let down = press(GDK_KEY_Page_Down)
                XCTAssertTrue(down.seen.contains(down.focus) && down.focus != "View place 1", "\(density): \(down)")
                stage.close()
            }
        }
    }

    /// In each density, the ring of the focus is around the focused photo alone
    func test_focus_isSeenOnOnePhoto() {
        onMain {
            for density in FeedStyle.Density.allCases {
                let (screen, stage) = Self.grid(density, showing: Screens.feed(Self.images(6)), height: 2_000)
                stage.press(GDK_KEY_Down)
                for place in 1...3 {
                    stage.settle()
                    XCTAssertEqual(Self.focused(screen), "View place \(place)")
                    let pixels = Pixels(try XCTUnwrap(stage.picture()))
                    let ringed = Self.cells(screen).filter { cell in
                        pixels.isAccent(x: Int(cell.frame.x) + 1, y: Int(cell.frame.y + cell.frame.height / 2))
                    }
                    XCTAssertEqual(ringed.map(\.name), ["View place \(place)"], "\(density)")
                    stage.press(GDK_KEY_Right)
                }
                stage.close()
            }
        }
    }

    /// In each density, newer photos that one asks for are on the screen, from any place
    func test_scrollToTop_showsNewestPhotos() {
        onMain {
            let images = Self.images(300)
            for (density, position) in FeedStyle.Density.allCases.flatMap({ [($0, 40), ($0, 299)] }) {
                var saved = Screens.feed(Array(images[3...]))
                saved.newestOffer = "3 New Photos"
                let (screen, stage) = Self.grid(density, showing: saved)
                screen.scroll(to: FeedPlace.Card(id: images[position].id, passed: 0))
                for _ in 0..<12 { stage.settle() }
                XCTAssertNotNil(screen.place, "\(density), \(position)")
                var newest = Screens.feed(images)
                newest.firstSeen = images[3].id
                screen.display(newest)
                screen.scrollToTop()
                for _ in 0..<12 { stage.settle() }
                XCTAssertEqual(Self.cells(screen).first?.name, "View place 1", "\(density), \(position)")
                XCTAssertNil(screen.place)
                stage.close()
            }
        }
    }

    /// The menu of months shows the first photo of the month below its name, wherever the list is
    func test_menu_goesToMonth() {
        onMain {
            let images = Self.images(3_000)
            let (screen, stage) = Self.grid(showing: Screens.feed(images))
            let months = try XCTUnwrap(
                screen.root.descendants.first { $0.isA(gtk_menu_button_get_type()) && $0.isMapped })
            for density in FeedStyle.Density.allCases {
                screen.show(FeedStyle(isGrid: true, density: density))
                stage.settle()
                for position in [1_500, 2_970, 30, 0, 600] {
                    gtk_widget_activate_action_variant(
                        months.pointer, "month.show", g_variant_new_string(String(position)))
                    for _ in 0..<4 { stage.settle() }
                    let top = try XCTUnwrap(Self.topRow(screen, images))
                    XCTAssertTrue(top.contains(position) || position == 2_970, "\(position), \(density): \(top)")
                    XCTAssertTrue(Self.cells(screen).contains { $0.name == "View place \(position + 1)" })
                }
            }
            stage.close()
        }
    }

    /// In the menu of months, a year that comes twice in the feed has one submenu with the months of both
    func test_menu_hasEachYearOnce() {
        onMain {
            let images = [0, 12, 1, 13].enumerated().map { Self.image($0 + 1, at: Self.date($1)) }
            let (screen, stage) = Self.grid(showing: Screens.feed(images))
            let months = try XCTUnwrap(
                screen.root.descendants.first { $0.isA(gtk_menu_button_get_type()) && $0.isMapped })
            let years = gtk_menu_button_get_menu_model(months.opaque)
            let submenus = (0..<g_menu_model_get_n_items(years)).map {
                ObjectReference(owning: UnsafeMutableRawPointer(g_menu_model_get_item_link(years, $0, "submenu")))
            }
            XCTAssertEqual(submenus.map { g_menu_model_get_n_items($0.cast()) }, [2, 2])
            stage.close()
        }
    }

    /// While the list scrolls, the month of the first photo on the screen is shown beside the scrollbar
    func test_pill_showsMonth() {
        onMain {
            let images = Self.images(600)
            let (screen, stage) = Self.grid(showing: Screens.feed(images))
            let pill = try XCTUnwrap(screen.root.descendants.first { $0.hasClass("month-pill") })
            XCTAssertFalse(pill.isMapped)
            for _ in 0..<5 {
                screen.scroll(by: 1_500)
                for _ in 0..<2 { stage.settle() }
                let top = try XCTUnwrap(Self.topRow(screen, images)?.first)
                XCTAssertEqual(pill.text, Self.month(top))
                XCTAssertTrue(pill.isVisible)
            }
            runLoop(until: "the pill's end") { !pill.isVisible }
            stage.close()
        }
    }

    /// Of 100,000 photos of one month, only those near the screen have widgets
    func test_grid_recyclesPhotos() {
        onMain {
            let date = Date(timeIntervalSinceReferenceDate: 0)
            let images = (1...100_000).map { Self.image($0, at: date) }
            let (screen, stage) = Self.grid(.high, showing: Screens.feed(images))
            for _ in 0..<5 {
                screen.scroll(by: 2_000)
                stage.settle()
                XCTAssertFalse(Self.cells(screen).isEmpty)
            }
            let cells = screen.root.descendants.filter { $0.hasClass("photo-cell") }
            XCTAssertLessThanOrEqual(cells.count, 206 * 8)
            XCTAssertTrue(cells.allSatisfy { $0.children.isEmpty })
            stage.close()
        }
    }

    private struct Cell {
        let name: String
        let frame: Frame
    }

    /// Returns a grid of a feed, and its window.
    @MainActor
    private static func grid(
        _ density: FeedStyle.Density = .usual, showing feed: FeedViewModel, height: Int32 = 700,
        onStyle: ((FeedStyle) -> Void)? = nil
    ) -> (screen: FeedScreen, stage: Stage) {
        let screen = Screens.feed(.stay)
        screen.onStyle = onStyle
        screen.show(FeedStyle(isGrid: true, density: density))
        screen.display(feed)
        let stage = Stage(screen.root, width: 1_000, height: height)
        runLoop(until: "the photos") { !Self.cells(screen).isEmpty }
        stage.settle()
        return (screen, stage)
    }

    /// Images in months of thirty.
    private static func images(_ count: Int) -> [FeedImage] {
        (1...count).map { number in image(number, at: date((number - 1) / 30)) }
    }

    private static func image(_ number: Int, at date: Date) -> FeedImage {
        FeedImage(
            id: UUID(), location: "place \(number)", url: URL(filePath: "/image-\(number)"),
            pixelSize: PixelSize(width: 1_600, height: [1_200, 1_000, 2_400, 1_600][number % 4]), createdAt: date)
    }

    private static func date(_ monthsAgo: Int) -> Date {
        let calendar = Calendar.current
        let june = calendar.date(from: DateComponents(year: 2026, month: 6, day: 15)) ?? Date()
        return calendar.date(byAdding: .month, value: -monthsAgo, to: june) ?? june
    }

    private static func month(_ position: Int) -> String {
        FeedMonth.months(of: [image(1, at: date(position / 30))], calendar: .current, language: .english)[0].name
    }

    /// The photos on the screen from the top.
    @MainActor
    private static func cells(_ screen: FeedScreen) -> [Cell] {
        screen.list.cells.filter { $0.root.isMapped && $0.image != nil }
            .map { Cell(name: "View \($0.image?.location ?? "")", frame: screen.frame(of: $0.root)) }
            .sorted { ($0.frame.y, $0.frame.x) < ($1.frame.y, $1.frame.x) }
    }

    @MainActor
    private static func hasCards(_ screen: FeedScreen) -> Bool {
        screen.root.descendants.contains { $0.hasClass("feed-card") && $0.isMapped }
    }

    /// The positions of the images in the first row on the screen.
    @MainActor
    private static func topRow(_ screen: FeedScreen, _ images: [FeedImage]) -> [Int]? {
        let shown = screen.list.cells.filter { $0.root.isMapped && $0.image != nil }
            .map { (image: $0.image, frame: screen.frame(of: $0.root)) }
        let header = screen.frame(of: screen.list.root).y
        let visible = shown.filter { $0.frame.y + $0.frame.height > header + 1 }
        guard let top = visible.map(\.frame.y).min() else { return nil }
        return visible.filter { $0.frame.y == top }.compactMap { row in images.firstIndex { $0.id == row.image?.id } }
            .sorted()
    }

    @MainActor
    private static func focused(_ screen: FeedScreen) -> String? {
        screen.list.cells.first { $0.root.hasFocus }?.image?.location.map { "View \($0)" }
    }
}
