/// The texts shared by several features: the messages for failed loads.
package enum SharedStrings: CaseIterable, Sendable {
    /// The connection failed for an unknown reason.
    case noConnection
    /// Nothing listens at the server's address.
    case noConnectionRefused
    /// The server's name doesn't resolve.
    case noConnectionName
    /// The server takes too long to answer.
    case noConnectionTimeout
    /// The server's answer ended early.
    case noConnectionCut
    /// The connection can't be secured.
    case noConnectionInsecure
    /// The server doesn't encrypt connections.
    case noConnectionTLS
    /// The server's certificate isn't trusted. Takes the certificate's fingerprint.
    case certificateUntrusted
    /// The server's certificate isn't the trusted one. Takes the certificate's fingerprint.
    case certificateChanged
    /// The name and password would be sent unencrypted.
    case unencryptedSignIn
    /// The server answered with an error. Takes the status.
    case serverError
    /// The server doesn't have the requested data. Takes the status.
    case notFound
    /// The server's answer can't be understood.
    case invalidData
    /// The address has no feed. Takes the address.
    case noFeedFound
    /// The server asks for a name and password.
    case signInNeeded
    /// The server rejects the name and password.
    case signInWrong
    /// The server rejects the name and password of an invitation.
    case invitationEnded
    /// A text isn't a server's address.
    case malformedAddress
    /// The server sent something other than an image.
    case notAnImage
    /// The server's answer is too large.
    case tooLarge
    /// The server redirects to an address that clients don't follow.
    case redirect
    /// The server redirects to a smaller network than its own.
    case privateAddress
    /// The saved feed can't be read.
    case unreadableCache
    /// Something else went wrong.
    case unexpected

    /// The texts in all languages.
    package static let table = StringTable<SharedStrings>([
        .english: [
            .noConnection: "Couldn’t connect to the server. Check the network, then try again.",
            .noConnectionRefused:
                "Couldn’t connect to the server: nothing answers at its address. Try again later, or ask the server’s owner.",
            .noConnectionName:
                "Couldn’t connect to the server: its name can’t be found. Check the address and the network, then try again.",
            .noConnectionTimeout: "Couldn’t connect to the server: it took too long to answer. Try again later.",
            .noConnectionCut: "The connection was interrupted. Try again.",
            .noConnectionInsecure:
                "The connection isn’t secure: the server’s certificate couldn’t be verified. Check the address, or ask the server’s owner.",
            .noConnectionTLS:
                "The connection isn’t secure: the server doesn’t use encryption. Check the address and the port.",
            .certificateUntrusted:
                "The server’s certificate isn’t trusted. Its SHA-256 fingerprint is %@.",
            .certificateChanged:
                "The server’s certificate isn’t the one that you trust. Its SHA-256 fingerprint is now %@.",
            .unencryptedSignIn:
                "This server doesn’t use encryption, so others in the network could read your name and password. To send them anyway, write http:// before the address.",
            .serverError: "The server answered with an error (status %@). Try again later.",
            .notFound: "The server no longer has this photo (status %@). Refresh the feed.",
            .invalidData: "The server’s answer couldn’t be understood. Check the server’s address.",
            .noFeedFound: "No feed found at %@; is this the server’s address?",
            .signInNeeded: "The server asks for a name and a password.",
            .signInWrong: "The server doesn’t accept this name and password. Check them, then try again.",
            .invitationEnded: "Your invitation has ended. Ask for a new link.",
            .malformedAddress: "This isn’t a server address. Write it like photos.example.com.",
            .notAnImage: "The server sent something other than a photo. Check the server’s address.",
            .tooLarge: "The server’s answer is too large and was refused. Check the server’s address.",
            .redirect: "The server redirects to an address that isn’t allowed. Check the server’s address.",
            .privateAddress:
                "The server redirects into your own network, which it isn’t part of. Check the server’s address.",
            .unreadableCache: "The saved feed can’t be read. Clear the cache, then load the feed again.",
            .unexpected: "Something went wrong. Try again.",
        ],
        .greek: [
            .noConnection: "Δεν ήταν δυνατή η σύνδεση με τον διακομιστή. Ελέγξτε το δίκτυο και δοκιμάστε ξανά.",
            .noConnectionRefused:
                "Δεν ήταν δυνατή η σύνδεση με τον διακομιστή: δεν απαντά στη διεύθυνσή του. Δοκιμάστε αργότερα ή ρωτήστε τον κάτοχό του.",
            .noConnectionName:
                "Δεν ήταν δυνατή η σύνδεση με τον διακομιστή: το όνομά του δεν βρέθηκε. Ελέγξτε τη διεύθυνση και το δίκτυο.",
            .noConnectionTimeout:
                "Δεν ήταν δυνατή η σύνδεση με τον διακομιστή: άργησε να απαντήσει. Δοκιμάστε αργότερα.",
            .noConnectionCut: "Η σύνδεση διακόπηκε. Δοκιμάστε ξανά.",
            .noConnectionInsecure:
                "Η σύνδεση δεν είναι ασφαλής: το πιστοποιητικό του διακομιστή δεν επαληθεύτηκε. Ελέγξτε τη διεύθυνση ή ρωτήστε τον κάτοχό του.",
            .noConnectionTLS:
                "Η σύνδεση δεν είναι ασφαλής: ο διακομιστής δεν χρησιμοποιεί κρυπτογράφηση. Ελέγξτε τη διεύθυνση και τη θύρα.",
            .certificateUntrusted:
                "Το πιστοποιητικό του διακομιστή δεν είναι αξιόπιστο. Το αποτύπωμα SHA-256 είναι %@.",
            .certificateChanged:
                "Το πιστοποιητικό του διακομιστή δεν είναι αυτό που εμπιστεύεστε. Το αποτύπωμα SHA-256 είναι τώρα %@.",
            .unencryptedSignIn:
                "Ο διακομιστής δεν χρησιμοποιεί κρυπτογράφηση, οπότε άλλοι στο δίκτυο θα μπορούσαν να διαβάσουν το όνομα και τον κωδικό σας. Για να σταλούν παρ’ όλα αυτά, γράψτε http:// πριν από τη διεύθυνση.",
            .serverError: "Ο διακομιστής απάντησε με σφάλμα (κατάσταση %@). Δοκιμάστε αργότερα.",
            .notFound: "Ο διακομιστής δεν έχει πια αυτή τη φωτογραφία (κατάσταση %@). Ανανεώστε τη ροή.",
            .invalidData: "Η απάντηση του διακομιστή δεν είναι κατανοητή. Ελέγξτε τη διεύθυνση του διακομιστή.",
            .noFeedFound: "Δεν βρέθηκε ροή στο %@· είναι αυτή η διεύθυνση του διακομιστή;",
            .signInNeeded: "Ο διακομιστής ζητά όνομα και κωδικό.",
            .signInWrong: "Ο διακομιστής δεν δέχεται αυτό το όνομα και τον κωδικό. Ελέγξτε τα και δοκιμάστε ξανά.",
            .invitationEnded: "Η πρόσκλησή σας έληξε. Ζητήστε νέο σύνδεσμο.",
            .malformedAddress: "Δεν είναι διεύθυνση διακομιστή. Γράψτε την όπως photos.example.com.",
            .notAnImage: "Ο διακομιστής έστειλε κάτι που δεν είναι φωτογραφία. Ελέγξτε τη διεύθυνση του διακομιστή.",
            .tooLarge: "Η απάντηση είναι πολύ μεγάλη και απορρίφθηκε. Ελέγξτε τη διεύθυνση του διακομιστή.",
            .redirect:
                "Ο διακομιστής ανακατευθύνει σε διεύθυνση που δεν επιτρέπεται. Ελέγξτε τη διεύθυνση του διακομιστή.",
            .privateAddress:
                "Ο διακομιστής ανακατευθύνει στο δικό σας δίκτυο, όπου δεν βρίσκεται ο ίδιος. Ελέγξτε τη διεύθυνση του διακομιστή.",
            .unreadableCache: "Η αποθηκευμένη ροή δεν διαβάζεται. Καθαρίστε την προσωρινή μνήμη και δοκιμάστε ξανά.",
            .unexpected: "Κάτι πήγε στραβά. Δοκιμάστε ξανά.",
        ],
        .brazilianPortuguese: [
            .noConnection: "Não foi possível conectar ao servidor. Verifique a rede e tente de novo.",
            .noConnectionRefused:
                "Não foi possível conectar ao servidor: nada responde no endereço dele. Tente mais tarde ou pergunte ao dono do servidor.",
            .noConnectionName:
                "Não foi possível conectar ao servidor: o nome dele não foi encontrado. Verifique o endereço e a rede e tente de novo.",
            .noConnectionTimeout:
                "Não foi possível conectar ao servidor: ele demorou demais para responder. Tente mais tarde.",
            .noConnectionCut: "A conexão foi interrompida. Tente de novo.",
            .noConnectionInsecure:
                "A conexão não é segura: o certificado do servidor não pôde ser verificado. Verifique o endereço ou pergunte ao dono do servidor.",
            .noConnectionTLS:
                "A conexão não é segura: o servidor não usa criptografia. Verifique o endereço e a porta.",
            .certificateUntrusted:
                "O certificado do servidor não é confiável. A impressão digital SHA-256 dele é %@.",
            .certificateChanged:
                "O certificado do servidor não é aquele em que você confia. A impressão digital SHA-256 agora é %@.",
            .unencryptedSignIn:
                "Este servidor não usa criptografia, e outros na rede poderiam ler seu nome e sua senha. Para enviá-los mesmo assim, escreva http:// antes do endereço.",
            .serverError: "O servidor respondeu com um erro (status %@). Tente mais tarde.",
            .notFound: "O servidor não tem mais esta foto (status %@). Atualize o feed.",
            .invalidData: "A resposta do servidor não pôde ser entendida. Verifique o endereço do servidor.",
            .noFeedFound: "Nenhum feed encontrado em %@; este é o endereço do servidor?",
            .signInNeeded: "O servidor pede um nome e uma senha.",
            .signInWrong: "O servidor não aceita este nome e esta senha. Verifique-os e tente de novo.",
            .invitationEnded: "Seu convite terminou. Peça um novo link.",
            .malformedAddress: "Isto não é um endereço de servidor. Escreva-o como photos.example.com.",
            .notAnImage: "O servidor enviou algo que não é uma foto. Verifique o endereço do servidor.",
            .tooLarge: "A resposta do servidor é grande demais e foi recusada. Verifique o endereço do servidor.",
            .redirect: "O servidor redireciona para um endereço que não é permitido. Verifique o endereço do servidor.",
            .privateAddress:
                "O servidor redireciona para a sua própria rede, da qual ele não faz parte. Verifique o endereço do servidor.",
            .unreadableCache: "O feed salvo não pode ser lido. Limpe o cache e carregue o feed de novo.",
            .unexpected: "Algo deu errado. Tente de novo.",
        ],
    ])
}
