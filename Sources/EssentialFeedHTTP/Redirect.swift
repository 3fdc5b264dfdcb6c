import EssentialFeed
import Foundation
import HTTPTransport

/// What an answer says about where to ask next (N009).
enum Redirect: Equatable {
    /// The answer stands.
    case none
    case follow(URL)
    case refuse(HTTPTransport.HTTPClientError.RedirectFault)

    /// How many redirects in a row are followed.
    static let maximum = 5

    /// An answer with status 301, 302, 303, 307 or 308 and a `Location` is a redirect; any other stands, a 304 too.
    /// - Parameter count: how many redirects led to the URL.
    init(status: Int, location: String?, from url: URL, count: Int) {
        guard [301, 302, 303, 307, 308].contains(status), let location else {
            self = .none
            return
        }
        guard let target = URL(string: location, relativeTo: url)?.absoluteURL.withoutUserInfo,
            let origin = Origin(target)
        else {
            self = .refuse(.invalidLocation)
            return
        }
        if Origin(url)?.isSecure == true, !origin.isSecure {
            self = .refuse(.insecure)
        } else if count >= Self.maximum {
            self = .refuse(.tooMany)
        } else {
            self = .follow(target)
        }
    }
}
