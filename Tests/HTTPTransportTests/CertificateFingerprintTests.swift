import HTTPTransport
import TestSupport
import Testing

@Suite struct CertificateFingerprintTests {
    @Test func `A fingerprint is read in any case, with or without colons, and written as browsers write it`() {
        let text = TestCertificate.localhost.fingerprint
        for form in [text, text.lowercased(), text.filter { $0 != ":" }] {
            #expect(CertificateFingerprint(form)?.description == text)
        }
    }

    @Test(arguments: ["", "AB", String(repeating: "+1", count: 32), String(repeating: "xy", count: 32)])
    func `Anything else isn't a fingerprint`(text: String) {
        #expect(CertificateFingerprint(text) == nil)
        #expect(CertificateFingerprint(TestCertificate.localhost.fingerprint + text + "0") == nil)
    }
}
