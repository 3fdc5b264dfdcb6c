import EssentialFeed

/// The texts that belong to the screens alone.
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
    /// The line below the images that are new.
    case newSince
    /// The same for somebody who doesn't see where the line is.
    case newSinceAbove
    case dismiss
    /// Takes the author, the location and the description of the image, as far as it has them.
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
    case preferences
    case servers
    case addServer
    case choosePhotos
    /// Takes the name of the server.
    case removeServer
    case savedPhotos
    case diskLimit
    case keepImagesOffline
    case keepImagesDetail
    /// The answer that clears, in the dialog that asks.
    case clearNow
    case clearSavedPhotos
    case clearQuestion
    case notifications
    case notifyOfPhotos
    case notifyDetail
    case undo
    case welcome
    case welcomeDescription
    /// The same where there are no demo photos.
    case welcomeWithoutDemo
    /// Takes the path of the folder.
    case folderUnreadable
    case cannotDelete

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
            .newSince: "New since you were last here",
            .newSinceAbove: "The photos above are new since you were last here",
            .dismiss: "Dismiss",
            .openImage: "View %@",
            .openComments: "Open the comments of %@",
            .more: "More",
            .less: "Less",
            .showMore: "Show the whole description of %@",
            .showLess: "Show less of the description of %@",
            .image: "an image",
            .photo: "Photo",
            .retryImage: "Retry loading %@",
            .keyboardShortcuts: "Keyboard Shortcuts",
            .changeServer: "Change Server…",
            .about: "About Essential Feed",
            .quit: "Quit",
            .closeWindow: "Close Window",
            .general: "General",
            .lists: "Feed and Comments",
            .pageDown: "Scroll Down",
            .pageUp: "Scroll Up",
            .toTheTop: "Go to the Top",
            .toTheEnd: "Go to the End",
            .next: "Next",
            .previous: "Previous",
            .goLeft: "Go Left",
            .goRight: "Go Right",
            .viewPhoto: "View a Photo",
            .viewer: "Viewer",
            .nextPhoto: "Next Photo",
            .previousPhoto: "Previous Photo",
            .zoomIn: "Zoom In",
            .zoomOut: "Zoom Out",
            .zoomToFit: "Show the Whole Photo",
            .movePhoto: "Move an Enlarged Photo",
            .copy: "Copy",
            .copied: "Copied",
            .saveCopy: "Save a Copy",
            .saved: "Saved",
            .cannotSave: "The copy could not be saved. Choose another folder, or free some space.",
            .notOnThisComputer: "This folder isn’t on this computer. Choose one that is.",
            .open: "Open",
            .openLink: "Open %@?",
            .cannotOpenLink: "The link could not be opened. Copy its address, and open it in a browser.",
            .play: "Play",
            .pause: "Pause",
            .playOrPause: "Play or Pause",
            .cannotPlay:
                "The animation could not be played. Try again, or save a copy for another program.",
            .serverTitle: "Where Is Your Feed?",
            .serverDescription: "Enter the address of the server that has your friends’ photos.",
            .serverAddress: "Server address",
            .connect: "Connect",
            .showDemo: "Show Demo Photos",
            .connecting: "Connecting…",
            .cancel: "Cancel",
            .userName: "Name",
            .password: "Password",
            .diskFull: "The disk is full: nothing new will be saved. Free some space.",
            .cacheUnusable: "The cache folder cannot be used: nothing new will be saved. Check %@.",
            .cacheInUse: "Another program is using the cache: nothing new will be saved.",
            .cacheOfNewerVersion:
                "A newer version of this program wrote the cache: nothing new will be saved.",
            .demoFailed: "The demo could not be started. Try again, or connect to a server.",
            .aboutText: "Your friends’ newest photos, online and offline.",
            .preferences: "Preferences",
            .servers: "Servers",
            .addServer: "Add Server…",
            .choosePhotos: "Choose Photos…",
            .removeServer: "Remove %@",
            .savedPhotos: "Saved Photos",
            .diskLimit: "Disk Limit",
            .keepImagesOffline: "Save Photos for Offline Use",
            .keepImagesDetail: "Saves all photos of the feed, even those that you haven’t looked at",
            .clearNow: "Clear",
            .clearSavedPhotos: "Clear Saved Photos",
            .clearQuestion: "Clear the Saved Photos?",
            .notifications: "Notifications",
            .notifyOfPhotos: "Notify of New Photos",
            .notifyDetail: "While the window is open in the background",
            .undo: "Undo",
            .welcome: "Welcome to Essential Feed",
            .welcomeDescription: "See your friends’ newest photos: enter the address of their server, choose a folder "
                + "of photos of your own, or look at the demo.",
            .welcomeWithoutDemo: "See your friends’ newest photos: enter the address of their server, or choose a "
                + "folder of photos of your own.",
            .folderUnreadable:
                "The folder %@ cannot be shown. Check that it exists and can be read, or choose another.",
            .cannotDelete:
                "Some saved photos could not be deleted. Close other programs that use them, then clear them again.",
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
            .newSince: "Νέες από την τελευταία σας επίσκεψη",
            .newSinceAbove: "Οι παραπάνω φωτογραφίες είναι νέες από την τελευταία σας επίσκεψη",
            .dismiss: "Απόκρυψη",
            .openImage: "Προβολή: %@",
            .openComments: "Άνοιγμα των σχολίων για %@",
            .more: "Περισσότερα",
            .less: "Λιγότερα",
            .showMore: "Ολόκληρη η περιγραφή: %@",
            .showLess: "Συντομότερη περιγραφή: %@",
            .image: "μια εικόνα",
            .photo: "Φωτογραφία",
            .retryImage: "Νέα φόρτωση: %@",
            .keyboardShortcuts: "Συντομεύσεις πληκτρολογίου",
            .changeServer: "Αλλαγή διακομιστή…",
            .about: "Περί του Essential Feed",
            .quit: "Έξοδος",
            .closeWindow: "Κλείσιμο παραθύρου",
            .general: "Γενικά",
            .lists: "Ροή και σχόλια",
            .pageDown: "Κύλιση προς τα κάτω",
            .pageUp: "Κύλιση προς τα πάνω",
            .toTheTop: "Στην αρχή",
            .toTheEnd: "Στο τέλος",
            .next: "Επόμενο",
            .previous: "Προηγούμενο",
            .goLeft: "Αριστερά",
            .goRight: "Δεξιά",
            .viewPhoto: "Προβολή φωτογραφίας",
            .viewer: "Προβολή",
            .nextPhoto: "Επόμενη φωτογραφία",
            .previousPhoto: "Προηγούμενη φωτογραφία",
            .zoomIn: "Μεγέθυνση",
            .zoomOut: "Σμίκρυνση",
            .zoomToFit: "Ολόκληρη η φωτογραφία",
            .movePhoto: "Μετακίνηση μεγεθυμένης φωτογραφίας",
            .copy: "Αντιγραφή",
            .copied: "Αντιγράφηκε",
            .saveCopy: "Αποθήκευση αντιγράφου",
            .saved: "Αποθηκεύτηκε",
            .cannotSave: "Το αντίγραφο δεν αποθηκεύτηκε. Επιλέξτε άλλο φάκελο ή ελευθερώστε χώρο.",
            .notOnThisComputer: "Ο φάκελος δεν είναι σε αυτόν τον υπολογιστή. Επιλέξτε έναν που είναι.",
            .open: "Άνοιγμα",
            .openLink: "Να ανοίξει το %@;",
            .cannotOpenLink:
                "Ο σύνδεσμος δεν άνοιξε. Αντιγράψτε τη διεύθυνσή του και ανοίξτε την σε πρόγραμμα περιήγησης.",
            .play: "Αναπαραγωγή",
            .pause: "Παύση",
            .playOrPause: "Αναπαραγωγή ή παύση",
            .cannotPlay:
                "Η κινούμενη εικόνα δεν παίζει. Δοκιμάστε ξανά ή αποθηκεύστε αντίγραφο για άλλο πρόγραμμα.",
            .serverTitle: "Πού είναι η ροή σας;",
            .serverDescription: "Γράψτε τη διεύθυνση του διακομιστή με τις φωτογραφίες των φίλων σας.",
            .serverAddress: "Διεύθυνση διακομιστή",
            .connect: "Σύνδεση",
            .showDemo: "Προβολή δειγμάτων",
            .connecting: "Σύνδεση…",
            .cancel: "Ακύρωση",
            .userName: "Όνομα",
            .password: "Κωδικός",
            .diskFull: "Ο δίσκος είναι γεμάτος: τίποτα νέο δεν θα αποθηκευτεί. Ελευθερώστε χώρο.",
            .cacheUnusable:
                "Ο φάκελος της προσωρινής μνήμης δεν μπορεί να χρησιμοποιηθεί: τίποτα νέο δεν θα αποθηκευτεί. Ελέγξτε τον %@.",
            .cacheInUse: "Άλλο πρόγραμμα χρησιμοποιεί την προσωρινή μνήμη: τίποτα νέο δεν θα αποθηκευτεί.",
            .cacheOfNewerVersion:
                "Νεότερη έκδοση του προγράμματος έγραψε την προσωρινή μνήμη: τίποτα νέο δεν θα αποθηκευτεί.",
            .demoFailed: "Τα δείγματα δεν ξεκίνησαν. Δοκιμάστε ξανά ή συνδεθείτε σε διακομιστή.",
            .aboutText: "Οι νεότερες φωτογραφίες των φίλων σας, με σύνδεση και χωρίς.",
            .preferences: "Προτιμήσεις",
            .servers: "Διακομιστές",
            .addServer: "Προσθήκη διακομιστή…",
            .choosePhotos: "Επιλογή φωτογραφιών…",
            .removeServer: "Αφαίρεση: %@",
            .savedPhotos: "Αποθηκευμένες φωτογραφίες",
            .diskLimit: "Όριο δίσκου",
            .keepImagesOffline: "Φωτογραφίες χωρίς σύνδεση",
            .keepImagesDetail: "Αποθηκεύει όλες τις φωτογραφίες της ροής, ακόμη και όσες δεν έχετε δει",
            .clearNow: "Εκκαθάριση",
            .clearSavedPhotos: "Εκκαθάριση αποθηκευμένων",
            .clearQuestion: "Εκκαθάριση των αποθηκευμένων φωτογραφιών;",
            .notifications: "Ειδοποιήσεις",
            .notifyOfPhotos: "Ειδοποίηση για νέες φωτογραφίες",
            .notifyDetail: "Όσο το παράθυρο είναι ανοιχτό στο παρασκήνιο",
            .undo: "Αναίρεση",
            .welcome: "Καλώς ήρθατε στο Essential Feed",
            .welcomeDescription:
                "Δείτε τις νεότερες φωτογραφίες των φίλων σας: γράψτε τη διεύθυνση του διακομιστή τους, "
                + "επιλέξτε έναν δικό σας φάκελο με φωτογραφίες ή δείτε τα δείγματα.",
            .welcomeWithoutDemo:
                "Δείτε τις νεότερες φωτογραφίες των φίλων σας: γράψτε τη διεύθυνση του διακομιστή τους "
                + "ή επιλέξτε έναν δικό σας φάκελο με φωτογραφίες.",
            .folderUnreadable: "Ο φάκελος %@ δεν προβάλλεται. Ελέγξτε ότι υπάρχει και διαβάζεται ή επιλέξτε άλλον.",
            .cannotDelete: "Κάποιες αποθηκευμένες φωτογραφίες δεν διαγράφηκαν. Κλείστε τα προγράμματα που τις "
                + "χρησιμοποιούν και δοκιμάστε ξανά.",
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
            .newSince: "Novas desde a sua última visita",
            .newSinceAbove: "As fotos acima são novas desde a sua última visita",
            .dismiss: "Dispensar",
            .openImage: "Ver %@",
            .openComments: "Abrir os comentários de %@",
            .more: "Mais",
            .less: "Menos",
            .showMore: "Mostrar toda a descrição de %@",
            .showLess: "Mostrar menos da descrição de %@",
            .image: "uma imagem",
            .photo: "Foto",
            .retryImage: "Carregar de novo: %@",
            .keyboardShortcuts: "Atalhos de teclado",
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
            .viewPhoto: "Ver uma foto",
            .viewer: "Visualizador",
            .nextPhoto: "Próxima foto",
            .previousPhoto: "Foto anterior",
            .zoomIn: "Ampliar",
            .zoomOut: "Reduzir",
            .zoomToFit: "Mostrar a foto inteira",
            .movePhoto: "Mover uma foto ampliada",
            .copy: "Copiar",
            .copied: "Copiado",
            .saveCopy: "Salvar uma cópia",
            .saved: "Salvo",
            .cannotSave: "Não foi possível salvar a cópia. Escolha outra pasta ou libere espaço.",
            .notOnThisComputer: "Esta pasta não está neste computador. Escolha uma que esteja.",
            .open: "Abrir",
            .openLink: "Abrir %@?",
            .cannotOpenLink: "Não foi possível abrir o link. Copie o endereço e abra-o em um navegador.",
            .play: "Reproduzir",
            .pause: "Pausar",
            .playOrPause: "Reproduzir ou pausar",
            .cannotPlay:
                "Não foi possível reproduzir a animação. Tente de novo ou salve uma cópia para outro programa.",
            .serverTitle: "Onde está o seu feed?",
            .serverDescription: "Digite o endereço do servidor que tem as fotos dos seus amigos.",
            .serverAddress: "Endereço do servidor",
            .connect: "Conectar",
            .showDemo: "Ver fotos de exemplo",
            .connecting: "Conectando…",
            .cancel: "Cancelar",
            .userName: "Nome",
            .password: "Senha",
            .diskFull: "O disco está cheio: nada de novo será salvo. Libere espaço.",
            .cacheUnusable: "A pasta do cache não pode ser usada: nada de novo será salvo. Verifique %@.",
            .cacheInUse: "Outro programa usa o cache: nada de novo será salvo.",
            .cacheOfNewerVersion: "Uma versão mais nova do programa escreveu o cache: nada de novo será salvo.",
            .demoFailed: "Não foi possível abrir as fotos de exemplo. Tente de novo ou conecte-se a um servidor.",
            .aboutText: "As fotos mais novas dos seus amigos, com e sem conexão.",
            .preferences: "Preferências",
            .servers: "Servidores",
            .addServer: "Adicionar servidor…",
            .choosePhotos: "Escolher fotos…",
            .removeServer: "Remover %@",
            .savedPhotos: "Fotos salvas",
            .diskLimit: "Limite do disco",
            .keepImagesOffline: "Fotos sem conexão",
            .keepImagesDetail: "Salva todas as fotos do feed, inclusive as que você ainda não viu",
            .clearNow: "Limpar",
            .clearSavedPhotos: "Limpar as fotos salvas",
            .clearQuestion: "Limpar as fotos salvas?",
            .notifications: "Notificações",
            .notifyOfPhotos: "Avisar sobre fotos novas",
            .notifyDetail: "Enquanto a janela está aberta em segundo plano",
            .undo: "Desfazer",
            .welcome: "Boas-vindas ao Essential Feed",
            .welcomeDescription:
                "Veja as fotos mais novas dos seus amigos: digite o endereço do servidor deles, escolha "
                + "uma pasta de fotos sua ou veja as fotos de exemplo.",
            .welcomeWithoutDemo:
                "Veja as fotos mais novas dos seus amigos: digite o endereço do servidor deles ou escolha "
                + "uma pasta de fotos sua.",
            .folderUnreadable:
                "A pasta %@ não pode ser mostrada. Verifique se ela existe e pode ser lida, ou escolha outra.",
            .cannotDelete:
                "Algumas fotos salvas não puderam ser apagadas. Feche outros programas que as usam e limpe de novo.",
        ],
    ])
}

extension Language {
    nonisolated func text(_ string: ScreenStrings, _ arguments: String...) -> String {
        ScreenStrings.table.text(string, in: self, arguments)
    }
}
