import EssentialFeed
import Foundation
import NIOSSL
import SystemPackage

/// A look at a server's certificate and its key.
struct CertificateExamination {
    private static let day: TimeInterval = 86_400
    /// In days. Who renews certificates by a program does it before.
    private static let soon = 30

    private let files: CertificateFiles
    /// The host that clients use; `nil` if it isn't known.
    private let host: String?
    private let now: Date

    init(_ files: CertificateFiles, host: String?, now: Date) {
        (self.files, self.host, self.now) = (files, host, now)
    }

    /// Reads the files; blocks.
    func findings() -> [Finding] {
        do {
            let content = try files.content()
            _ = try files.context(content)
            let chain = try NIOSSLCertificate.fromPEMBytes(Array(content.certificate))
            return chain.flatMap(times) + (chain.first.map(names) ?? []) + keyMode
        } catch let error as CertificateError {
            return [Finding(.error, .tls, PhotoServerError.unusableCertificate(error).description)]
        } catch {
            return [finding(.error, "can't be read as a certificate; check --tls-cert")]
        }
    }

    private func finding(_ severity: Finding.Severity, _ text: String) -> Finding {
        Finding(severity, .tls, "the certificate \(PlainText.line(files.certificate)) \(text)")
    }

    private func times(_ certificate: NIOSSLCertificate) -> [Finding] {
        let begin = Date(timeIntervalSince1970: TimeInterval(certificate.notValidBefore))
        let end = Date(timeIntervalSince1970: TimeInterval(certificate.notValidAfter))
        if end < now { return [finding(.error, "has expired (\(WireDate.text(end))); renew it")] }
        if begin > now {
            return [finding(.error, "isn't valid before \(WireDate.text(begin)); check the clock, or wait")]
        }
        let left = end.timeIntervalSince(now) / Self.day
        guard left < Double(Self.soon) else { return [] }
        return [finding(.warning, "expires in \(Int(left)) days (\(WireDate.text(end))); renew it")]
    }

    private func names(_ certificate: NIOSSLCertificate) -> [Finding] {
        guard let host else { return [] }
        let isNamed = certificate._subjectAlternativeNames().contains { name in
            switch name.nameType {
            case .dnsName: CertificateName(String(decoding: name.contents, as: UTF8.self)).matches(host)
            case .ipAddress: [IPAddress(four: host), IPAddress(six: host)].contains(IPAddress(Array(name.contents)))
            default: false
            }
        }
        guard !isNamed else { return [] }
        return [
            finding(.error, "isn't for \(PlainText.line(host)); get one with this name, or correct --public-url")
        ]
    }

    private var keyMode: [Finding] {
        do throws(Errno) {
            guard try !FilePath(files.key).stat().permissions.isDisjoint(with: .otherReadWriteExecute) else {
                return []
            }
            let path = PlainText.line(files.key)
            return [
                Finding(
                    .error, .tls, "other users of this machine may read \(path); give it mode 600 or 640 with chmod")
            ]
        } catch {
            return []
        }
    }
}

/// A host name in a certificate, whose first label may be `*`.
struct CertificateName {
    private let labels: [Substring]

    init(_ name: String) {
        labels = Self.labels(name)
    }

    func matches(_ host: String) -> Bool {
        let host = Self.labels(host)
        guard host.count == labels.count, host != [""] else { return false }
        let isWild = labels.first == "*" && labels.count > 2
        return isWild ? host.dropFirst() == labels.dropFirst() : host == labels
    }

    private static func labels(_ name: String) -> [Substring] {
        let name = name.hasSuffix(".") ? name.dropLast() : name[...]
        return name.lowercased()[...].split(separator: ".", omittingEmptySubsequences: false)
    }
}
