import Logging

extension Logger {
    /// The logger for libraries; it logs only their warnings and errors.
    var quiet: Logger {
        var logger = self
        logger.logLevel = max(.warning, logLevel)
        return logger
    }

    /// Runs work without which the server continues.
    /// - Parameter failure: What isn't done after an error, for the log.
    /// - Returns: `nil` after an error.
    @discardableResult
    func attempt<Value>(_ failure: String, _ work: () throws -> Value) -> Value? {
        do {
            return try work()
        } catch {
            warning("\(failure): \(error)")
            return nil
        }
    }
}
