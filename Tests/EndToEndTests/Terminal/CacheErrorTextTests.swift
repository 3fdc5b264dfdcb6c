import EssentialFeedStore
import Foundation
import Testing

@testable import EssentialFeed
@testable import essential_feed

@Suite struct CacheErrorTextTests {
    @Test(arguments: [Language.english, .greek, .brazilianPortuguese])
    func `Each disk error has its own text that says what to do, in every language`(language: Language) {
        let kinds: [StoreError.Kind] = [.inUse, .full, .readOnly, .inaccessible, .newerVersion, .inputOutput]
        let folder = URL(filePath: "/a/folder", directoryHint: .isDirectory)
        let texts = kinds.map { CacheErrorText.text(for: StoreError($0), folder: folder, in: language) }
        #expect(Set(texts).count == kinds.count)
        #expect(texts.allSatisfy { !$0.contains("%@") && !$0.contains("\n") })
        #expect(texts.filter { $0.contains("/a/folder") }.count == 4)
    }
}
