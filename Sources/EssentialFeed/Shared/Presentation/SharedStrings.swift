/// The texts that several features share: what to say when something could not be loaded.
public enum SharedStrings: CaseIterable, Sendable {
    /// There is no connection, for a reason that isn't known.
    case noConnection
    /// Nothing listens at the server's address.
    case noConnectionRefused
    /// The server's name doesn't resolve.
    case noConnectionName
    /// The server takes too long.
    case noConnectionTimeout
    /// The server's answer ended early.
    case noConnectionCut
    /// There is no secure connection.
    case noConnectionInsecure
    /// The server answered with an error. Takes the status.
    case serverError
    /// The server doesn't have what was asked for. Takes the status.
    case notFound
    /// The server's answer can't be understood.
    case invalidData
    /// No feed was found at an address. Takes the address.
    case noFeedFound
    /// The server asks for a name and a password.
    case signInNeeded
    /// The server doesn't accept the name and the password.
    case signInWrong
    /// A text isn't a server's address.
    case malformedAddress
    /// The server sent something other than an image.
    case notAnImage
    /// The server's answer is too large.
    case tooLarge
    /// The server redirects to an address that isn't followed.
    case redirect
    /// The server points into a smaller network than its own.
    case privateAddress
    /// The saved feed can't be read.
    case unreadableCache
    /// Something else went wrong.
    case unexpected

    /// The texts in all languages.
    public static let table = StringTable<SharedStrings>([
        .english: [
            .noConnection: "No connection to the server. Check the network, then try again.",
            .noConnectionRefused:
                "No connection: nothing answers at the server’s address. Check that the server runs, then try again.",
            .noConnectionName:
                "No connection: the server’s name cannot be found. Check the address and the network, then try again.",
            .noConnectionTimeout: "No connection: the server took too long to answer. Try again later.",
            .noConnectionCut: "No connection: the server’s answer broke off. Try again.",
            .noConnectionInsecure:
                "No secure connection: the server cannot prove who it is. Check the address and the certificate.",
            .serverError: "The server answered with an error (status %@). Try again later.",
            .notFound: "The server does not have this (status %@). Load the feed again.",
            .invalidData: "The server’s answer could not be understood. Check the server’s address.",
            .noFeedFound: "No feed found at %@; is this the server’s address?",
            .signInNeeded: "The server asks for a name and a password.",
            .signInWrong: "The server does not accept this name and password. Check them, then try again.",
            .malformedAddress: "This isn’t a server address. Write it like photos.example.com.",
            .notAnImage: "What the server sent is not an image. Check the server’s address.",
            .tooLarge: "The server’s answer is too large and was refused. Check the server’s address.",
            .redirect: "The server redirects to an address that isn’t allowed. Check the server’s address.",
            .privateAddress:
                "The server redirects into your own network, which it isn’t part of. Check the server’s address.",
            .unreadableCache: "The saved feed cannot be read. Clear the cache, then load the feed again.",
            .unexpected: "Something went wrong. Try again.",
        ],
        .greek: [
            .noConnection: "Δεν υπάρχει σύνδεση με τον διακομιστή. Ελέγξτε το δίκτυο και δοκιμάστε ξανά.",
            .noConnectionRefused:
                "Δεν υπάρχει σύνδεση: κανείς δεν απαντά. Ελέγξτε ότι ο διακομιστής λειτουργεί και δοκιμάστε ξανά.",
            .noConnectionName:
                "Δεν υπάρχει σύνδεση: το όνομα του διακομιστή δεν βρέθηκε. Ελέγξτε τη διεύθυνση και το δίκτυο.",
            .noConnectionTimeout: "Δεν υπάρχει σύνδεση: ο διακομιστής άργησε να απαντήσει. Δοκιμάστε αργότερα.",
            .noConnectionCut: "Δεν υπάρχει σύνδεση: η απάντηση του διακομιστή κόπηκε. Δοκιμάστε ξανά.",
            .noConnectionInsecure:
                "Δεν υπάρχει ασφαλής σύνδεση: ο διακομιστής δεν αποδεικνύει ποιος είναι. Ελέγξτε τη διεύθυνση και το πιστοποιητικό.",
            .serverError: "Ο διακομιστής απάντησε με σφάλμα (κατάσταση %@). Δοκιμάστε αργότερα.",
            .notFound: "Ο διακομιστής δεν το έχει (κατάσταση %@). Φορτώστε ξανά τη ροή.",
            .invalidData: "Η απάντηση του διακομιστή δεν είναι κατανοητή. Ελέγξτε τη διεύθυνση του διακομιστή.",
            .noFeedFound: "Δεν βρέθηκε ροή στο %@· είναι αυτή η διεύθυνση του διακομιστή;",
            .signInNeeded: "Ο διακομιστής ζητά όνομα και κωδικό.",
            .signInWrong: "Ο διακομιστής δεν δέχεται αυτό το όνομα και τον κωδικό. Ελέγξτε τα και δοκιμάστε ξανά.",
            .malformedAddress: "Δεν είναι διεύθυνση διακομιστή. Γράψτε την όπως photos.example.com.",
            .notAnImage: "Αυτό που έστειλε ο διακομιστής δεν είναι εικόνα. Ελέγξτε τη διεύθυνση του διακομιστή.",
            .tooLarge: "Η απάντηση είναι πολύ μεγάλη και απορρίφθηκε. Ελέγξτε τη διεύθυνση του διακομιστή.",
            .redirect:
                "Ο διακομιστής ανακατευθύνει σε διεύθυνση που δεν επιτρέπεται. Ελέγξτε τη διεύθυνση του διακομιστή.",
            .privateAddress:
                "Ο διακομιστής ανακατευθύνει στο δικό σας δίκτυο, όπου δεν βρίσκεται ο ίδιος. Ελέγξτε τη διεύθυνση του διακομιστή.",
            .unreadableCache: "Η αποθηκευμένη ροή δεν διαβάζεται. Καθαρίστε την προσωρινή μνήμη και δοκιμάστε ξανά.",
            .unexpected: "Κάτι πήγε στραβά. Δοκιμάστε ξανά.",
        ],
        .brazilianPortuguese: [
            .noConnection: "Sem conexão com o servidor. Verifique a rede e tente de novo.",
            .noConnectionRefused:
                "Sem conexão: nada responde no endereço do servidor. Verifique se o servidor está funcionando e tente de novo.",
            .noConnectionName:
                "Sem conexão: o nome do servidor não foi encontrado. Verifique o endereço e a rede e tente de novo.",
            .noConnectionTimeout: "Sem conexão: o servidor demorou demais para responder. Tente mais tarde.",
            .noConnectionCut: "Sem conexão: a resposta do servidor foi interrompida. Tente de novo.",
            .noConnectionInsecure:
                "Sem conexão segura: o servidor não prova quem é. Verifique o endereço e o certificado.",
            .serverError: "O servidor respondeu com um erro (status %@). Tente mais tarde.",
            .notFound: "O servidor não tem isto (status %@). Carregue o feed de novo.",
            .invalidData: "A resposta do servidor não pôde ser entendida. Verifique o endereço do servidor.",
            .noFeedFound: "Nenhum feed encontrado em %@; este é o endereço do servidor?",
            .signInNeeded: "O servidor pede um nome e uma senha.",
            .signInWrong: "O servidor não aceita este nome e esta senha. Verifique-os e tente de novo.",
            .malformedAddress: "Isto não é um endereço de servidor. Escreva-o como photos.example.com.",
            .notAnImage: "O que o servidor enviou não é uma imagem. Verifique o endereço do servidor.",
            .tooLarge: "A resposta do servidor é grande demais e foi recusada. Verifique o endereço do servidor.",
            .redirect: "O servidor redireciona para um endereço que não é permitido. Verifique o endereço do servidor.",
            .privateAddress:
                "O servidor redireciona para a sua própria rede, da qual ele não faz parte. Verifique o endereço do servidor.",
            .unreadableCache: "O feed salvo não pode ser lido. Limpe o cache e carregue o feed de novo.",
            .unexpected: "Algo deu errado. Tente de novo.",
        ],
    ])
}
