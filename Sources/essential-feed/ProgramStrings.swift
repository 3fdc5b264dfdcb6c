import EssentialFeed

/// What the terminal program says by itself.
enum ProgramStrings: CaseIterable, Sendable {
    case noAddress
    case malformedAddress
    case malformedProxy
    case malformedImageURL
    case malformedImageID
    case imageToTerminal
    case cannotWriteFile
    case cacheInUse
    case cacheUnreadable
    case cacheUnwritable
    case cacheNotDeleted
    case readOnly
    case inMemory
    case moreExists
    case columnLocation
    case columnDescription
    case statusServer
    case statusFeed
    case statusImages
    case statusFolder
    case statusNoFeed
    case statusFeedValid
    case statusFeedExpired
    case statusImagesOf
    case statusOffline
    case offlineComplete
    case offlinePartly
    case syncImages
    case syncTimeLeft
    case syncLimited
    case syncUnsaved
    case cacheValid
    case cacheExpiredDeleted
    case cacheNothing
    case cacheCleared

    static let table = StringTable<ProgramStrings>([
        .english: [
            .noAddress: "No server address: give --url BASE or set ESSENTIAL_FEED_URL.",
            .malformedAddress: "“%@” is no server address: give one like http://127.0.0.1:8080.",
            .malformedProxy: "%@ holds no proxy address: set it to one like http://proxy:3128, or unset it.",
            .malformedImageURL: "“%@” is no image address: give one of the feed, like http://host/image.",
            .malformedImageID: "“%@” is no image id: give one of the feed.",
            .imageToTerminal: "An image is not for a terminal: give -o FILE, or redirect the output.",
            .cannotWriteFile: "“%@” cannot be written: %@. Choose another file.",
            .cacheInUse: "Another program uses the cache: end it, then try again.",
            .cacheUnreadable: "The cache cannot be read: clear it with “essential-feed cache clear”.",
            .cacheUnwritable: "The cache cannot be written: check the folder %@.",
            .cacheNotDeleted: "The cache could not be deleted: check the folder %@.",
            .readOnly: "Another program uses the cache: nothing is saved now.",
            .inMemory: "The cache folder cannot be used: nothing is saved now. Check %@.",
            .moreExists: "There is more: give --pages %@.",
            .columnLocation: "Location",
            .columnDescription: "Description",
            .statusServer: "Server",
            .statusFeed: "Feed",
            .statusImages: "Images",
            .statusFolder: "Folder",
            .statusNoFeed: "none is saved",
            .statusFeedValid: "%@ images, saved %@",
            .statusFeedExpired: "%@ images, saved %@: expired",
            .statusImagesOf: "%@ of the feed's, %@ in all, %@ of at most %@",
            .statusOffline: "Offline",
            .offlineComplete: "feed of %@ images, %@ saved, complete offline",
            .offlinePartly: "feed of %@ images, %@ saved",
            .syncImages: "%@ of %@ images",
            .syncTimeLeft: "%@ left",
            .syncLimited: "There is no room for all images: what fits is saved.",
            .syncUnsaved: "Some images could not be saved: check the cache folder, then try again.",
            .cacheValid: "The saved feed is valid.",
            .cacheExpiredDeleted: "The saved feed was expired or unreadable and has been deleted.",
            .cacheNothing: "Nothing is saved.",
            .cacheCleared: "The cache is cleared: %@ freed.",
        ],
        .greek: [
            .noAddress: "Δεν δόθηκε διεύθυνση διακομιστή: δώστε --url BASE ή ορίστε ESSENTIAL_FEED_URL.",
            .malformedAddress: "Το «%@» δεν είναι διεύθυνση διακομιστή: δώστε μία όπως http://127.0.0.1:8080.",
            .malformedProxy: "Το %@ δεν περιέχει διεύθυνση διαμεσολαβητή: ορίστε μία όπως http://proxy:3128.",
            .malformedImageURL: "Το «%@» δεν είναι διεύθυνση εικόνας: δώστε μία της ροής, όπως http://host/image.",
            .malformedImageID: "Το «%@» δεν είναι αναγνωριστικό εικόνας: δώστε ένα της ροής.",
            .imageToTerminal: "Μια εικόνα δεν είναι για τερματικό: δώστε -o FILE ή ανακατευθύνετε την έξοδο.",
            .cannotWriteFile: "Το «%@» δεν γράφεται: %@. Διαλέξτε άλλο αρχείο.",
            .cacheInUse: "Άλλο πρόγραμμα χρησιμοποιεί την προσωρινή μνήμη: τερματίστε το και δοκιμάστε ξανά.",
            .cacheUnreadable: "Η προσωρινή μνήμη δεν διαβάζεται: καθαρίστε την με «essential-feed cache clear».",
            .cacheUnwritable: "Η προσωρινή μνήμη δεν γράφεται: ελέγξτε τον φάκελο %@.",
            .cacheNotDeleted: "Η προσωρινή μνήμη δεν διαγράφηκε: ελέγξτε τον φάκελο %@.",
            .readOnly: "Άλλο πρόγραμμα χρησιμοποιεί την προσωρινή μνήμη: τίποτα δεν αποθηκεύεται τώρα.",
            .inMemory: "Ο φάκελος της προσωρινής μνήμης δεν λειτουργεί: τίποτα δεν αποθηκεύεται. Ελέγξτε τον %@.",
            .moreExists: "Υπάρχουν κι άλλες: δώστε --pages %@.",
            .columnLocation: "Τοποθεσία",
            .columnDescription: "Περιγραφή",
            .statusServer: "Διακομιστής",
            .statusFeed: "Ροή",
            .statusImages: "Εικόνες",
            .statusFolder: "Φάκελος",
            .statusNoFeed: "καμία αποθηκευμένη",
            .statusFeedValid: "%@ εικόνες, αποθηκεύτηκε %@",
            .statusFeedExpired: "%@ εικόνες, αποθηκεύτηκε %@: έληξε",
            .statusImagesOf: "%@ της ροής, %@ συνολικά, %@ από το πολύ %@",
            .statusOffline: "Χωρίς σύνδεση",
            .offlineComplete: "ροή με %@ εικόνες, %@ αποθηκευμένες, πλήρης χωρίς σύνδεση",
            .offlinePartly: "ροή με %@ εικόνες, %@ αποθηκευμένες",
            .syncImages: "%@ από %@ εικόνες",
            .syncTimeLeft: "απομένουν %@",
            .syncLimited: "Δεν υπάρχει χώρος για όλες τις εικόνες: αποθηκεύτηκαν όσες χωρούν.",
            .syncUnsaved: "Κάποιες εικόνες δεν αποθηκεύτηκαν: ελέγξτε τον φάκελο και δοκιμάστε ξανά.",
            .cacheValid: "Η αποθηκευμένη ροή ισχύει.",
            .cacheExpiredDeleted: "Η αποθηκευμένη ροή είχε λήξει ή δεν διαβαζόταν και διαγράφηκε.",
            .cacheNothing: "Τίποτα δεν είναι αποθηκευμένο.",
            .cacheCleared: "Η προσωρινή μνήμη καθαρίστηκε: ελευθερώθηκαν %@.",
        ],
        .brazilianPortuguese: [
            .noAddress: "Falta o endereço do servidor: informe --url BASE ou defina ESSENTIAL_FEED_URL.",
            .malformedAddress: "“%@” não é um endereço de servidor: informe um como http://127.0.0.1:8080.",
            .malformedProxy: "%@ não contém um endereço de proxy: defina um como http://proxy:3128.",
            .malformedImageURL: "“%@” não é um endereço de imagem: informe um do feed, como http://host/image.",
            .malformedImageID: "“%@” não é um id de imagem: informe um do feed.",
            .imageToTerminal: "Uma imagem não é para um terminal: informe -o FILE ou redirecione a saída.",
            .cannotWriteFile: "“%@” não pode ser escrito: %@. Escolha outro arquivo.",
            .cacheInUse: "Outro programa usa o cache: encerre-o e tente de novo.",
            .cacheUnreadable: "O cache não pode ser lido: limpe-o com “essential-feed cache clear”.",
            .cacheUnwritable: "O cache não pode ser escrito: verifique a pasta %@.",
            .cacheNotDeleted: "O cache não pôde ser apagado: verifique a pasta %@.",
            .readOnly: "Outro programa usa o cache: nada é salvo agora.",
            .inMemory: "A pasta do cache não pode ser usada: nada é salvo agora. Verifique %@.",
            .moreExists: "Há mais: informe --pages %@.",
            .columnLocation: "Local",
            .columnDescription: "Descrição",
            .statusServer: "Servidor",
            .statusFeed: "Feed",
            .statusImages: "Imagens",
            .statusFolder: "Pasta",
            .statusNoFeed: "nenhum salvo",
            .statusFeedValid: "%@ imagens, salvo %@",
            .statusFeedExpired: "%@ imagens, salvo %@: expirado",
            .statusImagesOf: "%@ do feed, %@ ao todo, %@ de no máximo %@",
            .statusOffline: "Sem conexão",
            .offlineComplete: "feed de %@ imagens, %@ salvas, completo sem conexão",
            .offlinePartly: "feed de %@ imagens, %@ salvas",
            .syncImages: "%@ de %@ imagens",
            .syncTimeLeft: "faltam %@",
            .syncLimited: "Não há espaço para todas as imagens: o que cabe está salvo.",
            .syncUnsaved: "Algumas imagens não puderam ser salvas: verifique a pasta do cache e tente de novo.",
            .cacheValid: "O feed salvo é válido.",
            .cacheExpiredDeleted: "O feed salvo estava expirado ou ilegível e foi apagado.",
            .cacheNothing: "Nada está salvo.",
            .cacheCleared: "O cache está limpo: %@ liberados.",
        ],
    ])
}
