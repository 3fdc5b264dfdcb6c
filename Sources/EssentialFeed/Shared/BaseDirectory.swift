package import Foundation

/// A type of base directory from the XDG Base Directory Specification.
package enum BaseDirectory: CaseIterable, Sendable {
    /// Data that programs can recreate.
    case cache
    case configuration
    /// Persistent data that isn't worth moving to another computer.
    case state

    /// Returns the folder, or `nil` if the environment contains neither its variable nor a home folder.
    ///
    /// A variable that isn't an absolute path counts as unset.
    package func url(environment: [String: String]) -> URL? {
        let (variable, path) = names
        return Self.folder(environment[variable]) ?? Self.folder(environment["HOME"])?.appending(path: path)
    }

    /// Returns the folder; below `home` if the environment contains neither its variable nor a home folder.
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
