import Hummingbird
import Logging
import NIOHTTP1

/// Answers a request that failed for a reason other than the client with a reference number; the log has the reason
/// under it.
struct FailureResponder<Responder: HTTPResponder<ConnectionContext>>: HTTPResponder {
    let responder: Responder
    let logger: Logger

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        do {
            return try await responder.respond(to: request, context: context)
        } catch let error as CancellationError {
            throw error
        } catch  where !context.channel.isActive {
            // The client has left.
            throw error
        } catch is HTTPParserError {
            // The body is malformed, or the client has stopped sending it.
            return Problem.malformedRequest.response.forHead(request)
        } catch {
            return Problem.failure(reference: Problem.logged("\(error)", logger)).response.forHead(request)
        }
    }
}
