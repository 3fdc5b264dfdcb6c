import Foundation
import GRDB

extension SQLiteCatalog {
    func photo(named file: String, in texts: FolderTexts) throws -> UUID? {
        let forms = [file, file.precomposedStringWithCanonicalMapping, file.decomposedStringWithCanonicalMapping]
        return try read { database in
            for form in forms {
                let entry = FeedDocument.Entry(line: 0, file: form)
                guard let number = try CatalogTransaction.photo(of: entry, texts: texts, in: database) else { continue }
                return try UUID.fetchOne(
                    database.cachedStatement(sql: "SELECT id FROM photo WHERE number = ?"), arguments: [number])
            }
            return nil
        }
    }
}
