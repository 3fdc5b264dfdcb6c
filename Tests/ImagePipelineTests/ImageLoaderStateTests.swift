import ImagePipeline
import Testing

/// What the random interleavings don't try.
@Suite struct ImageLoaderStateTests {
    @Test func `An impossible event is a programmer error`() async {
        await #expect(processExitsWith: .failure) {
            var script = Script()
            script.when(.notFound(a))
        }
        await #expect(processExitsWith: .failure) {
            var script = Script()
            script.when(.request(1, a))
            script.when(.decoded(a))
        }
        await #expect(processExitsWith: .failure) {
            var script = Script()
            script.when(.request(1, a))
            script.when(.request(1, b))
        }
    }
}
