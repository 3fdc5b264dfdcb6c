/// Values by key, ordered by last use, and the sum of their costs. All operations take constant time.
struct RecentlyUsed<Key: Hashable, Value> {
    private struct Node {
        let key: Key
        let value: Value
        let cost: Int
    }

    private struct Neighbours {
        var older: Int?
        var newer: Int?
    }

    private var nodes: [Node?] = []
    /// The nodes' neighbours, at the same indices. They are stored separately so that a use doesn't move keys and
    /// values.
    private var neighbours: [Neighbours] = []
    private var unused: [Int] = []
    private var indices: [Key: Int] = [:]
    private var oldest: Int?
    private var newest: Int?
    private(set) var cost = 0

    /// Returns a value and marks it as the most recently used.
    mutating func use(_ key: Key) -> Value? {
        guard let index = indices[key] else { return nil }
        if index != newest {
            unlink(index)
            link(index)
        }
        return nodes[index]?.value
    }

    /// Inserts a value as the most recently used.
    /// - Precondition: The key has no value.
    mutating func insert(_ value: Value, for key: Key, cost: Int) {
        let node = Node(key: key, value: value, cost: cost)
        let index: Int
        if let free = unused.popLast() {
            index = free
            nodes[index] = node
        } else {
            index = nodes.endIndex
            nodes.append(node)
            neighbours.append(Neighbours())
        }
        let earlier = indices.updateValue(index, forKey: key)
        precondition(earlier == nil, "\(key) has a value")
        self.cost += cost
        link(index)
    }

    /// Removes the value of a key. Returns whether there was a value.
    mutating func remove(_ key: Key) -> Bool {
        guard let index = indices.removeValue(forKey: key) else { return false }
        unlink(index)
        cost -= nodes[index]?.cost ?? 0
        nodes[index] = nil
        unused.append(index)
        return true
    }

    /// The key of the least recently used value.
    var oldestKey: Key? { oldest.flatMap { nodes[$0]?.key } }

    private mutating func link(_ index: Int) {
        neighbours[index] = Neighbours(older: newest, newer: nil)
        if let newest { neighbours[newest].newer = index } else { oldest = index }
        newest = index
    }

    private mutating func unlink(_ index: Int) {
        let (older, newer) = (neighbours[index].older, neighbours[index].newer)
        if let older { neighbours[older].newer = newer } else { oldest = newer }
        if let newer { neighbours[newer].older = older } else { newest = older }
    }
}
