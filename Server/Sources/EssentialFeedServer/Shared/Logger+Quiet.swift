import Logging

extension Logger {
    /// The logger for libraries, of which only warnings and errors matter here.
    var quiet: Logger {
        var logger = self
        logger.logLevel = max(.warning, logLevel)
        return logger
    }
}
