package import Foundation

/// A kind of folder for a user's files, as the XDG Base Directory Specification defines it.
package enum BaseDirectory: CaseIterable, Sendable {
    /// Data that programs can create again.
    case cache
    /// Settings.
    case configuration
    /// Data that lasts, but isn't worth moving to another machine.
    case state

    /// Returns the folder, or `nil` if the environment names neither it nor a home folder.
    ///
    /// A variable that isn't an absolute path counts as not set.
    package func url(environment: [String: String]) -> URL? {
        let (variable, path) = names
        return Self.folder(environment[variable]) ?? Self.folder(environment["HOME"])?.appending(path: path)
    }

    /// Returns the folder, below `home` if the environment names neither the folder nor a home folder.
    package func url(environment: [String: String], home: URL) -> URL {
        url(environment: environment) ?? home.appending(path: names.path)
    }

    private static func folder(_ path: String?) -> URL? {
        path.flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
    }

    private var names: (variable: String, path: String) {
        switch self {
        case .cache: ("XDG_CACHE_HOME", ".cache")
        case .configuration: ("XDG_CONFIG_HOME", ".config")
        case .state: ("XDG_STATE_HOME", ".local/state")
        }
    }
}
