import Foundation
import HTTPTransport
import HTTPTypes

/// Where a response redirects the client.
enum Redirect: Equatable {
    /// The response isn't a redirect.
    case none
    /// The redirect is followed.
    case follow(URL)
    /// The redirect isn't followed.
    case refuse(HTTPClientError.RedirectRefusal)

    /// The maximum number of consecutive redirects that are followed.
    static let maximum = 5

    /// Evaluates a response. It is a redirect if its status is 301, 302, 303, 307 or 308 and it has a `Location`.
    /// - Parameter count: The number of redirects that led to the URL.
    init(_ head: ResponseHead, from url: URL, count: Int) {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headerFields[.location] else {
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
