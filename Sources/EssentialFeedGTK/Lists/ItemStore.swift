import CAdwaita
import CGtkKit
import Foundation
import GtkKit

/// The items of a list. An item that stays keeps its widget and its focus. It holds only the 16 bytes of its id:
/// 100,000 items stored as strings used 40 MB.
final class ItemStore {
    /// The items as a list model, which doesn't own this object.
    let model = ObjectReference(owning: g_list_store_new(gtkkit_item_get_type()))
    private(set) var ids: [UUID] = []

    /// Replaces the items in a single change of the model. The ids don't repeat.
    func display(_ new: [UUID]) {
        let old = ids
        ids = new
        let front = zip(old, new).prefix { $0 == $1 }.count
        let behind = zip(old.dropFirst(front).reversed(), new.dropFirst(front).reversed()).prefix { $0 == $1 }.count
        let leaving = front..<old.count - behind
        let coming = new[front..<new.count - behind]
        guard !leaving.isEmpty || !coming.isEmpty else { return }
        let moved = Set(coming)
        var known: [UUID: ObjectReference] = [:]
        for position in leaving where moved.contains(old[position]) {
            guard let item = g_list_model_get_item(model.opaque, guint(position)) else { continue }
            known[old[position]] = ObjectReference(owning: item)
        }
        let items = coming.map { known[$0] ?? Self.item($0) }
        var pointers: [UnsafeMutableRawPointer?] = items.map(\.pointer)
        pointers.withUnsafeMutableBufferPointer {
            g_list_store_splice(model.opaque, guint(front), guint(leaving.count), $0.baseAddress, guint(items.count))
        }
    }

    /// Returns the items of several stores as one list model, which the caller owns.
    static func joined(_ stores: [ItemStore]) -> OpaquePointer? {
        let list = g_list_store_new(g_list_model_get_type())
        for store in stores { g_list_store_append(list, store.model.pointer) }
        return gtk_flatten_list_model_new(list)
    }

    /// Returns the id of the item that a list item shows; `nil` for an item of another kind.
    static func id(of listItem: UnsafeMutableRawPointer) -> UUID? {
        gtkkit_item_get_id(gtk_list_item_get_item(OpaquePointer(listItem))).map {
            UnsafeRawPointer($0).loadUnaligned(as: UUID.self)
        }
    }

    private static func item(_ id: UUID) -> ObjectReference {
        withUnsafeBytes(of: id) {
            ObjectReference(owning: gtkkit_item_new($0.bindMemory(to: UInt8.self).baseAddress))
        }
    }
}

/// The rows that have been added to a list so far. GTK creates a widget for each of the first two hundred rows before
/// it draws any, so each frame adds a screenful.
nonisolated struct RowsSoFar {
    /// Rows beyond this number get no widgets at first.
    private static let withWidgets = 200

    var all: [UUID] = [] { didSet { endIfComplete() } }
    /// The maximum number of rows; `nil` once all rows have been added.
    private var limit: Int? = 3
    /// How many rows a frame adds, about as many as are on the screen.
    var aFrame = 3 {
        didSet { limit = limit.map { max($0, aFrame) } }
    }

    var keys: [UUID] { limit.map { Array(all.prefix($0)) } ?? all }

    /// Whether all rows have been added, including any that arrive later.
    var areAll: Bool { limit == nil }
    var hasMore: Bool { !areAll && !all.isEmpty }
    mutating func addForFrame() { add(upTo: (limit ?? 0) + aFrame) }
    mutating func add(through position: Int) { add(upTo: position + aFrame) }
    mutating func addAll() { limit = nil }

    private mutating func add(upTo count: Int) {
        limit = limit.map { max($0, count) }
        endIfComplete()
    }

    private mutating func endIfComplete() {
        guard let limit, !all.isEmpty, limit >= min(all.count, Self.withWidgets) else { return }
        self.limit = nil
    }
}
