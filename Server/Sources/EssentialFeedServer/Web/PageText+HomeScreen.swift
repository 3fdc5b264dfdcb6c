import Foundation

extension PageText {
    /// Returns how a phone keeps a page on its home screen, in the words of its browser; `nil` for computers, and for apps
    /// that show pages and can't keep them. iPads that ask for the pages of computers call themselves Macs.
    static func keeping(with userAgent: String?) -> PageText? {
        let agent = userAgent ?? ""
        if ["iPhone", "iPad", "iPod"].contains(where: { agent.contains($0) }) {
            return agent.contains("Safari/") ? .keepWithSafari : nil
        }
        return agent.contains("Android") && !agent.contains("; wv)") ? .keepWithChrome : nil
    }
}
