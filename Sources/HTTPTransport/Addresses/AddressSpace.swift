import Foundation

/// The part of the network from which a host can be reached.
///
/// Browsers divide addresses the same way to protect local networks: a server must not lead to a smaller space than its
/// own, where it could reach services meant only for that network.
///
/// Only the host's text counts; names aren't resolved. A public name that resolves to a local address is still
/// ``global``.
public enum AddressSpace: Int, Hashable, Sendable, Comparable {
    /// Hosts within only this machine's reach.
    case loopback
    /// Hosts within reach of this machine's networks.
    case local
    /// Hosts within reach from everywhere.
    case global

    /// Creates the address space of a host.
    /// - Parameter host: A name or an address. An IPv6 address has no brackets; an IPv4 address may have any form
    ///   accepted by the system's resolver, such as `127.0.0.1`, `127.1`, `0x7F.1`, `017700000001` or `2130706433`.
    public init(host: String) {
        var host = host.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        if let address = Self.four(host) {
            self.init(four: address)
        } else if let address = Self.six(host) {
            self.init(six: address)
        } else {
            self.init(name: host)
        }
    }

    /// Returns whether the left space is part of the right one.
    public static func < (left: AddressSpace, right: AddressSpace) -> Bool { left.rawValue < right.rawValue }

    // MARK: Names

    private static let loopbackNames: Set = [
        "localhost", "localhost.localdomain", "localhost4", "localhost6", "ip6-localhost", "ip6-loopback",
    ]
    /// Top-level names used in local networks but not on the public Internet.
    private static let localSuffixes = [
        ".local", ".localdomain", ".lan", ".home", ".home.arpa", ".internal", ".intranet", ".private", ".corp",
    ]

    private init(name: String) {
        if Self.loopbackNames.contains(name) || name.hasSuffix(".localhost") {
            self = .loopback
        } else if !name.contains(".") || Self.localSuffixes.contains(where: name.hasSuffix) {
            self = .local
        } else {
            self = .global
        }
    }

    // MARK: IPv4

    private init(four address: UInt32) {
        func isIn(_ first: UInt32, _ second: UInt32, _ third: UInt32 = 0, bits: UInt32) -> Bool {
            (address ^ (first << 24 | second << 16 | third << 8)) >> (32 - bits) == 0
        }
        if isIn(127, 0, bits: 8) || isIn(0, 0, bits: 8) {
            // The system treats 0.0.0.0 as this machine.
            self = .loopback
        } else if isIn(10, 0, bits: 8) || isIn(100, 64, bits: 10) || isIn(169, 254, bits: 16)
            || isIn(172, 16, bits: 12) || isIn(192, 0, 0, bits: 24) || isIn(192, 168, bits: 16)
            || isIn(198, 18, bits: 15) || isIn(224, 0, bits: 3)
        {
            self = .local
        } else {
            self = .global
        }
    }

    /// Returns the IPv4 address written as one to four numbers separated by dots, or `nil` if the text isn't one.
    ///
    /// Each number is decimal, octal or hexadecimal; the last one fills the remaining bytes.
    private static func four(_ text: String) -> UInt32? {
        var address = in_addr()
        // `inet_aton` ignores the text after white space.
        guard !text.contains(where: \.isWhitespace), inet_aton(text, &address) != 0 else { return nil }
        return UInt32(bigEndian: address.s_addr)
    }

    // MARK: IPv6

    private init(six bytes: [UInt8]) {
        func four(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        if bytes.starts(with: mapped) || bytes.starts(with: translated) || bytes.prefix(12).allSatisfy({ $0 == 0 }) {
            // This includes `::` and `::1`, as 0.0.0.0 and 0.0.0.1.
            self.init(four: four(at: 12))
        } else if bytes.starts(with: [0x20, 0x02]) {
            self.init(four: four(at: 2))
        } else if bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0x80 != 0 || bytes[0] == 0xFF
            || bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 1])
        {
            self = .local
        } else {
            self = .global
        }
    }

    /// Returns the bytes of an IPv6 address without its zone, or `nil` if the text isn't one.
    private static func six(_ text: String) -> [UInt8]? {
        var address = in6_addr()
        guard text.contains(":"), inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &address) == 1 else {
            return nil
        }
        return withUnsafeBytes(of: &address) { Array($0) }
    }
}
