public import Testing

extension Trait where Self == TimeLimitTrait {
    /// Fails a test that hangs. The limit is far beyond a test's duration on a machine with busy processors.
    public static var detectsHangs: Self { .timeLimit(.minutes(15)) }
}
