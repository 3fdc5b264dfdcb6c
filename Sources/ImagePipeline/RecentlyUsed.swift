/// Values by key, in the order of their last use, with the sum of their costs. Each call takes constant time.
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
    /// By the same indices. Beside the nodes, so that a look moves no key and no value.
    private var neighbours: [Neighbours] = []
    private var unused: [Int] = []
    private var indices: [Key: Int] = [:]
    private var oldest: Int?
    private var newest: Int?
    private(set) var cost = 0

    /// The value, which is the newest from now on.
    mutating func use(_ key: Key) -> Value? {
        guard let index = indices[key] else { return nil }
        if index != newest {
            unlink(index)
            link(index)
        }
        return nodes[index]?.value
    }

    /// - Precondition: the key has no value.
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

    mutating func remove(_ key: Key) {
        guard let index = indices.removeValue(forKey: key) else { return }
        unlink(index)
        cost -= nodes[index]?.cost ?? 0
        nodes[index] = nil
        unused.append(index)
    }

    /// - Returns: whether there was one.
    mutating func removeOldest() -> Bool {
        guard let oldest, let key = nodes[oldest]?.key else { return false }
        remove(key)
        return true
    }

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
