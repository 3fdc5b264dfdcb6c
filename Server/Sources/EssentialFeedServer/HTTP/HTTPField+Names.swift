import HTTPTypes

/// The fields that `HTTPTypes` doesn't name.
extension HTTPField.Name {
    // The names are valid, so the initializers succeed.
    static let clearSiteData = HTTPField.Name("Clear-Site-Data")!
    static let link = HTTPField.Name("Link")!
    static let photoAlternative = HTTPField.Name("Photo-Alt")!
    static let photoCaption = HTTPField.Name("Photo-Caption")!
    static let photoLocation = HTTPField.Name("Photo-Location")!
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let refresh = HTTPField.Name("Refresh")!
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")!
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
}
