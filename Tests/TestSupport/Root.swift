import Glibc
public import Testing

/// Fails a test that needs root if another user runs it. Only root can act as another user.
public func requireRoot(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try #require(
        geteuid() == 0, "This test needs root. Run the tests as root in a container.", sourceLocation: sourceLocation)
}
