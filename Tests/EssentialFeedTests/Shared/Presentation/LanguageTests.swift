import EssentialFeed
import Testing

@Suite struct LanguageTests {
    @Test(
        arguments: [
            ([:], .english),
            (["LANG": "el_GR.UTF-8"], .greek),
            (["LANG": "pt_BR.UTF-8"], .brazilianPortuguese),
            (["LANG": "pt_PT"], .brazilianPortuguese),
            (["LANG": "de_DE.UTF-8"], .english),
            (["LANG": "el_GR.UTF-8", "LC_MESSAGES": "pt_BR.UTF-8"], .brazilianPortuguese),
            (["LANG": "el_GR.UTF-8", "LC_ALL": "en_GB.UTF-8"], .english),
            (["LANG": "el_GR.UTF-8", "LC_ALL": ""], .greek),
            (["LANG": "en_GB.UTF-8", "LANGUAGE": "de:el:pt"], .greek),
            (["LANGUAGE": "el"], .greek),
            (["LANG": "C", "LANGUAGE": "el"], .english),
            (["LC_ALL": "POSIX", "LANG": "el_GR"], .english),
            (["LANG": "en_GB.UTF-8", "LANGUAGE": "en_XA"], .pseudo),
        ] as [([String: String], Language)])
    func `The language is the session's`(environment: [String: String], expected: Language) {
        #expect(Language(environment: environment) == expected)
    }
}
