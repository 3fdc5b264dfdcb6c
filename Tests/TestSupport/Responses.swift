public import Foundation
public import HTTPTransport
public import HTTPTypes

/// Returns a response from ``anyURL()``.
public func answer(
    _ status: Int = 200, _ body: Data = Data(), headerFields: HTTPFields = [:], isDelimited: Bool = true
) -> DataResponse {
    DataResponse(
        url: anyURL(), status: HTTPResponse.Status(code: status), headerFields: headerFields, body: body,
        isDelimited: isDelimited)
}

/// Returns a response from ``anyURL()`` whose body is a text.
public func answer(_ status: Int = 200, text: String) -> DataResponse {
    answer(status, Data(text.utf8))
}
