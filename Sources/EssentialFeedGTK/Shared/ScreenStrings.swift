import EssentialFeed

/// The texts of the screens.
nonisolated enum ScreenStrings: CaseIterable, Sendable {
    case appName
    case refresh
    case back
    case mainMenu
    case tryAgain
    case cannotLoadFeed
    case cannotLoadComments
    case noImages
    case noComments
    case loading
    /// The button that stops loading the rest of the feed.
    case stop
    /// The line below the images that are new.
    case newSince
    /// The same for screen reader users, who don't see where the line is.
    case newSinceAbove
    case dismiss
    /// Takes the image's author, location and description, if known.
    case openImage
    /// Takes the same.
    case openComments
    case more
    case less
    /// Takes the same.
    case showMore
    /// Takes the same.
    case showLess
    case image
    case photo
    case retryImage
    case keyboardShortcuts
    case changeServer
    case certificateUntrusted
    case certificateChanged
    /// Takes the server's address and the fingerprint.
    case certificateText
    /// Takes the same.
    case certificateChangedText
    case trustServer
    case about
    case quit
    case closeWindow
    case general
    case lists
    case pageDown
    case pageUp
    case toTheTop
    case toTheEnd
    case next
    case previous
    case goLeft
    case goRight
    case viewPhoto
    case contextMenu
    case viewer
    case nextPhoto
    case previousPhoto
    case zoomIn
    case zoomOut
    case zoomToFit
    case movePhoto
    case copy
    case copied
    case saveCopy
    /// The title of the dialog and of the shortcut.
    case saveCopyTitle
    case saved
    case cannotSave
    case notOnThisComputer
    case open
    /// Takes the host of the link.
    case openLink
    case cannotOpenLink
    case play
    case pause
    case playOrPause
    case cannotPlay
    case serverTitle
    case serverDescription
    case serverAddress
    case connect
    case showDemo
    case connecting
    case cancel
    case userName
    case password
    case diskFull
    /// Takes the path of the folder.
    case cacheUnusable
    case cacheInUse
    case cacheOfNewerVersion
    case demoFailed
    case aboutText
    /// The documents that the app implements.
    case caseStudy
    case preferences
    case servers
    case addServer
    case choosePhotos
    /// The title of the dialog.
    case chooseFolder
    /// Takes the name of the server.
    case removeServer
    case savedPhotos
    case diskLimit
    case keepImagesOffline
    /// The answer that confirms clearing, in the dialog.
    case clearNow
    case clearSavedPhotos
    case clearQuestion
    case notifications
    case notifyOfPhotos
    case notifyDetail
    case undo
    case welcome
    case welcomeDescription
    /// The same if demo photos aren't installed.
    case welcomeWithoutDemo
    /// Takes the path of the folder.
    case folderUnreadable
    case cannotDelete
    /// Takes the number of files.
    case cannotShow
    /// Takes the number of files that aren't named.
    case andMore
    case notAPhoto
    case incompleteFile
    case emptyFile
    case unreadableFile
    case undecodableFile
    case details
    case close

    static let table = StringTable<ScreenStrings>([
        .english: [
            .appName: "Essential Feed",
            .refresh: "Refresh",
            .back: "Back",
            .mainMenu: "Main Menu",
            .tryAgain: "Try Again",
            .cannotLoadFeed: "Can’t Load the Feed",
            .cannotLoadComments: "Can’t Load Comments",
            .noImages: "No Photos",
            .noComments: "No Comments",
            .loading: "Loading",
            .stop: "Stop",
            .newSince: "New since you were last here",
            .newSinceAbove: "The photos above are new since you were last here",
            .dismiss: "Dismiss",
            .openImage: "View %@",
            .openComments: "Open the comments of %@",
            .more: "More",
            .less: "Less",
            .showMore: "Show the whole description of %@",
            .showLess: "Show less of the description of %@",
            .image: "a photo",
            .photo: "Photo",
            .retryImage: "Try Again: %@",
            .keyboardShortcuts: "Keyboard Shortcuts",
            .certificateUntrusted: "The Server’s Certificate Isn’t Trusted",
            .certificateChanged: "The Server’s Certificate Has Changed",
            .certificateText:
                "The app can’t verify that this is %@. Trust the server only if its certificate has this SHA-256 fingerprint:\n\n%@",
            .certificateChangedText:
                "%@ has another certificate than the one that you trust. Trust it only if you know why it has changed. Its SHA-256 fingerprint is now:\n\n%@",
            .trustServer: "Trust This Server",
            .changeServer: "Change Server…",
            .about: "About Essential Feed",
            .quit: "Quit",
            .closeWindow: "Close Window",
            .general: "General",
            .lists: "Feed and Comments",
            .pageDown: "Scroll Down",
            .pageUp: "Scroll Up",
            .toTheTop: "Go to Top",
            .toTheEnd: "Go to Bottom",
            .next: "Next",
            .previous: "Previous",
            .goLeft: "Go Left",
            .goRight: "Go Right",
            .viewPhoto: "View Photo",
            .contextMenu: "Photo Menu",
            .viewer: "Viewer",
            .nextPhoto: "Next Photo",
            .previousPhoto: "Previous Photo",
            .zoomIn: "Zoom In",
            .zoomOut: "Zoom Out",
            .zoomToFit: "Show the Whole Photo",
            .movePhoto: "Move an Enlarged Photo",
            .copy: "Copy",
            .copied: "Copied",
            .saveCopy: "Save a Copy…",
            .saved: "Saved",
            .cannotSave: "Couldn’t save the copy",
            .notOnThisComputer: "Choose a folder on this computer",
            .open: "Open",
            .openLink: "Open %@?",
            .cannotOpenLink: "Couldn’t open the link",
            .play: "Play",
            .pause: "Pause",
            .playOrPause: "Play or Pause",
            .cannotPlay: "Couldn’t play the animation",
            .serverTitle: "Connect to a Server",
            .serverDescription: "Paste the link of your invitation, or enter the address of a server.",
            .serverAddress: "Invitation link or address",
            .connect: "Connect",
            .showDemo: "Show Demo Photos",
            .connecting: "Connecting…",
            .cancel: "Cancel",
            .userName: "Name",
            .password: "Password",
            .diskFull: "The disk is full: nothing new can be saved",
            .cacheUnusable: "Nothing new can be saved in %@",
            .cacheInUse: "Another program is using the cache: nothing new can be saved",
            .cacheOfNewerVersion: "A newer version wrote the cache: nothing new can be saved",
            .demoFailed: "Couldn’t start the demo. Try again, or connect to a server.",
            .aboutText: "Your friends’ newest photos, online and offline.",
            .caseStudy: "Essential Feed case study",
            .preferences: "Preferences",
            .servers: "Servers",
            .addServer: "Add Server…",
            .choosePhotos: "Choose Folder…",
            .removeServer: "Remove %@",
            .savedPhotos: "Saved Photos",
            .diskLimit: "Storage Limit",
            .keepImagesOffline: "Save Photos for Offline Use",
            .clearNow: "Delete",
            .clearSavedPhotos: "Delete Saved Photos",
            .clearQuestion: "Delete Saved Photos?",
            .notifications: "Notifications",
            .notifyOfPhotos: "New Photo Notifications",
            .notifyDetail: "While the app is in the background",
            .undo: "Undo",
            .welcome: "Welcome to Essential Feed",
            .welcomeDescription: "See your friends’ newest photos: paste the link of your invitation, choose a folder "
                + "of photos of your own, or look at the demo.",
            .welcomeWithoutDemo: "See your friends’ newest photos: paste the link of your invitation, or choose a "
                + "folder of photos of your own.",
            .folderUnreadable: "Can’t show the folder %@. Check that it exists and can be read, or choose another.",
            .cannotDelete: "Couldn’t delete some saved photos",
            .chooseFolder: "Choose a Folder",
            .saveCopyTitle: "Save a Copy",
            .cannotShow: "{%@ file can’t|%@ files can’t} be shown",
            .andMore: "and %@ more",
            .notAPhoto: "not a JPEG, PNG, WebP, GIF, HEIC or AVIF",
            .incompleteFile: "incomplete",
            .emptyFile: "empty",
            .unreadableFile: "can’t be read",
            .undecodableFile: "can’t be decoded",
            .details: "Details",
            .close: "Close",
        ],
        .greek: [
            .appName: "Essential Feed",
            .refresh: "Ανανέωση",
            .back: "Πίσω",
            .mainMenu: "Κύριο μενού",
            .tryAgain: "Δοκιμή ξανά",
            .cannotLoadFeed: "Η ροή δεν φορτώνει",
            .cannotLoadComments: "Τα σχόλια δεν φορτώνουν",
            .noImages: "Καμία φωτογραφία",
            .noComments: "Κανένα σχόλιο",
            .loading: "Φόρτωση",
            .stop: "Διακοπή",
            .newSince: "Νέες από την τελευταία σας επίσκεψη",
            .newSinceAbove: "Οι παραπάνω φωτογραφίες είναι νέες από την τελευταία σας επίσκεψη",
            .dismiss: "Απόκρυψη",
            .openImage: "Προβολή: %@",
            .openComments: "Άνοιγμα των σχολίων για %@",
            .more: "Περισσότερα",
            .less: "Λιγότερα",
            .showMore: "Ολόκληρη η περιγραφή: %@",
            .showLess: "Συντομότερη περιγραφή: %@",
            .image: "μια φωτογραφία",
            .photo: "Φωτογραφία",
            .retryImage: "Δοκιμή ξανά: %@",
            .keyboardShortcuts: "Συντομεύσεις πληκτρολογίου",
            .certificateUntrusted: "Το πιστοποιητικό του διακομιστή δεν είναι αξιόπιστο",
            .certificateChanged: "Το πιστοποιητικό του διακομιστή άλλαξε",
            .certificateText:
                "Η εφαρμογή δεν μπορεί να επαληθεύσει ότι αυτός είναι ο %@. Εμπιστευτείτε τον διακομιστή μόνο αν το πιστοποιητικό του έχει αυτό το αποτύπωμα SHA-256:\n\n%@",
            .certificateChangedText:
                "Ο %@ έχει άλλο πιστοποιητικό από αυτό που εμπιστεύεστε. Εμπιστευτείτε το μόνο αν γνωρίζετε γιατί άλλαξε. Το αποτύπωμα SHA-256 είναι τώρα:\n\n%@",
            .trustServer: "Εμπιστοσύνη στον διακομιστή",
            .changeServer: "Αλλαγή διακομιστή…",
            .about: "Περί του Essential Feed",
            .quit: "Έξοδος",
            .closeWindow: "Κλείσιμο παραθύρου",
            .general: "Γενικά",
            .lists: "Ροή και σχόλια",
            .pageDown: "Κύλιση προς τα κάτω",
            .pageUp: "Κύλιση προς τα πάνω",
            .toTheTop: "Μετάβαση στην αρχή",
            .toTheEnd: "Μετάβαση στο τέλος",
            .next: "Επόμενο",
            .previous: "Προηγούμενο",
            .goLeft: "Αριστερά",
            .goRight: "Δεξιά",
            .viewPhoto: "Προβολή φωτογραφίας",
            .contextMenu: "Μενού φωτογραφίας",
            .viewer: "Προβολή",
            .nextPhoto: "Επόμενη φωτογραφία",
            .previousPhoto: "Προηγούμενη φωτογραφία",
            .zoomIn: "Μεγέθυνση",
            .zoomOut: "Σμίκρυνση",
            .zoomToFit: "Ολόκληρη η φωτογραφία",
            .movePhoto: "Μετακίνηση μεγεθυμένης φωτογραφίας",
            .copy: "Αντιγραφή",
            .copied: "Αντιγράφηκε",
            .saveCopy: "Αποθήκευση αντιγράφου…",
            .saved: "Αποθηκεύτηκε",
            .cannotSave: "Το αντίγραφο δεν αποθηκεύτηκε",
            .notOnThisComputer: "Επιλέξτε έναν φάκελο σε αυτόν τον υπολογιστή",
            .open: "Άνοιγμα",
            .openLink: "Να ανοίξει το %@;",
            .cannotOpenLink: "Ο σύνδεσμος δεν άνοιξε",
            .play: "Αναπαραγωγή",
            .pause: "Παύση",
            .playOrPause: "Αναπαραγωγή ή παύση",
            .cannotPlay: "Η κινούμενη εικόνα δεν παίζει",
            .serverTitle: "Σύνδεση σε διακομιστή",
            .serverDescription: "Επικολλήστε τον σύνδεσμο της πρόσκλησής σας ή γράψτε τη διεύθυνση ενός διακομιστή.",
            .serverAddress: "Σύνδεσμος πρόσκλησης ή διεύθυνση",
            .connect: "Σύνδεση",
            .showDemo: "Προβολή δειγμάτων",
            .connecting: "Σύνδεση…",
            .cancel: "Ακύρωση",
            .userName: "Όνομα",
            .password: "Κωδικός",
            .diskFull: "Ο δίσκος είναι γεμάτος: τίποτα νέο δεν μπορεί να αποθηκευτεί",
            .cacheUnusable: "Τίποτα νέο δεν μπορεί να αποθηκευτεί στον φάκελο %@",
            .cacheInUse: "Άλλο πρόγραμμα χρησιμοποιεί την προσωρινή μνήμη: τίποτα νέο δεν μπορεί να αποθηκευτεί",
            .cacheOfNewerVersion: "Νεότερη έκδοση έγραψε την προσωρινή μνήμη: τίποτα νέο δεν μπορεί να αποθηκευτεί",
            .demoFailed: "Η επίδειξη δεν ξεκίνησε. Δοκιμάστε ξανά ή συνδεθείτε σε διακομιστή.",
            .aboutText: "Οι νεότερες φωτογραφίες των φίλων σας, με σύνδεση και χωρίς.",
            .caseStudy: "Μελέτη περίπτωσης Essential Feed",
            .preferences: "Προτιμήσεις",
            .servers: "Διακομιστές",
            .addServer: "Προσθήκη διακομιστή…",
            .choosePhotos: "Επιλογή φακέλου…",
            .removeServer: "Αφαίρεση: %@",
            .savedPhotos: "Αποθηκευμένες φωτογραφίες",
            .diskLimit: "Όριο αποθήκευσης",
            .keepImagesOffline: "Αποθήκευση φωτογραφιών για χρήση χωρίς σύνδεση",
            .clearNow: "Διαγραφή",
            .clearSavedPhotos: "Διαγραφή αποθηκευμένων φωτογραφιών",
            .clearQuestion: "Διαγραφή των αποθηκευμένων φωτογραφιών;",
            .notifications: "Ειδοποιήσεις",
            .notifyOfPhotos: "Ειδοποιήσεις για νέες φωτογραφίες",
            .notifyDetail: "Όσο η εφαρμογή είναι στο παρασκήνιο",
            .undo: "Αναίρεση",
            .welcome: "Καλώς ήρθατε στο Essential Feed",
            .welcomeDescription:
                "Δείτε τις νεότερες φωτογραφίες των φίλων σας: επικολλήστε τον σύνδεσμο της πρόσκλησής "
                + "σας, επιλέξτε έναν δικό σας φάκελο με φωτογραφίες ή δείτε τα δείγματα.",
            .welcomeWithoutDemo:
                "Δείτε τις νεότερες φωτογραφίες των φίλων σας: επικολλήστε τον σύνδεσμο της πρόσκλησής σας "
                + "ή επιλέξτε έναν δικό σας φάκελο με φωτογραφίες.",
            .folderUnreadable: "Ο φάκελος %@ δεν προβάλλεται. Ελέγξτε ότι υπάρχει και διαβάζεται ή επιλέξτε άλλον.",
            .cannotDelete: "Κάποιες αποθηκευμένες φωτογραφίες δεν διαγράφηκαν",
            .chooseFolder: "Επιλογή φακέλου",
            .saveCopyTitle: "Αποθήκευση αντιγράφου",
            .cannotShow: "{%@ αρχείο δεν προβάλλεται|%@ αρχεία δεν προβάλλονται}",
            .andMore: "και άλλα %@",
            .notAPhoto: "όχι JPEG, PNG, WebP, GIF, HEIC ή AVIF",
            .incompleteFile: "ελλιπές",
            .emptyFile: "κενό",
            .unreadableFile: "δεν διαβάζεται",
            .undecodableFile: "δεν αποκωδικοποιείται",
            .details: "Λεπτομέρειες",
            .close: "Κλείσιμο",
        ],
        .brazilianPortuguese: [
            .appName: "Essential Feed",
            .refresh: "Atualizar",
            .back: "Voltar",
            .mainMenu: "Menu principal",
            .tryAgain: "Tentar de novo",
            .cannotLoadFeed: "Não foi possível carregar o feed",
            .cannotLoadComments: "Não foi possível carregar os comentários",
            .noImages: "Nenhuma foto",
            .noComments: "Nenhum comentário",
            .loading: "Carregando",
            .stop: "Parar",
            .newSince: "Novas desde a sua última visita",
            .newSinceAbove: "As fotos acima são novas desde a sua última visita",
            .dismiss: "Dispensar",
            .openImage: "Ver %@",
            .openComments: "Abrir os comentários de %@",
            .more: "Mais",
            .less: "Menos",
            .showMore: "Mostrar toda a descrição de %@",
            .showLess: "Mostrar menos da descrição de %@",
            .image: "uma foto",
            .photo: "Foto",
            .retryImage: "Tentar de novo: %@",
            .keyboardShortcuts: "Atalhos de teclado",
            .certificateUntrusted: "O certificado do servidor não é confiável",
            .certificateChanged: "O certificado do servidor mudou",
            .certificateText:
                "O aplicativo não consegue verificar se este é mesmo %@. Confie no servidor somente se o certificado dele tiver esta impressão digital SHA-256:\n\n%@",
            .certificateChangedText:
                "%@ tem um certificado diferente daquele em que você confia. Confie nele somente se souber por que mudou. A impressão digital SHA-256 agora é:\n\n%@",
            .trustServer: "Confiar neste servidor",
            .changeServer: "Mudar de servidor…",
            .about: "Sobre o Essential Feed",
            .quit: "Sair",
            .closeWindow: "Fechar janela",
            .general: "Geral",
            .lists: "Feed e comentários",
            .pageDown: "Rolar para baixo",
            .pageUp: "Rolar para cima",
            .toTheTop: "Ir para o início",
            .toTheEnd: "Ir para o fim",
            .next: "Próximo",
            .previous: "Anterior",
            .goLeft: "Ir para a esquerda",
            .goRight: "Ir para a direita",
            .viewPhoto: "Ver foto",
            .contextMenu: "Menu da foto",
            .viewer: "Visualizador",
            .nextPhoto: "Próxima foto",
            .previousPhoto: "Foto anterior",
            .zoomIn: "Ampliar",
            .zoomOut: "Reduzir",
            .zoomToFit: "Mostrar a foto inteira",
            .movePhoto: "Mover uma foto ampliada",
            .copy: "Copiar",
            .copied: "Copiado",
            .saveCopy: "Salvar uma cópia…",
            .saved: "Salvo",
            .cannotSave: "Não foi possível salvar a cópia",
            .notOnThisComputer: "Escolha uma pasta neste computador",
            .open: "Abrir",
            .openLink: "Abrir %@?",
            .cannotOpenLink: "Não foi possível abrir o link",
            .play: "Reproduzir",
            .pause: "Pausar",
            .playOrPause: "Reproduzir ou pausar",
            .cannotPlay: "Não foi possível reproduzir a animação",
            .serverTitle: "Conectar a um servidor",
            .serverDescription: "Cole o link do seu convite ou digite o endereço de um servidor.",
            .serverAddress: "Link do convite ou endereço",
            .connect: "Conectar",
            .showDemo: "Ver fotos de exemplo",
            .connecting: "Conectando…",
            .cancel: "Cancelar",
            .userName: "Nome",
            .password: "Senha",
            .diskFull: "O disco está cheio: nada de novo pode ser salvo",
            .cacheUnusable: "Nada de novo pode ser salvo em %@",
            .cacheInUse: "Outro programa está usando o cache: nada de novo pode ser salvo",
            .cacheOfNewerVersion: "Uma versão mais nova gravou o cache: nada de novo pode ser salvo",
            .demoFailed: "Não foi possível abrir as fotos de exemplo. Tente de novo ou conecte-se a um servidor.",
            .aboutText: "As fotos mais novas dos seus amigos, com e sem conexão.",
            .caseStudy: "Estudo de caso Essential Feed",
            .preferences: "Preferências",
            .servers: "Servidores",
            .addServer: "Adicionar servidor…",
            .choosePhotos: "Escolher pasta…",
            .removeServer: "Remover %@",
            .savedPhotos: "Fotos salvas",
            .diskLimit: "Limite de armazenamento",
            .keepImagesOffline: "Salvar fotos para uso sem conexão",
            .clearNow: "Apagar",
            .clearSavedPhotos: "Apagar fotos salvas",
            .clearQuestion: "Apagar as fotos salvas?",
            .notifications: "Notificações",
            .notifyOfPhotos: "Notificações de fotos novas",
            .notifyDetail: "Enquanto o app está em segundo plano",
            .undo: "Desfazer",
            .welcome: "Boas-vindas ao Essential Feed",
            .welcomeDescription:
                "Veja as fotos mais novas dos seus amigos: cole o link do seu convite, escolha "
                + "uma pasta de fotos sua ou veja as fotos de exemplo.",
            .welcomeWithoutDemo:
                "Veja as fotos mais novas dos seus amigos: cole o link do seu convite ou escolha "
                + "uma pasta de fotos sua.",
            .folderUnreadable:
                "Não foi possível mostrar a pasta %@. Verifique se ela existe e pode ser lida, ou escolha outra.",
            .cannotDelete: "Algumas fotos salvas não puderam ser apagadas",
            .chooseFolder: "Escolher uma pasta",
            .saveCopyTitle: "Salvar uma cópia",
            .cannotShow: "{%@ arquivo não pode ser mostrado|%@ arquivos não podem ser mostrados}",
            .andMore: "e mais %@",
            .notAPhoto: "não é JPEG, PNG, WebP, GIF, HEIC nem AVIF",
            .incompleteFile: "incompleto",
            .emptyFile: "vazio",
            .unreadableFile: "não pode ser lido",
            .undecodableFile: "não pode ser decodificado",
            .details: "Detalhes",
            .close: "Fechar",
        ],
    ])
}

extension Language {
    nonisolated func text(_ string: ScreenStrings, _ arguments: String...) -> String {
        ScreenStrings.table.text(string, in: self, arguments)
    }
}
